import type { ConversationKey, DeskState, Note } from '@salonback/shared/core/inbox/conversation.ts'
import { TAKEN_MS } from '@salonback/shared/core/inbox/deskRules.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { undoRows } from '../../platform/undo/undos.ts'
import { setProcessed } from '../messages/processed.ts'

/** The owner of a list or a count: the agency, or all salons together. */
export type Owner = 'agency' | 'salons'

/** Whether a row with this salon belongs to the owner. */
export const ofOwner = (sql: Sql, owner: Owner, salonId: Fragment): Fragment =>
  owner === 'agency' ? sql`${salonId} is null` : sql`${salonId} is not null`

/** Rows `d` of one conversation. */
const ofConversation = (sql: Sql, { salonId, number }: ConversationKey): Fragment =>
  sql`d.phone = ${number} and d.salon_id is not distinct from ${salonId}::uuid`

const since = (now: Date) => new Date(now.getTime() - TAKEN_MS)

/** Whether text `m` is in a conversation that is out of review at this time. */
export const isSnoozed = (sql: Sql, now: Date): Fragment => sql`
  exists (select 1 from conversation_desk d
    where d.phone = m.phone and d.salon_id is not distinct from m.salon_id and d.snoozed_until > ${now})`

/** Whether text `m` is in a conversation that this admin has taken or was assigned. */
export const isTakenBy = (sql: Sql, adminId: string | null, now: Date): Fragment => sql`
  exists (select 1 from conversation_desk d
    where d.phone = m.phone and d.salon_id is not distinct from m.salon_id
      and (d.taken_by = ${adminId} and d.taken_at > ${since(now)} or d.assigned_to = ${adminId}))`

export const hasNotes = (sql: Sql): Fragment => sql`
  exists (select 1 from conversation_notes n
    where n.phone = m.phone and n.salon_id is not distinct from m.salon_id)`

/** Conversations of salons with a text that waits, without those that are snoozed. */
export const countConversations = (sql: Sql, now: Date): Fragment => sql`
  select (select count(*)::int from (select distinct salon_id, phone from messages
      where direction = 'inbound' and not processed and salon_id is not null) as waiting)
    - (select count(*)::int from conversation_desk d
      where d.snoozed_until > ${now} and d.salon_id is not null
        and exists (select 1 from messages m where m.phone = d.phone and m.salon_id = d.salon_id
          and m.direction = 'inbound' and not m.processed)) as count`

/** Counts what the agency has to review: texts in conversations that are not snoozed, and texts with unknown outcome. */
export const countReview = (sql: Sql, now: Date): Fragment => sql`
  (select count(*)::int from messages where direction = 'inbound' and salon_id is null and not processed)
    - (select count(*)::int from conversation_desk d
        join messages m on m.phone = d.phone and m.salon_id is null and m.direction = 'inbound' and not m.processed
      where d.snoozed_until > ${now} and d.salon_id is null)
    + (select count(*)::int from messages where status = 'unknown' and salon_id is null and kind <> 'test')`

/** Waiting conversations by salon: how many, and since when the oldest of them waits. */
export const waitingBySalon = (sql: Sql, now: Date): Fragment => sql`
  select m.salon_id, count(distinct m.phone)::int, min(m.created_at) as since from messages m
  where m.direction = 'inbound' and m.salon_id is not null and not m.processed and not ${isSnoozed(sql, now)}
  group by m.salon_id`

/** Columns of a row `d`; expired values are null. */
const columns = (sql: Sql, now: Date): Fragment => sql`
  d.salon_id, d.phone as number,
  case when d.taken_at > ${since(now)} then a.username end as taken_by,
  case when d.taken_at > ${since(now)} and d.taken_by is not null
    then ${instant(sql, 'd.ends_at')} end as taken_until,
  o.username as assigned_to,
  case when d.snoozed_until > ${now} then ${instant(sql, 'd.snoozed_until')} end as snoozed_until`

/** Rows `d` with the end of their ten minutes, the admin `a` who has them, and `o` who looks after them. */
const rows = (sql: Sql): Fragment => sql`
  (select *, taken_at + interval '10 minutes' as ends_at from conversation_desk) d
  left join admins a on a.id = d.taken_by left join admins o on o.id = d.assigned_to`

const MAX_LISTED = 1000

