import { columnLetter, ListFault } from '@salonback/shared/salons/listFault.ts'

export const MAX_BYTES = 20 * 1024 * 1024
const MAX_ROWS = 200_000
const MAX_COLUMNS = 200
/** 200,000 rows of 40 columns. An empty cell costs memory as well. */
const MAX_CELLS = 8_000_000

/** Throws ListFault if a row and column, counted from 1, are outside of what a list may have. */
export function checkPosition(row: number, column: number) {
  if (row > MAX_ROWS) {
    throw new ListFault(
      'too_many_rows',
      'The list has more than 200,000 rows. Delete empty rows at its end, or send it in parts.',
      { row },
    )
  }
  if (column > MAX_COLUMNS) {
    throw new ListFault(
      'too_many_columns',
      'The list has more than 200 columns. Export only the columns of the client list.',
      { row, column: columnLetter(column - 1) },
    )
  }
}

/** Throws ListFault if a list has too many cells. */
export function checkCells(cells: number) {
  if (cells > MAX_CELLS) {
    throw new ListFault(
      'too_large',
      'The list has more than 8 million cells. Export only the columns of the client list.',
    )
  }
}
