import type { ColumnMapping, ListHeader } from './columns.ts'
import { readVisitDate } from './listDates.ts'
import { type DescribedColumn, firstRows } from './phoneColumn.ts'
import { holdsOtherDates } from './visitWords.ts'

/** Whether a cell is the day of a visit that has passed. The order of day and month does not matter. */
const isPastDay = (cell: string, asOf: string) => {
  const day = readVisitDate(cell, 'day-first') || readVisitDate(cell, 'month-first')
  return day !== '' && day !== null && day <= asOf
}

/** How many of the first cells of each column are days that have passed. */
export const countDates = (
  rows: readonly (readonly string[])[],
  header: ListHeader,
  asOf: string,
): number[] => {
  const data = firstRows(rows, header)
  return header.names.map((_, index) => data.filter((row) => isPastDay(row[index] ?? '', asOf)).length)
}

type DatedColumn = DescribedColumn & { dates: number }

/** The columns that a person chooses the last visit from: those with dates. */
export const datedColumns = (columns: readonly DatedColumn[], { phone }: ColumnMapping): DatedColumn[] =>
  columns.filter(({ index, dates }) => dates > 0 && index !== phone)

/** The only column of dates that can be the last visit; null if there is none, or several. A person confirms it. */
export function proposeLastVisit(columns: readonly DatedColumn[], mapping: ColumnMapping): number | null {
  const used = new Set(Object.values(mapping))
  const likely = datedColumns(columns, mapping).filter(
    ({ index, name, dates, filled }) => !used.has(index) && dates * 2 >= filled && !holdsOtherDates(name),
  )
  return likely.length === 1 ? (likely[0]?.index ?? null) : null
}