/** Conversations that staff answer now, then snoozed ones by their time, then other assigned ones. */
export const findOpen = (sql: Sql, now: Date) => sql<DeskState[]>`
  select ${columns(sql, now)} from ${rows(sql)}
  where (d.taken_by is not null and d.taken_at > ${since(now)}) or d.snoozed_until > ${now} or d.assigned_to is not null
  order by d.taken_by is null, d.snoozed_until limit ${MAX_LISTED}`

export async function findState(sql: Sql, key: ConversationKey, now: Date): Promise<DeskState> {
  const [row] = await sql<DeskState[]>`
    select ${columns(sql, now)} from ${rows(sql)}
    where ${ofConversation(sql, key)}`
  return row ?? { ...key, takenBy: null, takenUntil: null, assignedTo: null, snoozedUntil: null }
}

interface TakeConversation extends ConversationKey {
  adminId: string
  now: Date
  /** Takes it from a colleague. */
  over: boolean
}

/** Takes a conversation or extends the time. Null if a colleague has it; `began`: this admin did not have it before. */
export async function takeConversation(sql: Sql, { salonId, number, adminId, now, over }: TakeConversation) {
  const [before] = await sql<{ takenBy: string | null }[]>`
    select case when d.taken_at > ${since(now)} then d.taken_by end as taken_by
    from conversation_desk d where ${ofConversation(sql, { salonId, number })}`
  const holder = before?.takenBy ?? null
  if (holder !== null && holder !== adminId && !over) return null
  const [row] = await sql<[{ id: string }]>`
    insert into conversation_desk (salon_id, phone, taken_by, taken_at) values (${salonId}, ${number}, ${adminId}, ${now})
    on conflict (salon_id, phone) do update set taken_by = excluded.taken_by, taken_at = excluded.taken_at
    returning id`
  return { id: row.id, began: holder !== adminId }
}

