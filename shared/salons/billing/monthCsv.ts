import { toCsv } from '../../kit/csv.ts'
import { marginOf } from './margin.ts'
import type { AccountingEntry, MonthRow } from './moneyContract.ts'

const major = (minor: number | null) => (minor === null ? null : minor / 100)

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

/** Statements and payments for the accountant, with amounts in major units. */
export function accountingCsv(items: readonly AccountingEntry[]): string {
  const header = [
    ...['Date', 'Kind', 'Customer', 'Country', 'VAT number', 'Reference'],
    ...['Without VAT', 'VAT %', 'VAT', 'Total', 'Currency', 'Note'],
  ]
  return toCsv(
    header,
    items.map((item) => [
      item.day,
      item.kind === 'statement' ? 'Statement' : 'Payment',
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
