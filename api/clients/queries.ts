import type {
  ClientDetail,
  CommittedList,
  ConsentEntry,
  Declaration,
} from '@salonback/shared/clients/contract.ts'
import type { ColumnMapping } from '@salonback/shared/salons/columns.ts'
import type { ListedClient } from '@salonback/shared/salons/listedClient.ts'
import { instant } from '../db/instant.ts'
import type { Sql } from '../db/open.ts'

export interface StoredList {
  id: string
  salonId: string
  fileName: string
  file: Buffer | null
  mapping: ColumnMapping
  state: 'previewed' | 'committed' | 'undone'
}

/** Stores an uploaded file until it is committed or discarded. Returns the id of the list. */
export async function insertList(
  sql: Sql,
  list: {
    salonId: string
    fileName: string
    sha256: string
    file: Buffer
    mapping: ColumnMapping
    uploadedBy: string
    now: Date
  },
): Promise<string> {
  const { now, mapping, ...row } = list
  const [inserted] = await sql<[{ id: string }]>`
    insert into client_lists ${sql({ ...row, mapping: sql.json(mapping), createdAt: now })} returning id`
  return inserted.id
}

/** A list of this salon, locked. */
export async function lockList(sql: Sql, salonId: string, id: string): Promise<StoredList | undefined> {
  const [list] = await sql<StoredList[]>`
    select id, salon_id, file_name, file, mapping, state from client_lists
    where id = ${id} and salon_id = ${salonId} for update`
  return list
}

/** A list of this salon that is neither stored nor discarded. */
export async function findPreviewed(
  sql: Sql,
  salonId: string,
  id: string,
): Promise<(StoredList & { file: Buffer }) | undefined> {
  const [list] = await sql<(StoredList & { file: Buffer })[]>`
    select id, salon_id, file_name, file, mapping, state from client_lists
    where id = ${id} and salon_id = ${salonId} and state = 'previewed' and file is not null`
  return list
}

/** The newest list that staff uploaded and neither stored nor discarded. Lists of owner links are not theirs. */
export async function findWaitingList(sql: Sql, salonId: string): Promise<string | undefined> {
  const [list] = await sql<{ id: string }[]>`
    select id from client_lists l where salon_id = ${salonId} and state = 'previewed' and file is not null
      and not exists (select 1 from owner_links o where o.salon_id = l.salon_id and o.subject_id = l.id)
    order by created_at desc, id desc limit 1`
  return list?.id
}

/** The list that was stored last. */
export async function findLastCommitted(sql: Sql, salonId: string) {
  const [list] = await sql<{ id: string; fileName: string; counts: CommittedList }[]>`
    select id, file_name, counts from client_lists where salon_id = ${salonId} and state = 'committed'
    order by declared_at desc, created_at desc, id desc limit 1`
  return list
}

export async function saveMapping(sql: Sql, id: string, mapping: ColumnMapping): Promise<void> {
  await sql`update client_lists set mapping = ${sql.json(mapping)} where id = ${id}`
}

export async function deleteList(sql: Sql, id: string): Promise<void> {
  await sql`delete from client_lists where id = ${id}`
}

/** Marks a list as stored and deletes its file. */
export async function markCommitted(
  sql: Sql,
  id: string,
  commit: { asOf: string; declaration: Declaration; by: string; now: Date; counts: CommittedList },
): Promise<void> {
  await sql`
    update client_lists set state = 'committed', file = null, as_of = ${commit.asOf}, declaration = ${sql.json(commit.declaration)},
      declared_by = ${commit.by}, declared_at = ${commit.now}, counts = ${sql.json({ ...commit.counts })}
    where id = ${id}`
}

interface Saving {
  salonId: string
  listId: string
  now: Date
}

/** Clients as one JSON parameter: arrays take twice as long to serialise. */
const rowsOf = (clients: ListedClient[]) =>
  clients.map(({ phone, firstName, lastVisit, nextVisit, visits, flags }) => ({
    phone,
    first_name: firstName,
    last_visit: lastVisit,
    next_visit: nextVisit,
    visits,
    flags,
  }))

/** Clients per statement. */
const CHUNK = 5000

/**
 * Adds new clients and updates known ones. Visits only move forward, flags of the newest list count. A client who was on
 * no list before is kept with this list as the previous one.
 */
