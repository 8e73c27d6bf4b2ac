import { toCsv } from '../../kit/csv.ts'
import type { RejectedRow } from './contract.ts'

const header = ['Row', 'Column', 'Value', 'Reason']

/** Rejected rows of a stored list as CSV. The value of a cell can be a formula, which the file must not run. */
export const rejectedRowsCsv = (rows: readonly RejectedRow[]): string =>
  toCsv(
    header,
    rows.map(({ row, column, value, reason }) => [row, column, value, reason]),
  )
