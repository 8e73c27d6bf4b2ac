import type { ColumnMapping, ListField, ListHeader } from './columns.ts'
import { rejectTwoHeaders } from './columns.ts'
import { DateOrderFinder } from './dateOrder.ts'

/** Rows between two pauses. */
export const STEP = 100

/** A row of the list, read by field. */
export class DataRow {
  readonly number: number
  private readonly cells: readonly string[]
  private readonly names: readonly string[]
  private readonly mapping: ColumnMapping

  constructor(number: number, cells: readonly string[], names: readonly string[], mapping: ColumnMapping) {
    this.number = number
    this.cells = cells
    this.names = names
    this.mapping = mapping
  }

  cell(field: ListField): string {
    return this.cells[this.mapping[field] ?? -1] ?? ''
  }

  name(field: ListField): string {
    return this.names[this.mapping[field] ?? -1] ?? ''
  }
}

/** The rows below the header, without empty ones and totals, and the order of their dates. Pauses between steps. */
export function* dataRows(
  rows: readonly (readonly string[])[],
  header: ListHeader,
  mapping: ColumnMapping,
): Generator<void, { data: DataRow[]; dates: DateOrderFinder }> {
  const data: DataRow[] = []
  const dates = new DateOrderFinder()
  for (let index = header.row; index < rows.length; index++) {
    if (index % STEP === 0) yield
    const cells = rows[index] ?? []
    if (header.row > 0) rejectTwoHeaders(cells, index + 1, header)
    const row = new DataRow(index + 1, cells, header.names, mapping)
    const first = cells.find((cell) => cell.trim() !== '')
    if (first === undefined || isTotal(first, row)) continue
    data.push(row)
    for (const field of ['lastVisit', 'nextVisit'] as const)
      dates.add({ row: row.number, column: row.name(field), value: row.cell(field) })
  }
  return { data, dates }
}

/** `Total`, `Grand total: 8`, `Total Customers`, `Yhteensä`, in a row without a phone number. */
const isTotal = (first: string, row: DataRow) =>
  /^\s*(?:(?:grand|sub|report)[\s-]?)?totals?\b|^\s*yhteensä/i.test(first) &&
  phoneText(row).replace(/\D/g, '').length < 7

/** Of values in messages. */
export const LONGEST_VALUE = 100

/** What the row has instead of a number that can be used. */
export const phoneText = (row: DataRow) =>
  (row.cell('phone').trim() || row.cell('otherPhone').trim()).slice(0, LONGEST_VALUE)
