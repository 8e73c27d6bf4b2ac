import { toCsv } from '../../kit/csv.ts'
import type { AccountingEntry, LedgerEntry, MonthRow, Statement } from './contract.ts'
import { isCredit, kindLabels } from './fees.ts'
import { marginOf } from './margin.ts'
import { baseOf, reasonsText } from './statementLines.ts'

const header = [
  ...['Client', 'Visit', 'Kind', 'Why', 'Paid before', 'Paid', 'Share of', 'Share %', 'Amount'],
  ...['Currency', 'Figure', 'Payable from', 'Statement'],
]

type Issued = Pick<Statement, 'number' | 'state'>

/** The figure above the ledger that counts an entry. */
function figureOf(entry: LedgerEntry, statements: readonly Issued[], now: Date): string {
  const { statementNumber, held, payableFrom } = entry
  if (isCredit(entry.kind)) return 'Credit'
  if (statementNumber === null) {
    if (held) return 'Disputed'
    return new Date(payableFrom) <= now ? 'Payable' : 'Not yet payable'
  }
  const statement = statements.find(({ number }) => number === statementNumber)
  return statement?.state === 'settled' ? 'Settled' : 'Outstanding'
}

const major = (minor: number | null | undefined) => (typeof minor === 'number' ? minor / 100 : null)

/** The ledger as CSV, with amounts in major units. */
export function ledgerCsv(
  entries: readonly LedgerEntry[],
  statements: readonly Issued[],
  { currency, now }: { currency: string; now: Date },
): string {
  return toCsv(
    header,
    entries.map((entry) => [
      entry.line.client,
      entry.line.visitOn,
      kindLabels[entry.kind],
      reasonsText(entry.line.reasons),
      major(entry.line.paidBefore),
      major(entry.line.paid),
      major(baseOf({ ...entry.line, ...entry })),
      entry.line.feeBps / 100,
      major(entry.amount),
      currency,
      figureOf(entry, statements, now),
      entry.payableFrom.slice(0, 10),
      entry.statementNumber,
    ]),
  )
}

/** The table of a month, with amounts in major units. */
export function monthCsv(rows: readonly MonthRow[], month: string): string {
  const header = [
    ...['Month', 'Salon', 'Texts', 'Cost', 'Cost currency', 'Texts without a price', 'Visits'],
    ...['Fees', 'Paid', 'Outstanding now', 'Margin', 'Currency'],
  ]
  return toCsv(
    header,
    rows.map((row) => [
      month,
      row.name,
      row.texts,
      row.cost.length === 1 ? (row.cost[0]?.amount ?? 0) / 1_000_000 : null,
      row.cost.map(({ unit }) => unit).join(' '),
      row.unpriced,
      row.visits,
      major(row.fees),
      major(row.paid),
      major(row.outstanding),
      major(marginOf(row)),
      row.currency,
    ]),
  )
}

const bookLabels = { statement: 'Statement', payment: 'Payment', credit: 'Credit' } as const

/** Statements, payments and credits for the accountant, with amounts in major units. */
export function accountingCsv(items: readonly AccountingEntry[]): string {
  const header = [
    ...['Date', 'Kind', 'Customer', 'Country', 'VAT number', 'Reference'],
    ...['Without VAT', 'VAT %', 'VAT', 'Total', 'Currency', 'Note'],
  ]
  return toCsv(
    header,
    items.map((item) => [
      item.day,
      bookLabels[item.kind],
      item.salonName,
      item.country,
      item.vatNumber,
      item.reference,
      major(item.net),
      item.vatBps / 100,
      major(item.vat),
      major(item.total),
      item.currency,
      item.note,
    ]),
  )
}
