import type { UndoCounts } from '@salonback/shared/salons/clients/contract.ts'
import type { Sql } from '../../platform/db/open.ts'

/** Whether a text to a client of this list left or waits since the list was stored. */
export async function hasTexts(sql: Sql, listId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from clients c join client_lists l on l.id = ${listId} join messages m on m.client_id = c.id
    where c.added_by = l.id
      or (c.list_id = l.id and coalesce(m.accepted_at, m.attempted_at, m.created_at) >= l.declared_at) limit 1`
  return rows.count > 0
}

/** Whether a newer list has changed clients of this one. */
export async function hasNewerList(sql: Sql, id: string): Promise<boolean> {
  return (await sql`select 1 from client_changes where previous_list = ${id} limit 1`).count > 0
}

const isRefusal = (sql: Sql) => sql`kind in ('objection', 'withdrawn')`

/** Clients who came in their own way as well, for example through the join page. */
const joined = (sql: Sql) => sql`exists (
  select 1 from consent_events e
  where e.salon_id = c.salon_id and e.phone = c.phone and e.source in ('join_page', 'join_keyword'))`

/** What an undo of this list would change. */
export async function countUndo(sql: Sql, id: string): Promise<UndoCounts> {
  const [counts] = await sql<[UndoCounts]>`
    select
      (select count(*) from clients c where added_by = ${id} and not ${joined(sql)})::int as deleted,
      (select count(*) from clients c where list_id = ${id} and (added_by is distinct from ${id} or ${joined(sql)}))::int
        as restored,
      (select count(*) from consent_events where list_id = ${id} and not (${isRefusal(sql)}))::int as consents,
      (select count(*) from consent_events where list_id = ${id} and ${isRefusal(sql)})::int as objections`
  return counts
}

/**
 * Undoes a stored list: deletes the clients and consent that it added, and restores the clients that it changed. Those who
 * joined by themselves stay, without what the list said. Objections stay: a person said no, and a later list can forget it.
 */
export async function undoList(sql: Sql, id: string): Promise<void> {
  await sql`
    update consent_events set list_id = null, evidence = coalesce(evidence, '{}') || jsonb_build_object('undoneList', ${id}::text)
    where list_id = ${id} and ${isRefusal(sql)}`
  await sql`delete from consent_events where list_id = ${id}`
  await sql`
    update clients c set first_name = old.first_name, last_visit = old.last_visit, next_visit = old.next_visit,
      visits = old.visits, flags = old.flags, undecided_answer = old.undecided_answer, list_id = old.previous_list
    from client_changes old where old.list_id = ${id} and old.client_id = c.id`
  await sql`delete from client_changes where list_id = ${id}`
  await sql`
    update clients c set list_id = null, added_by = null, last_visit = null, next_visit = null, visits = null, flags = '{}',
      undecided_answer = null
    where added_by = ${id} and ${joined(sql)}`
  await sql`delete from clients where added_by = ${id}`
  await sql`delete from rejected_rows where list_id = ${id}`
  await sql`update client_lists set state = 'undone' where id = ${id}`
}
