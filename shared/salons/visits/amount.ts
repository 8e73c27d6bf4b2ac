import { z } from 'zod'
import { Amount } from './contract.ts'

const signs: Record<string, string> = {
  '£': 'GBP',
  '€': 'EUR',
  $: 'USD',
  pound: 'GBP',
  euro: 'EUR',
  dollar: 'USD',
}

/** Before or after a number: `£`, `GBP`, `pounds`. */
const SIGN = '(£|€|\\$|GBP|EUR|USD|pounds?|euros?|dollars?)?'
const AMOUNT = new RegExp(`^${SIGN}\\s*([\\d., \\u00a0\\u202f]*\\d)\\s*${SIGN}$`, 'i')

/** `45`, `45.50`, `45,50`; with groups of three digits only before a decimal sign of the other kind, or after a space. */
const NUMBER =
  /^(\d{1,7}|\d{1,3}(?:,\d{3})+(?=\.)|\d{1,3}(?:\.\d{3})+(?=,)|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:[.,](\d{1,2}))?$/

/**
 * Minor units of an amount as people type it: `45`, `45.5`, `45,50`, `1,200.00`, `1.200,00`, `£45`, `45 EUR`, `45 pounds`. Null for
 * anything else, also for `1,234`, which has two readings, and for the sign of another currency.
 */
export function parseAmount(text: string, currency?: string): number | null {
  const [, before = '', number = '', after = ''] = AMOUNT.exec(text.trim()) ?? []
  const named = [before, after].filter(Boolean).map(currencyOf)
  if (new Set(named).size > 1 || (currency !== undefined && named.some((one) => one !== currency)))
    return null
  const [, whole, part = ''] = NUMBER.exec(number) ?? []
  if (whole === undefined) return null
  return Number(whole.replace(/\D/g, '')) * 100 + Number(part.padEnd(2, '0'))
}

/** Before or after the number, in all spellings: `-80`, `£-80`, `80.00-`, `−80`, `(80.00)`, `80.00 CR`. */
const CREDIT = /\s*(?<![a-z])cr\.?$/i

/** Minor units of an amount that can be a refund, negative then. Null as in `parseAmount`, and for a range such as `40-60`. */
export function parseSignedAmount(text: string, currency?: string): number | null {
  const plain = text.trim().replace(/[−–—‒﹣－]/g, '-')
  const unsigned = plain
    .replace(CREDIT, '')
    .replace(/^([^()]*)\(([^()]+)\)([^()]*)$/, '$1$2$3')
    .replace(/^([^\d-]*)[-+]|-([^\d-]*)$/, '$1$2')
  const isNegative = CREDIT.test(plain) || /^[^()]*\([^()]+\)[^()]*$/.test(plain) || plain.includes('-')
  const size = parseAmount(unsigned, currency)
  return size === null || !isNegative || size === 0 ? size : -size
}

/** The code of a currency that a sign, word or code names: `£`, `pounds`, `gbp`. */
export const currencyOf = (sign: string) =>
  signs[sign.trim().toLowerCase().replace(/s$/, '')] ?? sign.trim().toUpperCase()

/** What an amount paid for services leaves out; owners and staff read the same. */
export const withoutText = (currency: string) =>
  `without ${currency === 'USD' ? 'sales tax' : 'VAT'}, tips and products`

/**
 * Share in minor units of the amount paid for services (after discount, without tax, tips and retail), half up.
 * `bps` are hundredths of a percent.
 */
export const feeOf = (amount: number, bps: number): number => Math.floor((amount * bps + 5000) / 10_000)

/** `45.50` of minor units, for a field. */
export const amountText = (minor: number | null) => (minor === null ? '' : (minor / 100).toFixed(2))

/** A field with an amount in the salon's currency; empty means not known yet. */
export const amountField = (currency: string) =>
  z
    .string()
    .transform((text, context): number | null => {
      const amount = text.trim() === '' ? null : parseAmount(text, currency)
      const unit = parseAmount(text) === null ? '' : ` in ${currency},`
      if (amount === null && text.trim() !== '') context.addIssue(`Please enter an amount${unit} like 45.50`)
      return amount
    })
    .pipe(Amount.nullable())
