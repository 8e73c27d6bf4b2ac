import { columnLetter, ListFault } from '@salonback/shared/salons/lists/listFault.ts'

export const MAX_BYTES = 20 * 1024 * 1024
/** Longer cells are cut: no column that is used needs more. */
export const MAX_CELL = 1000
const MAX_ROWS = 200_000
const MAX_COLUMNS = 200
/** 200,000 rows of 40 columns. An empty cell costs memory as well. */
const MAX_CELLS = 8_000_000
/** Characters of all cells. A text that is stored once counts for each cell that refers to it. */
const MAX_TEXT = 64_000_000

/** A cell without characters that Postgres rejects, such as NUL, and not longer than a cell may be. */
export function cleanCell(value: string): string {
  const text = value.length > MAX_CELL ? value.slice(0, MAX_CELL) : value
  return /^[ -~]*$/.test(text) ? text : text.replace(/(?![\t\n\r\x80-\x9f])\p{Cc}|\p{Surrogate}/gu, '')
}

const moreThan = (what: string, advice = 'Export only the columns of the client list.') =>
  `The list has more than ${what}. ${advice}`

interface CountedCell {
  row: number
  column: number
  /** How many cells this one adds, with the empty ones before it. */
  cells: number
  value: string
}

/** Counts the cells of a list. Throws ListFault when there are more than a list may have. */
export class CellCounter {
  hasText = false
  private cells = 0
  private text = 0

  add({ row, column, cells, value }: CountedCell) {
    this.checkPosition(row, column)
    this.cells += cells
    this.text += value.length
    if (this.cells > MAX_CELLS) throw new ListFault('too_large', moreThan('8 million cells'))
    if (this.text > MAX_TEXT) throw new ListFault('too_large', moreThan('64 million characters'))
    this.hasText ||= value.trim() !== ''
  }

  /** Row and column are counted from 1. */
  checkPosition(row: number, column: number) {
    if (row > MAX_ROWS) {
      const advice = 'Delete empty rows at its end, or send it in parts.'
      throw new ListFault('too_many_rows', moreThan('200,000 rows', advice), { row })
    }
    if (column > MAX_COLUMNS) {
      const place = { row, column: columnLetter(column - 1) }
      throw new ListFault('too_many_columns', moreThan('200 columns'), place)
    }
  }
}
