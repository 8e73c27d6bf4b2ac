import { createHash } from 'node:crypto'
import type { ColumnMapping } from '@salonback/shared/salons/lists/columns.ts'
import type {
  CommittedList,
  CurrentLists,
  Declaration,
  FileOptions,
} from '@salonback/shared/salons/lists/contract.ts'
import type { ListedClient } from '@salonback/shared/salons/lists/listedClient.ts'
import type { toldByList } from '@salonback/shared/salons/lists/toldByList.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Json, Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'

/** An uploaded list that is neither stored nor discarded. */
export interface PreviewedList {
  id: string
  salonId: string
  fileName: string
  sha256: string
  /** Changes with every change of the row. */
  version: string
  mapping: ColumnMapping
  options: FileOptions
}

export interface NewList {
  file: Buffer
  fileName: string
  uploadedBy: string
  now: Date
  /** Throws in the storing transaction if the person may not store it any more. */
  check?: (sql: Sql) => Promise<void>
}

/** Stores an uploaded file until it is committed or discarded. */
export async function insertList(
  sql: Sql,
  list: NewList & { salonId: string; mapping: ColumnMapping },
): Promise<Pick<PreviewedList, 'id' | 'version'>> {
  const { now, mapping, check: _, ...row } = list
  const sha256 = createHash('sha256').update(list.file).digest('hex')
  const [inserted] = await sql<[{ id: string; version: string }]>`
    insert into client_lists ${sql({ ...row, sha256, mapping: sql.json(mapping), createdAt: now })}
    returning id, xmin::text as version`
  return inserted
}

/** A list of this salon in any state. `lock` serialises its changes. */
export async function findList(sql: Sql, salonId: string, id: string, { lock = false } = {}) {
  const [list] = await sql<{ id: string; state: 'previewed' | 'committed' | 'undone' }[]>`
    select id, state from client_lists where id = ${id} and salon_id = ${salonId} ${lock ? sql`for update` : sql``}`
  return list
}

/** A list of this salon that is neither stored nor discarded. */
export async function findPreviewed(
  sql: Sql,
  salonId: string,
  id: string,
): Promise<PreviewedList | undefined> {
  const [list] = await sql<PreviewedList[]>`
    select id, salon_id, file_name, sha256, xmin::text as version, mapping, options from client_lists
    where id = ${id} and salon_id = ${salonId} and state = 'previewed' and file is not null`
  return list
}

/** The file of a list that is neither stored nor discarded. Throws 409 if it was stored or discarded since. */
export async function findFile(sql: Sql, id: string): Promise<Buffer> {
  const [list] = await sql<{ file: Buffer }[]>`
    select file from client_lists where id = ${id} and state = 'previewed' and file is not null`
  if (!list) throw new AppError('conflict', 'This list was stored already')
  return list.file
}

/** Locks the list. False if it was stored, discarded or read in another way since. */
export async function lockUnchanged(sql: Sql, { id, mapping, options }: PreviewedList): Promise<boolean> {
  const { count } = await sql`
    select 1 from client_lists where id = ${id} and state = 'previewed' and file is not null
      and mapping = ${sql.json(mapping)} and options = ${sql.json(options as Json)} for update`
  return count > 0
}

/** The newest list that staff uploaded and neither stored nor discarded. Lists of owner links are not theirs. */
export async function findWaitingList(sql: Sql, salonId: string): Promise<string | undefined> {
  const [list] = await sql<{ id: string }[]>`
    select id from client_lists l where salon_id = ${salonId} and state = 'previewed' and file is not null
      and not exists (select 1 from owner_links o where o.salon_id = l.salon_id and o.subject_id = l.id)
    order by created_at desc, id desc limit 1`
  return list?.id
}

type StoredList = Omit<NonNullable<CurrentLists['stored']>, 'canUndo' | 'undo'>

/** The list that was stored last. */
export async function findLastCommitted(sql: Sql, salonId: string) {
  const [list] = await sql<StoredList[]>`
    select id, file_name, counts, (select count(*) from rejected_rows r where r.list_id = l.id)::int as rejected_rows, case when declaration is not null then jsonb_build_object('by', declared_by,
      'at', ${instant(sql, 'declared_at')}, 'asOf', as_of::text, 'declaration', declaration) end as declared
    from client_lists l where salon_id = ${salonId} and state = 'committed'
    order by declared_at desc, created_at desc, id desc limit 1`
  return list
}

/** Stores how the file is read. Returns the new version of the list. */
export async function saveReading(
  sql: Sql,
  id: string,
  { mapping, options }: Pick<PreviewedList, 'mapping' | 'options'>,
): Promise<string> {
  const [{ version }] = await sql<[{ version: string }]>`
    update client_lists set mapping = ${sql.json(mapping)}, options = ${sql.json(options as Json)} where id = ${id}
    returning xmin::text as version`
  return version
}

export async function deleteList(sql: Sql, id: string): Promise<void> {
  await sql`delete from client_lists where id = ${id}`
}

