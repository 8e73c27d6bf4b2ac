import { parse } from 'csv-parse/browser/esm/sync'
import { findDelimiter } from '../lists/findDelimiter.ts'
import { type CsvColumn, type CsvColumns, type CsvPlace, countColumns, csvColumns } from './csvColumns.ts'

/** A cell with its column. */
export interface CsvCell extends CsvPlace {
  text: string
}

export interface CsvRow {
  /** As a spreadsheet counts it. */
  number: number
  /** All its cells as one text. */
  whole: string
  /** Cells with this meaning that are not empty, the best first. */
  cells(column: CsvColumn): string[]
  /** The same with their columns. */
  placed(column: CsvColumn): CsvCell[]
}

export interface CsvTable {
  columns: CsvColumns
  has(column: CsvColumn): boolean
  rows: CsvRow[]
}

/** Reports put titles above the header. */
const HEADER_ROWS = 10

/** Reads a CSV file with any separator. Throws Error with a sentence if it is none. */
export function csvTable(text: string): CsvTable {
  const records = recordsOf(text)
  const headers = records.slice(0, HEADER_ROWS).map(csvColumns)
  const most = Math.max(0, ...headers.map(countColumns))
  const at = headers.findIndex((columns) => countColumns(columns) === most)
  const columns = headers[at] ?? csvColumns([])
  const rows = records.slice(at + 1).flatMap((record, n) => {
    const placed = (column: CsvColumn) =>
      columns[column]
        .map((place) => ({ ...place, text: record[place.index] ?? '' }))
        .filter(({ text }) => text)
    const cells = (column: CsvColumn) => placed(column).map(({ text }) => text)
    const row = { number: at + n + 2, whole: JSON.stringify(record), cells, placed }
    return record.every((cell) => cell === '') ? [] : [row]
  })
  return { columns, has: (column) => columns[column].length > 0, rows }
}

function recordsOf(text: string): string[][] {
  try {
    return parse(text, {
      ...{ bom: true, delimiter: findDelimiter(text.slice(0, 64 * 1024)), trim: true },
      ...{ record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true },
    }) as string[][]
  } catch {
    throw new Error('The file cannot be read: a quote is opened and not closed')
  }
}

/** The text of a file in UTF-8, in UTF-16 with its mark, or in Windows-1252, which Excel writes. */
export function decodeCsv(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
