import type { ColumnMapping, ListHeader } from '@salonback/shared/salons/lists/columns.ts'
import type { FileOptions } from '@salonback/shared/salons/lists/contract.ts'
import { datedColumns, proposeLastVisit } from '@salonback/shared/salons/lists/lastVisitColumn.ts'
import { UNREAD_HINT } from '@salonback/shared/salons/lists/listedConsent.ts'
import { type DescribedColumn, proposePhoneColumn } from '@salonback/shared/salons/lists/phoneColumn.ts'
import type { ListReading } from '@salonback/shared/salons/lists/readList.ts'
import type { Market } from '@salonback/shared/sms/markets.ts'
import type { ListCells } from './listCells.ts'

const PROBLEMS = 100
/** A wrong column can hold thousands of values. */
const UNREAD_VALUES = 50
const SAMPLE_ROWS = 5
const TOP_ROWS = 100

const shown = ({ index, name, values }: DescribedColumn) => ({ index, name, values })

interface Columns {
  mapping: ColumnMapping
  described: (DescribedColumn & { dates: number })[]
  country: Market
  options: FileOptions
}

/** What a preview shows of the sheet and its columns. */
export function columnsOf(
  { rows, sheet, sheets, hiddenRows }: ListCells,
  header: ListHeader,
  { mapping, described, country, options }: Columns,
) {
  const needsPhoneColumn = mapping.phone === undefined
  const asksLastVisit = mapping.lastVisit === undefined && mapping.daysSinceVisit === undefined
  return {
    columns: [...header.names],
    mapping,
    sample: firstRows(rows.slice(header.row)).map((row) => row.slice(0, header.names.length)),
    needsPhoneColumn,
    phoneColumns: needsPhoneColumn ? described.map(shown) : [],
    proposedPhoneColumn: needsPhoneColumn ? proposePhoneColumn(rows, header, country) : null,
    needsLastVisitColumn: asksLastVisit && !options.noLastVisit,
    lastVisitColumns: asksLastVisit ? datedColumns(described, mapping).map(shown) : [],
    proposedLastVisitColumn: asksLastVisit ? proposeLastVisit(described, mapping) : null,
    noLastVisit: options.noLastVisit ?? false,
    sheet,
    sheets,
    hiddenRows,
    includesHiddenRows: options.hiddenRows ?? false,
    consentAnswers: options.consentAnswers ?? [],
  }
}

/** The first rows that are not empty: hidden rows are. */
const firstRows = (rows: readonly string[][]) =>
  rows
    .slice(0, TOP_ROWS)
    .filter((row) => row.some((cell) => cell.trim()))
    .slice(0, SAMPLE_ROWS)

/** What a preview shows of the rows. */
export function summaryOf({ rejected, reported, merged, ...reading }: ListReading) {
  return {
    consentColumn: reading.consentColumn,
    unreadConsent: reading.unreadConsent.slice(0, UNREAD_VALUES),
    rows: reading.rowCount,
    merged: merged.length,
    rejected: rejected.length,
    reported: new Set(reported.map(({ row }) => row)).size,
    dateOrder: reading.dateOrder,
    problems: [
      ...rejected.map(({ row, column, value, reason }) => ({
        row,
        column,
        message: rejection(value, reason),
      })),
      // Answers to decide are in `unreadConsent`, once each.
      ...reported
        .filter(({ message }) => !message.endsWith(UNREAD_HINT))
        .map(({ row, message }) => ({ row, column: null, message: capitalized(message) })),
    ].slice(0, PROBLEMS),
  }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `4.47701E+11: digits were lost`; of an empty cell the reason alone. */
const rejection = (value: string, reason: string) =>
  value.trim() === '' ? capitalized(reason) : `${value}: ${reason}`