/** Marks a list as stored and deletes its file, with the answers in it. */
export async function markCommitted(
  sql: Sql,
  id: string,
  commit: { asOf: string; declaration: Declaration; by: string; now: Date; counts: CommittedList },
): Promise<void> {
  await sql`
    update client_lists set state = 'committed', file = null, options = options - 'consentAnswers', as_of = ${commit.asOf},
      declaration = ${sql.json(commit.declaration)}, declared_by = ${commit.by}, declared_at = ${commit.now}, counts = ${sql.json({ ...commit.counts })}
    where id = ${id}`
}

export interface SaveList {
  salonId: string
  listId: string
  now: Date
}

/** Spaces do not make another answer. */
export const answerKey = (value: string) => value.trim().replace(/\s+/g, ' ')

/** Clients as one JSON parameter: arrays take twice as long to serialise. */
const rowsOf = (clients: ListedClient[]) =>
  clients.map(({ phone, firstName, lastVisit, nextVisit, visits, flags, consent, consentValue }) => ({
    phone,
    first_name: firstName,
    last_visit: lastVisit,
    next_visit: nextVisit,
    visits,
    flags,
    undecided_answer: consent === 'unread' && consentValue !== null ? answerKey(consentValue) : null,
    answered: consent === 'yes' || consent === 'no',
  }))

/** Clients per statement. */
const CHUNK = 5000

interface SaveClients {
  clients: ListedClient[]
  told: ReturnType<typeof toldByList>
}

/**
 * Adds new clients and updates known ones. Visits only move forward. Flags and the next visit stay if the list has no column
 * for them: else a blocked client, or one with a booking, would be texted. An answer that staff have not decided stays until a
 * list has a clear one.
 */
export async function saveClients(
  sql: Sql,
  { salonId, listId, now }: SaveList,
  { clients, told }: SaveClients,
): Promise<Omit<CommittedList, 'rejected'>> {
  const counts = { added: 0, updated: 0, unchanged: 0 }
  const flags = (given: Fragment) => sql`
    array(select flag from unnest(c.flags) flag where flag <> all(${told.flags}::text[]) union select unnest(${given}) order by 1)`
  const nextVisit = (given: Fragment) => (told.nextVisit ? given : sql`coalesce(${given}, c.next_visit)`)
  for (let at = 0; at < clients.length; at += CHUNK) {
    const chunk = rowsOf(clients.slice(at, at + CHUNK))
    const [saved] = await sql<[{ added: number; updated: number }]>`
      with given as (
        select * from jsonb_to_recordset(${sql.json(chunk)}) as g
          (phone text, first_name text, last_visit date, next_visit date, visits int, flags text[],
            undecided_answer text, answered boolean)
      ), before as (
        select c.phone, (c.first_name, c.last_visit, c.next_visit, c.visits, c.flags, c.undecided_answer) is distinct from
          (coalesce(g.first_name, c.first_name), greatest(g.last_visit, c.last_visit), ${nextVisit(sql`g.next_visit`)},
            greatest(g.visits, c.visits), ${flags(sql`g.flags`)},
            case when not g.answered then coalesce(g.undecided_answer, c.undecided_answer) end) as changes
        from clients c join given g on g.phone = c.phone where c.salon_id = ${salonId}
      ), kept as (
        insert into client_changes (list_id, client_id, first_name, last_visit, next_visit, visits, flags,
          undecided_answer, previous_list)
        select ${listId}::uuid, c.id, c.first_name, c.last_visit, c.next_visit, c.visits, c.flags, c.undecided_answer, c.list_id
        from clients c join given g on g.phone = c.phone where c.salon_id = ${salonId}
      ), saved as (
        insert into clients as c (salon_id, phone, first_name, last_visit, next_visit, visits, flags, undecided_answer,
          list_id, added_by, created_at)
        select ${salonId}::uuid, phone, first_name, last_visit, next_visit, visits, flags, undecided_answer,
          ${listId}::uuid, ${listId}::uuid, ${now}::timestamptz
        from given
        on conflict (salon_id, phone) do update set first_name = coalesce(excluded.first_name, c.first_name),
          last_visit = greatest(excluded.last_visit, c.last_visit), next_visit = ${nextVisit(sql`excluded.next_visit`)},
          visits = greatest(excluded.visits, c.visits), flags = ${flags(sql`excluded.flags`)}, list_id = excluded.list_id,
          undecided_answer = coalesce(excluded.undecided_answer, c.undecided_answer)
        returning 1
      )
      select (select count(*) from given)::int - (select count(*) from before)::int as added,
        (select count(*) from before where changes)::int as updated, (select count(*) from saved) as saved`
    const answered = chunk.filter((client) => client.answered).map(({ phone }) => phone)
    await sql`
      update clients set undecided_answer = null
      where salon_id = ${salonId} and undecided_answer is not null and phone = any(${answered}::text[])`
    counts.added += saved.added
    counts.updated += saved.updated
    counts.unchanged += chunk.length - saved.added - saved.updated
  }
  return counts
}

/** Deletes lists uploaded before this time that were not stored, with their files. */
export async function deleteOldPreviews(sql: Sql, before: Date): Promise<number> {
  const { count } = await sql`delete from client_lists where state = 'previewed' and created_at <= ${before}`
  return count
}
