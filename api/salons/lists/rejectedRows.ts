import type { RejectedRow } from '@salonback/shared/salons/lists/contract.ts'
import type { ListReading } from '@salonback/shared/salons/lists/readList.ts'
import type { Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findList, type SaveList } from './queries.ts'

/** Rows kept of a list. A file with more has a wrong column, which the first ones show. */
const MAX_REJECTED_ROWS = 5000

/** Keeps why rows of a list became no clients, after the file with them is gone. */
export async function saveRejectedRows(
  sql: Sql,
  { listId, now }: SaveList,
  rejected: ListReading['rejected'],
): Promise<void> {
  const rows = rejected
    .slice(0, MAX_REJECTED_ROWS)
    .map(({ row, column, value, reason }) => ({ row, column, value, reason }))
  if (rows.length === 0) return
  await sql`
    insert into rejected_rows (list_id, row_number, column_name, value, reason, created_at)
    select ${listId}, g.row, g.column, g.value, g.reason, ${now}
    from jsonb_to_recordset(${sql.json(rows)}) as g ("row" int, "column" text, value text, reason text)`
}

/** The kept rows of a stored list, in the order of the file. Throws 404 for a list of another salon. */
export async function findRejectedRows(sql: Sql, salonId: string, listId: string): Promise<RejectedRow[]> {
  if (!(await findList(sql, salonId, listId))) throw notFound('List')
  return sql<RejectedRow[]>`
    select row_number as row, column_name as column, value, reason from rejected_rows
    where list_id = ${listId} order by row_number`
}
