import type { RejectedRow } from '@salonback/shared/salons/lists/contract.ts'
import type { Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findList } from './queries.ts'

/** Rows kept of a list. A file with more has a wrong column, which the first ones show. */
const MAX_REJECTED_ROWS = 5000

/** Keeps why rows of a list became no clients, after the file with them is gone. `column`: the one with the numbers. */
export async function saveRejectedRows(sql: Sql, listId: string, column: string, now: Date): Promise<void> {
  await sql`
    insert into rejected_rows (list_id, row_number, column_name, value, reason, created_at)
    select list_id, row_number, ${column}, phone, message, ${now} from list_rows
    where list_id = ${listId} and part = 'rejected' order by row_number limit ${MAX_REJECTED_ROWS}`
}

/** The kept rows of a stored list, in the order of the file. Throws 404 for a list of another salon. */
export async function findRejectedRows(sql: Sql, salonId: string, listId: string): Promise<RejectedRow[]> {
  if (!(await findList(sql, salonId, listId))) throw notFound('List')
  return sql<RejectedRow[]>`
    select row_number as row, column_name as column, value, reason from rejected_rows
    where list_id = ${listId} order by row_number`
}
