import { z } from 'zod'
import { Amount } from './contract.ts'

/** Minor units of `45`, `45.5`, `45.50` or `45,50`; null for anything else, also for `1,234`, which has two readings. */
export function parseAmount(text: string): number | null {
  const [, whole, part = ''] =
    /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim().replace(/^[£€$]\s*/, '')) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** `45.50` of minor units, for a field. */
export const amountText = (minor: number | null) => (minor === null ? '' : (minor / 100).toFixed(2))

/** A field with an amount; empty means not known yet. */
export const AmountField = z
  .string()
  .transform((text, context): number | null => {
    const amount = text.trim() === '' ? null : parseAmount(text)
    if (amount === null && text.trim() !== '') context.addIssue('Please enter an amount like 45.50')
    return amount
  })
  .pipe(Amount.nullable())
