import type { FormulaColumn } from '@salonback/shared/salons/lists/readList.ts'

/** A client list as text. Row 1 of the spreadsheet is `rows[0]`. */
export interface ListCells {
  rows: string[][]
  /** Name of the sheet that was read; null for CSV. */
  sheet: string | null
  /** All sheets of the file, in its order; empty for CSV. */
  sheets: ListSheet[]
  /** Rows that a filter hides. They are empty in `rows` unless `hiddenRows` is `include`. */
  hiddenRows: number
  /** Rows that are coloured, struck through or commented; unset for none. */
  marks?: RowMark[]
  /** Columns with formulas; their results may be old. */
  formulas: FormulaColumn[]
}

/** `key`: six hex digits of a colour, `struck` or `comment`. Rows count from 1. */
export interface RowMark {
  key: string
  rows: number[]
}

interface ListSheet {
  name: string
  hidden: boolean
  /** Whether this is the sheet that was read. */
  chosen: boolean
}

export interface CellOptions {
  /** Name of the sheet; without it the first visible one with phone numbers. */
  sheet?: string | undefined
  /** Rows that a filter hides are left out unless this says `include`. */
  hiddenRows?: 'include' | 'leave_out' | undefined
}
