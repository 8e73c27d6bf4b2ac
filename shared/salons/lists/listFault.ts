export type ListFaultCode =
  | 'not_a_list'
  | 'encrypted'
  | 'old_xls'
  | 'damaged'
  | 'empty'
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'zip_bomb'
  | 'formula'
  | 'header_twice'
  | 'no_clients'
  | 'unknown_column'
  | 'mixed_dates'

/** Where the fault is. Rows count from 1, as spreadsheets show them; columns are named by header or letter. */
interface FaultPosition {
  row?: number
  column?: string
}

/** Why a whole client list is refused. The message is a sentence for the person who uploads the list. */
export class ListFault extends Error {
  override name = 'ListFault'
  readonly code: ListFaultCode
  readonly row: number | null
  readonly column: string | null

  constructor(code: ListFaultCode, message: string, { row, column }: FaultPosition = {}) {
    super(message)
    this.code = code
    this.row = row ?? null
    this.column = column ?? null
  }
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
export function columnLetter(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnLetter(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

/** Of a list whose rows were all rejected. It cannot be stored. */
export const NO_NUMBERS =
  'No row of this list has a number that we can use. Please choose the column with the mobile numbers, or another file.'
