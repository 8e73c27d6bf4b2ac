import type { Market } from '../../sms/markets.ts'
import { isEmptyValue } from '../lists/listValues.ts'
import { currencyOf, parseSignedAmount } from '../visits/amount.ts'
import { readFlag, wordKey } from './csvStates.ts'
import type { CsvCell, CsvRow } from './csvTable.ts'
import type { AmountUnit } from './stateMeanings.ts'

export interface AmountRules {
  currency: string
  country: Market
  unit: AmountUnit
  /** The column that staff chose; unset: the best one. */
  column?: string | undefined
}

/** Minor units, negative for a refund; null: not known. */
export type AmountReading = { amount: number | null } | { reason: string }

const refundWords = new Set(
  `refund refunded refunds return returned reversal reversed chargeback chargedback creditnote voidsale fullyrefunded fullrefund
  erstattet erstattung gutschrift rembourse remboursement reembolso reembolsado`.split(/\s+/),
)

/** Whether a word says that money was given back. */
export const isRefundWord = (text: string) => refundWords.has(wordKey(text))

/** Thrown inside of this file; the reason of the row. */
class Unread extends Error {}

const filled = (row: CsvRow, ...columns: Parameters<CsvRow['placed']>[0][]) =>
  columns.flatMap((column) => row.placed(column)).filter(({ text }) => !isEmptyValue(text))

/** The cell with the amount of a row: net of tax if there is one. */
export const amountCell = (row: CsvRow, column?: string): CsvCell | undefined =>
  filled(row, 'netAmount', 'amount', 'grossAmount').find(
    ({ name }) => column === undefined || name === column,
  )

/** Paid for the services of a row: after discount, without tax, tips and products, and less what was refunded. */
export function readAmount(row: CsvRow, rules: AmountRules): AmountReading {
  try {
    return { amount: amountOf(row, rules) }
  } catch (error) {
    if (error instanceof Unread) return { reason: error.message }
    throw error
  }
}

function amountOf(row: CsvRow, rules: AmountRules): number | null {
  const cell = amountCell(row, rules.column)
  if (!cell) return null
  const [currency] = filled(row, 'currency')
  if (currency && currencyOf(currency.text) !== rules.currency)
    throw new Unread(`The amount is in ${currency.text}, not in ${rules.currency}`)
  const isNet = row.placed('netAmount').some(({ name }) => name === cell.name)
  const isGross = row.placed('grossAmount').some(({ name }) => name === cell.name)
  // A fee on a gross amount would be charged on the tax, too.
  if (isGross && filled(row, 'tax', 'taxRate').length === 0 && rules.column !== cell.name) return null
  const whole = minorOf(cell, rules)
  const paid = isNet ? Math.abs(whole) : lessExtras(Math.abs(whole), row, cell, rules)
  const kept = cell.bare === 'netsales' ? paid : lessRefunds(paid, row, rules)
  const isRefund =
    whole < 0 || row.cells('rowType').some(isRefundWord) || row.cells('state').some(isRefundWord)
  return isRefund && kept > 0 ? -kept : kept
}

/** Names of amounts that can hold tips and products besides services. */
const TOTAL = /total|paid|sales|revenue|payment|spend/

/** An amount with neither discount nor tax; a total also without tips and products. */
function lessExtras(whole: number, row: CsvRow, cell: CsvCell, rules: AmountRules): number {
  const isTotal = TOTAL.test(cell.bare) && !cell.bare.startsWith('service')
  const extras = isTotal ? filled(row, 'tip', 'retail').reduce((sum, one) => sum + sizeOf(one, rules), 0) : 0
  const rest = whole - extras - discountOf(whole, row, rules)
  if (rest < 0) throw new Unread('Discount, tips and products are more than the amount')
  return rest - taxOf(rest, row, { ...rules, isTotal })
}

function discountOf(whole: number, row: CsvRow, rules: AmountRules): number {
  const [rate] = filled(row, 'discountRate')
  const [discount] = filled(row, 'discount')
  const cell = discount ?? rate
  if (!cell) return 0
  const percent = percentOf(cell, cell === rate)
  return percent === null ? sizeOf(cell, rules) : Math.round((whole * percent) / 100)
}