/** Releases a conversation. Undefined if this admin has not taken it. */
export async function releaseConversation(
  sql: Sql,
  { adminId, ...key }: ConversationKey & { adminId: string },
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    update conversation_desk d set taken_by = null, taken_at = null
    where ${ofConversation(sql, key)} and d.taken_by = ${adminId} returning d.id`
  return row?.id
}

/** Takes conversations out of review; null brings them back. Those with a possible opt-out stay. Returns their number. */
export async function snoozeConversation(sql: Sql, key: ConversationKey, until: Date | null) {
  const { salonId, number } = key
  const { count } =
    until === null
      ? await sql`update conversation_desk d set snoozed_until = null where ${ofConversation(sql, key)}`
      : await sql`
          insert into conversation_desk (salon_id, phone, snoozed_until)
          select ${salonId}, ${number}, ${until} where not exists (${pendingReview(sql, key)})
          on conflict (salon_id, phone) do update set snoozed_until = excluded.snoozed_until`
  return count > 0
}

interface DeskRow {
  id: string
  takenBy: string | null
  takenAt: Date | null
  snoozedUntil: Date | null
  assignedTo: string | null
  assignedBy: string | null
  assignedAt: Date | null
  assignedSeenAt: Date | null
  /** Transactions that last set the first and the second half of it. */
  markedIn: string | null
  assignedIn: string | null
}

/** The row that the undo of a change restores. */
export async function findDeskRow(sql: Sql, key: ConversationKey): Promise<DeskRow | undefined> {
  const [row] = await sql<DeskRow[]>`
    select id, taken_by, taken_at, snoozed_until, assigned_to, assigned_by, assigned_at, assigned_seen_at,
      marked_in, assigned_in
    from conversation_desk d where ${ofConversation(sql, key)}`
  return row
}

/** Rows for the undo of a change of the row with this id. */
export const deskBefore = (
  sql: Sql,
  id: string,
  before: DeskRow | undefined,
  mark: 'markedIn' | 'assignedIn',
): Fragment => sql`
  select ${id}::uuid, ${JSON.stringify(before ?? {})}::text::jsonb, ${before?.[mark] ?? null}::text::xid8`

/** Restores who had taken conversations, and their snooze, except those that were changed since. */
export async function restoreDesk(sql: Sql, { key }: { key: string }): Promise<number> {
  const { count } = await sql`
    update conversation_desk d set snoozed_until = (r.before->>'snoozedUntil')::timestamptz,
      taken_by = (r.before->>'takenBy')::uuid, taken_at = (r.before->>'takenAt')::timestamptz,
      marked_in = r.mark
    from ${undoRows(sql, key, 'conversation')} where d.id = r.row_id and d.marked_in = r.made_in`
  return count
}

const pendingReview = (sql: Sql, { salonId, number }: ConversationKey): Fragment => sql`
  select 1 from messages m where m.phone = ${number} and m.salon_id is not distinct from ${salonId}::uuid
    and m.direction = 'inbound' and is_pending_review(m.intent, m.decided_at)`

export const hasPendingReview = async (sql: Sql, key: ConversationKey): Promise<boolean> =>
  (await sql`${pendingReview(sql, key)} limit 1`).count > 0

const noteColumns = (sql: Sql): Fragment => sql`
  n.id, n.body, coalesce(a.username, n.author) as created_by, ${instant(sql, 'n.created_at')} as created_at`

/** Notes of a page. */
const NOTES = 100
/** Notes that staff may add to a conversation, in all and in 24 hours. */
const MOST_NOTES = 2000
const MOST_A_DAY = 200
const DAY_MS = 24 * 3_600_000

/** The newest notes, or those before a note, oldest first, and whether there are earlier ones. */
export async function findNotes(sql: Sql, { salonId, number }: ConversationKey, before?: string) {
  const rows = await sql<Note[]>`
    select ${noteColumns(sql)} from conversation_notes n left join admins a on a.id = n.created_by
    where n.phone = ${number} and n.salon_id is not distinct from ${salonId}::uuid
      ${before ? sql`and (n.created_at, n.id) < (select created_at, id from conversation_notes where id = ${before})` : sql``}
    order by n.created_at desc, n.id desc limit ${NOTES + 1}`
  return { notes: rows.slice(0, NOTES).reverse(), earlierNotes: rows.length > NOTES }
}

/** Throws `conflict` if the conversation has too many notes for another one. */
export async function requireRoomForNote(sql: Sql, { salonId, number }: ConversationKey, now: Date) {
  const [row] = await sql<[{ all: number; today: number }]>`
    select count(*)::int as all, count(*) filter (where created_at > ${new Date(now.getTime() - DAY_MS)})::int as today
    from conversation_notes where phone = ${number} and salon_id is not distinct from ${salonId}::uuid`
  const most = 'Please put more into one note, or delete notes of yours.'
  if (row.all >= MOST_NOTES)
    throw new AppError('conflict', `A conversation can have ${MOST_NOTES} notes. ${most}`)
  if (row.today >= MOST_A_DAY)
    throw new AppError('conflict', `A conversation can get ${MOST_A_DAY} notes in a day. ${most}`)
}

interface InsertNote extends ConversationKey {
  body: string
  /** An admin, or the name of a person without an account. */
  by: { adminId: string } | { author: string }
  now: Date
}

export async function insertNote(sql: Sql, { salonId, number, body, by, now }: InsertNote): Promise<Note> {
  const [adminId, author] = 'adminId' in by ? [by.adminId, null] : [null, by.author]
  const [note] = await sql<[Note]>`
    with n as (
      insert into conversation_notes (salon_id, phone, body, created_by, author, created_at)
      values (${salonId}, ${number}, ${body}, ${adminId}, ${author}, ${now}) returning *
    ) select ${noteColumns(sql)} from n left join admins a on a.id = n.created_by`
  return note
}

/** Brings a conversation back to review with this text, also if it was processed or snoozed. */
export async function wakeConversation(sql: Sql, key: ConversationKey, messageId: string): Promise<void> {
  await snoozeConversation(sql, key, null)
  await setProcessed(sql, messageId, false)
}

/** False for a note of a colleague. */
export async function deleteNote(sql: Sql, id: string, adminId: string): Promise<boolean> {
  const { count } = await sql`delete from conversation_notes where id = ${id} and created_by = ${adminId}`
  return count > 0
}

/** Deletes rows without a current value. */
export async function deleteOldDeskRows(sql: Sql, now: Date): Promise<number> {
  const { count } = await sql`
    delete from conversation_desk
    where (taken_by is null or taken_at <= ${since(now)}) and (snoozed_until is null or snoozed_until <= ${now})
      and assigned_to is null`
  return count
}
