import { createHash } from 'node:crypto'
import type { ColumnMapping } from '@salonback/shared/salons/lists/columns.ts'
import type {
  CommittedList,
  CurrentLists,
  Declaration,
  FileOptions,
} from '@salonback/shared/salons/lists/contract.ts'
import type { toldByList } from '@salonback/shared/salons/lists/toldByList.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Json, Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { ReadList, ReadPreview } from './readFile.ts'
import { alreadyStored, deleteStaged, listedClients, stageRows } from './stagedRows.ts'

/** An uploaded list that is neither stored nor discarded. */
export interface PreviewedList {
  id: string
  salonId: string
  fileName: string
  sha256: string
  mapping: ColumnMapping
  options: FileOptions
  /** Null for a list that an earlier version of the service read. */
  preview: ReadPreview | null
}

/** A list with staged rows. */
export type StagedList = PreviewedList & { preview: ReadPreview }

export interface NewList {
  file: Buffer
  fileName: string
  uploadedBy: string
  now: Date
  /** Throws in the storing transaction if the person may not store it any more. */
  check?: (sql: Sql) => Promise<void>
}

/** Stores an uploaded file with its rows until it is committed or discarded. */
export async function insertList(
  sql: Sql,
  salonId: string,
  list: NewList,
  read: ReadList,
): Promise<StagedList> {
  const { now, file, fileName, uploadedBy } = list
  const sha256 = createHash('sha256').update(file).digest('hex')
  const row = { salonId, fileName, file, uploadedBy, sha256, mapping: sql.json(read.mapping), createdAt: now }
  const [{ id }] = await sql<[{ id: string }]>`insert into client_lists ${sql(row)} returning id`
  return saveReading(sql, { id, salonId, fileName, sha256 }, read)
}

/** Stores how the file was read, and what was read. */
export async function saveReading(
  sql: Sql,
  list: Pick<PreviewedList, 'id' | 'salonId' | 'fileName' | 'sha256'>,
  { mapping, options, preview, cells, reading }: ReadList,
): Promise<StagedList> {
  const { rows, ...parsed } = cells
  await sql`
    update client_lists set mapping = ${sql.json(mapping)}, options = ${sql.json(options as Json)},
      parsed = ${sql.json({ ...parsed } as unknown as Json)}, preview = ${sql.json(preview as unknown as Json)} where id = ${list.id}`
  await stageRows(sql, list.id, rows, reading)
  return { ...list, mapping, options, preview }
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
    select id, salon_id, file_name, sha256, mapping, options, preview from client_lists
    where id = ${id} and salon_id = ${salonId} and state = 'previewed' and file is not null`
  return list
}

/** The file of a list that is neither stored nor discarded. Throws 409 if it was stored or discarded since. */
export async function findFile(sql: Sql, id: string): Promise<Buffer> {
  const [list] = await sql<{ file: Buffer }[]>`
    select file from client_lists where id = ${id} and state = 'previewed' and file is not null`
  if (!list) throw alreadyStored()
  return list.file
}

/** Locks the list. Throws 409 if it was stored, discarded or read in another way since. */
export async function requireUnchanged(
  sql: Sql,
  { id, mapping, options }: Omit<PreviewedList, 'preview'>,
): Promise<void> {
  const { count } = await sql`
    select 1 from client_lists where id = ${id} and state = 'previewed' and file is not null
      and mapping = ${sql.json(mapping)} and options = ${sql.json(options as Json)} for update`
  if (count > 0) return
  throw new AppError('conflict', 'This list was changed or stored meanwhile. Please look at it again.')
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

export async function deleteList(sql: Sql, id: string): Promise<void> {
  await sql`delete from client_lists where id = ${id}`
}

/** Marks a list as stored and deletes its file and rows, with the answers in them. */
export async function markCommitted(
  sql: Sql,
  id: string,
  commit: { asOf: string; declaration: Declaration; by: string; now: Date; counts: CommittedList },
): Promise<void> {
  await sql`
    update client_lists set state = 'committed', file = null, parsed = null, preview = null, options = options - 'consentAnswers', as_of = ${commit.asOf},
      declaration = ${sql.json(commit.declaration)}, declared_by = ${commit.by}, declared_at = ${commit.now}, counts = ${sql.json({ ...commit.counts })}
    where id = ${id}`
  await deleteStaged(sql, id)
}

export interface SaveList {
  salonId: string
  listId: string
  now: Date
  /** Numbers of erased people, who are not stored again. */
  erased: readonly string[]
}

/**
 * Adds new clients and updates known ones. Visits only move forward. Flags and the next visit stay if the list has no column
 * for them: else a blocked client, or one with a booking, would be texted. An answer that staff have not decided stays until a
 * list has a clear one.
 */
export async function saveClients(
  sql: Sql,
  { salonId, listId, now, erased }: SaveList,
  told: ReturnType<typeof toldByList>,
): Promise<Omit<CommittedList, 'rejected'>> {
  const flags = (given: Fragment) => sql`
    array(select flag from unnest(c.flags) flag where flag <> all(${told.flags}::text[]) union select unnest(${given}) order by 1)`
  const nextVisit = (given: Fragment) => (told.nextVisit ? given : sql`coalesce(${given}, c.next_visit)`)
  const listed = listedClients(sql, listId, erased)
  await sql`
    insert into client_changes (list_id, client_id, first_name, last_visit, next_visit, visits, flags, undecided_answer, previous_list)
    select ${listId}, c.id, c.first_name, c.last_visit, c.next_visit, c.visits, c.flags, c.undecided_answer, c.list_id
    from clients c join (${listed}) g on g.phone = c.phone where c.salon_id = ${salonId}`
  await sql`
    insert into clients as c (salon_id, phone, first_name, last_visit, next_visit, visits, flags, undecided_answer,
      list_id, added_by, created_at)
    select ${salonId}, phone, "firstName", "lastVisit", "nextVisit", visits, flags, "undecidedAnswer", ${listId}, ${listId}, ${now}
    from (${listed}) g
    on conflict (salon_id, phone) do update set first_name = coalesce(excluded.first_name, c.first_name),
      last_visit = greatest(excluded.last_visit, c.last_visit), next_visit = ${nextVisit(sql`excluded.next_visit`)},
      visits = greatest(excluded.visits, c.visits), flags = ${flags(sql`excluded.flags`)}, list_id = excluded.list_id,
      undecided_answer = coalesce(excluded.undecided_answer, c.undecided_answer)`
  await sql`
    update clients c set undecided_answer = null from (${listed}) g
    where c.salon_id = ${salonId} and c.undecided_answer is not null and c.phone = g.phone and g.answered`
  const [counts] = await sql<[Omit<CommittedList, 'rejected'>]>`
    select (select count(*) from clients where added_by = ${listId})::int as added,
      count(*) filter (where is_changed)::int as updated, count(*) filter (where not is_changed)::int as unchanged
    from (
      select (c.first_name, c.last_visit, c.next_visit, c.visits, c.flags, c.undecided_answer) is distinct from
        (h.first_name, h.last_visit, h.next_visit, h.visits, h.flags, h.undecided_answer) as is_changed
      from client_changes h join clients c on c.id = h.client_id where h.list_id = ${listId}
    ) compared`
  return counts
}

/** Deletes lists uploaded before this time that were not stored, with their files. */
export async function deleteOldPreviews(sql: Sql, before: Date): Promise<number> {
  const { count } = await sql`delete from client_lists where state = 'previewed' and created_at <= ${before}`
  return count
}