export async function saveClients(
  sql: Sql,
  { salonId, listId, now }: Saving,
  clients: ListedClient[],
): Promise<Omit<CommittedList, 'rejected'>> {
  const counts = { added: 0, updated: 0, unchanged: 0 }
  for (let at = 0; at < clients.length; at += CHUNK) {
    const chunk = rowsOf(clients.slice(at, at + CHUNK))
    const [saved] = await sql<[{ added: number; updated: number }]>`
      with given as (
        select * from jsonb_to_recordset(${sql.json(chunk)}) as g
          (phone text, first_name text, last_visit date, next_visit date, visits int, flags text[])
      ), before as (
        select c.phone, (c.first_name, c.last_visit, c.next_visit, c.visits, c.flags) is distinct from
          (coalesce(g.first_name, c.first_name), greatest(g.last_visit, c.last_visit), g.next_visit,
            greatest(g.visits, c.visits), g.flags) as changes
        from clients c join given g on g.phone = c.phone where c.salon_id = ${salonId}
      ), kept as (
        insert into client_changes (list_id, client_id, first_name, last_visit, next_visit, visits, flags, previous_list)
        select ${listId}::uuid, c.id, c.first_name, c.last_visit, c.next_visit, c.visits, c.flags, c.list_id
        from clients c join given g on g.phone = c.phone where c.salon_id = ${salonId}
      ), saved as (
        insert into clients as c (salon_id, phone, first_name, last_visit, next_visit, visits, flags, list_id, added_by,
          created_at)
        select ${salonId}::uuid, phone, first_name, last_visit, next_visit, visits, flags, ${listId}::uuid, ${listId}::uuid,
          ${now}::timestamptz
        from given
        on conflict (salon_id, phone) do update set first_name = coalesce(excluded.first_name, c.first_name),
          last_visit = greatest(excluded.last_visit, c.last_visit), next_visit = excluded.next_visit,
          visits = greatest(excluded.visits, c.visits), flags = excluded.flags, list_id = excluded.list_id
        returning 1
      )
      select (select count(*) from given)::int - (select count(*) from before)::int as added,
        (select count(*) from before where changes)::int as updated, (select count(*) from saved) as saved`
    counts.added += saved.added
    counts.updated += saved.updated
    counts.unchanged += chunk.length - saved.added - saved.updated
  }
  return counts
}

/** Appends consent of a list where it says something new about a number. */
export async function saveListConsent(
  sql: Sql,
  { salonId, listId, now }: Saving,
  {
    kind,
    wording,
    phones,
  }: { kind: 'soft_opt_in' | 'written_consent' | 'objection'; wording: string; phones: string[] },
): Promise<void> {
  for (let at = 0; at < phones.length; at += CHUNK) {
    await sql`
    insert into consent_events (salon_id, phone, at, kind, source, wording, list_id)
      select ${salonId}, given.phone, ${now}, ${kind}, 'list', ${wording}, ${listId}
      from unnest(${phones.slice(at, at + CHUNK)}::text[]) as given (phone)
      where not exists (
        select 1 from consent_events e
        where e.salon_id = ${salonId} and e.phone = given.phone and e.source = 'list' and e.kind = ${kind})`
  }
}

/** Whether a text of a campaign went to a client of this list. */
export async function hasTexts(sql: Sql, listId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from clients c join messages m on m.client_id = c.id where c.added_by = ${listId} limit 1`
  return rows.count > 0
}

/** Whether a newer list has changed clients of this one. */
export async function hasNewerList(sql: Sql, id: string): Promise<boolean> {
  return (await sql`select 1 from client_changes where previous_list = ${id} limit 1`).count > 0
}

/**
 * Undoes a stored list: deletes the clients and consent that it added, and restores the clients that it changed. Those who
 * joined by themselves stay, without what the list said.
 */
export async function undoList(sql: Sql, id: string): Promise<void> {
  await sql`delete from consent_events where list_id = ${id}`
  await sql`
    update clients c set first_name = old.first_name, last_visit = old.last_visit, next_visit = old.next_visit,
      visits = old.visits, flags = old.flags, list_id = old.previous_list
    from client_changes old where old.list_id = ${id} and old.client_id = c.id`
  await sql`delete from client_changes where list_id = ${id}`
  await sql`
    update clients c set list_id = null, added_by = null, last_visit = null, next_visit = null, visits = null, flags = '{}'
    where added_by = ${id} and exists (
      select 1 from consent_events e
      where e.salon_id = c.salon_id and e.phone = c.phone and e.source in ('join_page', 'join_keyword'))`
  await sql`delete from clients where added_by = ${id}`
  await sql`update client_lists set state = 'undone' where id = ${id}`
}

export async function insertConsent(
  sql: Sql,
  event: {
    salonId: string
    phone: string
    at: Date
    kind: string
    source: string
    wording: string
    messageId?: string
  },
): Promise<void> {
  await sql`insert into consent_events ${sql(event)}`
}

export function findConsent(sql: Sql, salonId: string, phone: string) {
  return sql<(Omit<ConsentEntry, 'at'> & { at: Date })[]>`
    select at, kind, source, wording from consent_events
    where salon_id = ${salonId} and phone = ${phone} order by at desc, id desc`
}

/** What staff said about the texts of a number, newest first. */
export function findOutcomes(sql: Sql, salonId: string, phone: string) {
  return sql<ClientDetail['outcomes']>`
    select ${instant(sql, 'created_at')} as at, outcome from messages
    where phone = ${phone} and salon_id = ${salonId} and outcome is not null order by created_at desc, seq desc`
}
