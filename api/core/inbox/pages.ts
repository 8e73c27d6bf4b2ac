import type { InboxCounts, InboxFilter, OnlyTexts } from '@salonback/shared/core/inbox/conversation.ts'
import { searchTerms } from '@salonback/shared/kit/search.ts'
import { containing } from '../../platform/db/containing.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { countSnoozed, hasNotes, isSnoozed, isTakenBy, type Owner, ofOwner } from './desk.ts'
import { inboundSms, type ListedText } from './queries.ts'

export interface FindPage {
  owner: Owner
  /** Only texts of this salon. */
  salonId?: string | undefined
  filter: InboxFilter
  search?: string | undefined
  /** Cursor of the last text of the previous page. */
  after?: string | undefined
  oldestFirst?: boolean
  limit: number
  only?: OnlyTexts | undefined
  /** Decides what is snoozed, and what waits for over an hour. */
  now: Date
  /** Of *Mine*. */
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

/** Received texts after the cursor, with the filters that have an index. */
function received(
  sql: Sql,
  { owner, filter, after, only, now, oldestFirst = false }: FindReceived,
): Fragment {
  const [micros = 0, seq = 0] = (after ?? '').split('-').map(Number)
  const last = sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${seq}::bigint)`
  const isReview = filter === 'review' || only === 'hour'
  return sql`
    from messages m where m.direction = 'inbound' and ${ofOwner(sql, owner, sql`m.salon_id`)}
    ${isReview ? sql`and not m.processed and not ${isSnoozed(sql, now)}` : sql``} ${filter === 'optout' ? sql`and m.is_opt_out` : sql``}
    ${only === 'hour' ? sql`and m.created_at < ${new Date(now.getTime() - HOUR_MS)}` : sql``}
    ${after === undefined ? sql`` : sql`and (m.created_at, m.seq) ${oldestFirst ? sql`>` : sql`<`} ${last}`}
    ${inOrder(sql, { oldestFirst })}`
}

/** Condition for scanned texts, or null. */
function condition(sql: Sql, wanted: FindPage): Fragment | null {
  const { owner, salonId, filter, search = '', only, now, adminId } = wanted
  // Postgres rejects NUL.
  const { words, digits } = searchTerms(search.replaceAll('\0', ''))
  const parts: Fragment[] = []
  if (salonId) parts.push(sql`m.salon_id = ${salonId}`)
  if (filter === 'processed') parts.push(sql`m.processed`)
  if (only === 'mine') parts.push(isTakenBy(sql, adminId ?? null, now))
  if (only === 'notes') parts.push(hasNotes(sql))
  if (words !== '') parts.push(matching(sql, owner, words, digits))
  const [first, ...others] = parts
  return first ? others.reduce((all, part) => sql`${all} and ${part}`, first) : null
}

/** Names of the other person, by owner. Subqueries: a join would read all prospects or clients per page. */
const names = {
  agency: (sql: Sql) => sql`(select p.name from prospects p where p.phone = m.phone)`,
  salons: (sql: Sql) => sql`
    (select c.first_name from clients c where c.salon_id = m.salon_id and c.phone = m.phone)`,
} satisfies Record<Owner, (sql: Sql) => Fragment>

/** Condition for texts with these words or digits. */
function matching(sql: Sql, owner: Owner, words: string, digits: string): Fragment {
  const text = containing(words)
  const number = containing(digits || words)
  return sql`
    (m.body ilike ${text} or m.phone like ${number}
      or m.our_number like ${number} or ${names[owner](sql)} ilike ${text})`
}

/** One page: its texts as JSON, and the cursor of the next one, or null. */
export async function findPage(sql: Sql, wanted: FindPage, { columns, joins }: ListedText) {
  const { limit } = wanted
  const scanned = condition(sql, wanted)
  const all = received(sql, wanted)
  const rows = await sql<Listed[]>`
    select row_to_json(t)::text as json, ${cursor(sql)} from (
      select * from (select m.* ${all} limit ${scanned ? SCAN : limit + 1}) m ${scanned ? sql`where ${scanned}` : sql``}
      ${inOrder(sql, wanted)} limit ${limit + 1}
    ) m ${joins} cross join lateral (select ${columns}) t ${inOrder(sql, wanted)}`
  const page = rows.slice(0, limit)
  let next: string | undefined
  if (rows.length > limit) next = page.at(-1)?.cursor
  else if (scanned) next = await endOfScan(sql, all)
  return { texts: `[${page.map(({ json }) => json).join(',')}]`, next: next ?? null }
}

/** Cursor of the last scanned text if there are more. */
async function endOfScan(sql: Sql, all: Fragment): Promise<string | undefined> {
  const [last] = await sql<{ cursor: string }[]>`select ${cursor(sql)} ${all} offset ${SCAN - 1} limit 1`
  return last?.cursor
}

/** A page of the agency's inbox, as JSON. */
export async function findInboxPage(sql: Sql, wanted: Omit<FindPage, 'owner'>): Promise<string> {
  const { texts, next } = await findPage(sql, { ...wanted, owner: 'agency' }, inboundSms(sql))
  return `{"texts":${texts},"next":${JSON.stringify(next)}}`
}

const BATCH = 2000

/** Texts that the agency received, newest first, as batches of JSON. No connection is held between the batches. */
export async function* streamReceived(sql: Sql, limit = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  let after: string | undefined
  for (let left = limit; left > 0; left -= BATCH) {
    const wanted = { owner: 'agency', filter: 'all', after, now: new Date(0) } as const
    const { texts, next } = await findPage(sql, { ...wanted, limit: Math.min(BATCH, left) }, inboundSms(sql))
    if (texts !== '[]') yield texts.slice(1, -1)
    if (next === null) return
    after = next
  }
}

/** Each count reads an index and no text, except for unknown ones. */
export async function countInbox(sql: Sql, now: Date): Promise<InboxCounts> {
  const [counts] = await sql<[InboxCounts]>`
    with received as (select count(*) as texts from messages where direction = 'inbound' and salon_id is null),
    pending as (
      select count(*) as texts from messages where direction = 'inbound' and salon_id is null and not processed
    ), opt_outs as (
      select count(*) as texts from messages where direction = 'inbound' and salon_id is null and is_opt_out
    ), unsure as (select count(*) as texts from messages where status = 'unknown' and salon_id is null),
    later as (${countSnoozed(sql, now, 'agency')})
    select received.texts as all, pending.texts + unsure.texts - later.count as review, opt_outs.texts as optout,
      received.texts - pending.texts as processed
    from received, pending, opt_outs, unsure, later`
  return counts
}
