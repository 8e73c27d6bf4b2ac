import type { InboxCounts, InboxFilter, OnlyTexts } from '@salonback/shared/core/inbox/conversation.ts'
import { searchTerms } from '@salonback/shared/kit/search.ts'
import { containing, isFound } from '../../platform/db/containing.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import type { ContactsByOwner, ListedText } from './contacts.ts'
import { countReview, hasNotes, isSnoozed, isTakenBy, type Owner, ofOwner } from './desk.ts'
import { inboundSms } from './queries.ts'

export interface FindPage {
  owner: Owner
  contacts: ContactsByOwner
  /** Only texts of this salon. */
  salonId?: string | undefined
  filter: InboxFilter
  search?: string | undefined
  /** Cursor of the last text of the previous page. */
  after?: string | undefined
  oldestFirst?: boolean | undefined
  limit: number
  only?: OnlyTexts | undefined
  /** Decides which conversations are snoozed or wait for over an hour. */
  now: Date
  /** For the filter *Mine*. */
  adminId?: string
}

/** A text as JSON from Postgres, and its cursor. */
interface Listed {
  json: string
  cursor: string
}

/** Texts scanned per page of a search; an empty page still returns the next cursor. */
export const SCAN = 5000

/** Cursor of a text: time in microseconds and sequence number. */
const cursor = (sql: Sql) =>
  sql`(extract(epoch from m.created_at) * 1000000)::bigint || '-' || m.seq as cursor`

type FindReceived = Pick<FindPage, 'owner' | 'filter' | 'after' | 'only' | 'now' | 'oldestFirst'>

const inOrder = (sql: Sql, { oldestFirst = false }: Pick<FindPage, 'oldestFirst'>): Fragment =>
  oldestFirst ? sql`order by m.created_at, m.seq` : sql`order by m.created_at desc, m.seq desc`

const HOUR_MS = 3_600_000

/** The work list has each conversation once, also with several waiting texts. The other lists have each text. */
const isWorkList = ({ filter }: Pick<FindPage, 'filter'>) => filter === 'review'

/** Texts `w` that wait in the conversation of text `m`. */
const waiting = (sql: Sql): Fragment => sql`
  from messages w where w.phone = m.phone and w.salon_id is not distinct from m.salon_id
    and w.direction = 'inbound' and not w.processed`