/** The tax in an amount. Prices in the US are without it, and so are those that have the tax added in their total. */
function taxOf(paid: number, row: CsvRow, { isTotal, ...rules }: AmountRules & { isTotal: boolean }): number {
  const [tax] = filled(row, 'tax')
  const [rate] = filled(row, 'taxRate')
  const isGross = row.placed('grossAmount').length > 0
  const cell = tax ?? rate
  if (!cell || (rules.country === 'US' && !isTotal && !isGross)) return 0
  const percent = percentOf(cell, cell === rate)
  if (percent !== null) return paid - Math.round((paid * 100) / (100 + percent))
  const size = sizeOf(cell, rules)
  const withTax = [...row.placed('amount'), ...row.placed('grossAmount')].some(
    (other) => !isEmptyValue(other.text) && minorOf(other, rules) === paid + size,
  )
  return withTax && !isTotal ? 0 : Math.min(size, paid)
}

/** `20%`, `10% off`, and `20` of a column of percentages; null for an amount. */
function percentOf({ text, note }: CsvCell, isRate: boolean): number | null {
  const [, number = ''] = /^-?\s*(\d{1,3}(?:[.,]\d{1,4})?)\s*%?(?:\s*off)?$/i.exec(text) ?? []
  const isPercent = isRate || text.includes('%') || /^(?:%|percent|pct)$/.test(note)
  if (!isPercent) return null
  const percent = Number(number.replace(',', '.'))
  if (number === '' || percent > 100) throw unread(text)
  return percent
}

/** What a column of refunds takes off: an amount, or all of it for a yes or a date. */
function lessRefunds(paid: number, row: CsvRow, rules: AmountRules): number {
  const states = row.cells('payment')
  if (states.some(isRefundWord)) return 0
  const partly = states.find((text) => /^part(?:ly|ially)?refunded$/.test(wordKey(text)))
  const refunds = filled(row, 'refund').filter(({ text }) => readFlag(text) !== false)
  if (partly && refunds.length === 0) throw new Unread(`“${partly}” does not say how much`)
  return Math.max(
    0,
    refunds.reduce((rest, cell) => rest - refundOf(cell, rest, rules), paid),
  )
}

function refundOf(cell: CsvCell, paid: number, rules: AmountRules): number {
  if (/(?:at|on|date)$/.test(cell.bare) || readFlag(cell.text) || isRefundWord(cell.text)) return paid
  return sizeOf(cell, rules)
}

const sizeOf = (cell: CsvCell, rules: AmountRules) => Math.abs(minorOf(cell, rules))

const MINOR_NOTE = /^(?:p|pence|c|cents|minor|minor units)$/i
const unread = (text: string) => new Unread(`The amount “${text.slice(0, 40)}” cannot be read`)

/** Minor units of a cell in the salon's currency. */
function minorOf({ text, note }: CsvCell, { currency, unit }: AmountRules): number {
  const named = currencyOf(note)
  if (/^[A-Z]{3}$/.test(named) && named !== currency)
    throw new Unread(`The amount is in ${named}, not in ${currency}`)
  const minor = parseSignedAmount(text, currency)
  if (minor === null) {
    const isForeign = parseSignedAmount(text) !== null
    throw isForeign ? new Unread(`The amount “${text}” is not in ${currency}`) : unread(text)
  }
  if (unit === 'major' && !MINOR_NOTE.test(note)) return minor
  if (!isWhole(text)) throw unread(text)
  return minor / 100
}

/** A number without a decimal sign and without a currency, which can be one of pounds or of pence. */
const isWhole = (text: string) => /^[-−(]?\s*\d+\s*\)?$/.test(text.trim())

/** Whether a cell does not say its unit, so that staff must. */
export const isUnclearUnit = ({ text, note }: CsvCell) =>
  isWhole(text) && Number(text.replace(/\D/g, '')) > 0 && !MINOR_NOTE.test(note) && !/[£€$]/.test(note)
