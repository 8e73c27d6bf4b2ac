import type { UndoCounts } from '@salonback/shared/salons/lists/contract.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import type { SalonRules } from '../salons/queries.ts'
import { forgetVisitsOfList } from '../visits/fromLists.ts'
import { storedPreview } from './lists.ts'
import { deleteList, findLastCommitted, findList, findWaitingList } from './queries.ts'
import type { ListContext } from './readFile.ts'

/** What staff can still act on: the uploaded list that waits, and the one that was stored last. */
export async function currentLists(context: ListContext, salon: SalonRules, now: Date) {
  const { sql } = context
  const waiting = await findWaitingList(sql, salon.id)
  const stored = await findLastCommitted(sql, salon.id)
  return {
    preview: waiting ? await storedPreview(context, salon, waiting, { now }) : null,
    stored: stored
      ? {
          ...stored,
          canUndo: !((await hasTexts(sql, stored.id)) || (await hasNewerList(sql, stored.id))),
          undo: await countUndo(sql, stored.id),
        }
      : null,
  }
}

/** Discards a preview, or undoes a stored list before the first text to one of its clients. */
export async function removeList(sql: Sql, salonId: string, id: string): Promise<string> {
  const list = await findList(sql, salonId, id, { lock: true })
  if (!list || list.state === 'undone') throw notFound('List')
  if (list.state === 'previewed') {
    await deleteList(sql, id)
    return 'List discarded'
  }
  if (await hasTexts(sql, id)) throw new AppError('conflict', 'Clients of this list have had texts already')
  if (await hasNewerList(sql, id))
    throw new AppError('conflict', 'A newer list was stored since: undo that one first')
  await forgetVisitsOfList(sql, salonId, id)
  await undoList(sql, id)
  return 'List undone'
}

/** Whether a text to a client of this list left or waits since the list was stored. */
async function hasTexts(sql: Sql, listId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from clients c join client_lists l on l.id = ${listId} join messages m on m.client_id = c.id
    where c.added_by = l.id
      or (c.list_id = l.id and coalesce(m.accepted_at, m.attempted_at, m.created_at) >= l.declared_at) limit 1`
  return rows.count > 0
}

/** Whether a newer list has changed clients of this one. */
async function hasNewerList(sql: Sql, id: string): Promise<boolean> {
  return (await sql`select 1 from client_changes where previous_list = ${id} limit 1`).count > 0
}

const isRefusal = (sql: Sql) => sql`kind in ('objection', 'withdrawn')`

/** Clients who came in their own way as well, for example through the join page. */
const joined = (sql: Sql) => sql`exists (
  select 1 from consent_events e
  where e.salon_id = c.salon_id and e.phone = c.phone and e.source in ('join_page', 'join_keyword'))`

/** What an undo of this list would change. */
async function countUndo(sql: Sql, id: string): Promise<UndoCounts> {
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
async function undoList(sql: Sql, id: string): Promise<void> {
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