/** Received texts after the cursor, with the filters that have an index. */
function received(sql: Sql, wanted: FindReceived): Fragment {
  const { owner, filter, after, only, now, oldestFirst = false } = wanted
  const [micros = 0, seq = 0] = (after ?? '').split('-').map(Number)
  const last = sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${seq}::bigint)`
  const isReview = filter === 'review' || only === 'hour'
  const hourAgo = new Date(now.getTime() - HOUR_MS)
  return sql`
    from messages m where m.direction = 'inbound' and ${ofOwner(sql, owner, sql`m.salon_id`)}
    ${isReview ? sql`and not m.processed and not ${isSnoozed(sql, now)}` : sql``} ${filter === 'optout' ? sql`and m.is_opt_out` : sql``}
    ${isWorkList(wanted) ? sql`and ${isFirstInOrder(sql, oldestFirst)}` : sql``}
    ${only === 'hour' ? sql`and exists (select 1 ${waiting(sql)} and w.created_at < ${hourAgo})` : sql``}
    ${after === undefined ? sql`` : sql`and (m.created_at, m.seq) ${oldestFirst ? sql`>` : sql`<`} ${last}`}
    ${inOrder(sql, { oldestFirst })}`
}

/** Whether no other waiting text of the conversation comes before text `m`. */
const isFirstInOrder = (sql: Sql, oldestFirst: boolean): Fragment => sql`
  not exists (select 1 ${waiting(sql)}
    and (w.created_at, w.seq) ${oldestFirst ? sql`<` : sql`>`} (m.created_at, m.seq))`

/** Condition for scanned texts, or null. */
function condition(sql: Sql, wanted: FindPage): Fragment | null {
  const { salonId, filter, search = '', only, now, adminId } = wanted
  // Postgres rejects NUL.
  const { words, digits } = searchTerms(search.replaceAll('\0', ''))
  const parts: Fragment[] = []
  if (salonId) parts.push(sql`m.salon_id = ${salonId}`)
  if (filter === 'processed') parts.push(sql`m.processed`)
  if (only === 'mine') parts.push(isTakenBy(sql, adminId ?? null, now))
  if (only === 'notes') parts.push(hasNotes(sql))
  if (words !== '') parts.push(matching(sql, wanted, words, digits))
  const [first, ...others] = parts
  return first ? others.reduce((all, part) => sql`${all} and ${part}`, first) : null
}

/** Condition for texts, or in the work list conversations, with these words or digits. */
function matching(sql: Sql, wanted: FindPage, words: string, digits: string): Fragment {
  const { owner, contacts } = wanted
  const isIn = (column: Fragment) => isFound(sql, column, words)
  const number = containing(digits || words)
  const body = isWorkList(wanted)
    ? sql`exists (select 1 ${waiting(sql)} and ${isIn(sql`w.body`)})`
    : isIn(sql`m.body`)
  return sql`
    (${body} or m.phone like ${number}
      or m.our_number like ${number} or ${isIn(contacts[owner].name(sql, sql`m.phone`, sql`m.salon_id`))})`
}

/** One page: its texts as JSON, and the cursor of the next one, or null. */
export async function findPage(sql: Sql, wanted: FindPage, listed: ListedText) {
  const { limit } = wanted
  const scanned = condition(sql, wanted)
  const all = received(sql, wanted)
  const rows = await sql<Listed[]>`
    select row_to_json(t)::text as json, m.cursor from (
      select m.*, ${cursor(sql)} from (select m.* ${all} limit ${scanned ? SCAN : limit + 1}) m ${scanned ? sql`where ${scanned}` : sql``}
      ${inOrder(sql, wanted)} limit ${limit + 1}
    ) m ${isWorkList(wanted) ? latestWaiting(sql, listed) : eachText(sql, listed)}
    ${inOrder(sql, wanted)}`
  const page = rows.slice(0, limit)
  let next: string | undefined
  if (rows.length > limit) next = page.at(-1)?.cursor
  else if (scanned) next = await endOfScan(sql, all)
  return { texts: `[${page.map(({ json }) => json).join(',')}]`, next: next ?? null }
}

const eachText = (sql: Sql, { columns, joins }: ListedText): Fragment => sql`
  ${joins} cross join lateral (select ${columns}) t`

/** A conversation shows its last waiting text, the count of waiting texts, and since when the first one waits. */
const latestWaiting = (sql: Sql, { columns, joins }: ListedText): Fragment => sql`
  cross join lateral (select count(*)::int as texts, min(w.created_at) as since ${waiting(sql)}) pending
  cross join lateral (
    select ${columns}, json_build_object('texts', pending.texts, 'since', ${instant(sql, 'pending.since')}) as waiting
    from (select w.* ${waiting(sql)} order by w.created_at desc, w.seq desc limit 1) m ${joins}
  ) t`

/** Cursor of the last scanned text if there are more. */
async function endOfScan(sql: Sql, all: Fragment): Promise<string | undefined> {
  const [last] = await sql<{ cursor: string }[]>`select ${cursor(sql)} ${all} offset ${SCAN - 1} limit 1`
  return last?.cursor
}

/** A page of the agency's inbox, as JSON. */
export async function findInboxPage(sql: Sql, wanted: Omit<FindPage, 'owner'>): Promise<string> {
  const { texts, next } = await findPage(
    sql,
    { ...wanted, owner: 'agency' },
    inboundSms(sql, wanted.contacts),
  )
  return `{"texts":${texts},"next":${JSON.stringify(next)}}`
}

const BATCH = 2000

/** Texts that the agency received, newest first, as batches of JSON. No connection is held between the batches. */
export async function* streamReceived(
  sql: Sql,
  contacts: ContactsByOwner,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let after: string | undefined
  for (let left = limit; left > 0; left -= BATCH) {
    const wanted = { owner: 'agency', contacts, filter: 'all', after, now: new Date(0) } as const
    const page = { ...wanted, limit: Math.min(BATCH, left) }
    const { texts, next } = await findPage(sql, page, inboundSms(sql, contacts))
    if (texts !== '[]') yield texts.slice(1, -1)
    if (next === null) return
    after = next
  }
}

/** Counts from indexes alone, except for unknown texts. `review` counts texts; its list shows the count of each conversation. */
export async function countInbox(sql: Sql, now: Date): Promise<InboxCounts> {
  const [counts] = await sql<[InboxCounts]>`
    with received as (select count(*) as texts from messages where direction = 'inbound' and salon_id is null),
    pending as (
      select count(*) as texts from messages where direction = 'inbound' and salon_id is null and not processed
    ), opt_outs as (
      select count(*) as texts from messages where direction = 'inbound' and salon_id is null and is_opt_out
    )
    select received.texts as all, ${countReview(sql, now)} as review, opt_outs.texts as optout,
      received.texts - pending.texts as processed
    from received, pending, opt_outs`
  return counts
}
