import type { InboxCounts, InboxFilter, OnlyTexts } from '@salonback/shared/core/inbox/contract.ts'
import { searchTerms } from '@salonback/shared/kit/search.ts'
import { containing } from '../../platform/db/containing.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { countSnoozed, hasNotes, isSnoozed, isTakenBy } from './desk.ts'
import { inboundColumns } from './queries.ts'

export interface PageWanted {
  filter: InboxFilter
  search: string
  before?: string | undefined
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
export const SCAN = 20_000

/** Cursor of a text: time in microseconds and sequence number. */
const cursor = (sql: Sql) =>
  sql`(extract(epoch from m.created_at) * 1000000)::bigint || '-' || m.seq as cursor`

const newestFirst = (sql: Sql) => sql`order by m.created_at desc, m.seq desc`

type Receiving = Pick<PageWanted, 'filter' | 'before' | 'only' | 'now'>

const HOUR_MS = 3_600_000

/** Received texts older than `before`, with the filters that have an index. */
function received(sql: Sql, { filter, before, only, now }: Receiving): Fragment {
  const [micros, seq] = (before ?? '').split('-').map(Number)
  const older = sql`
    and (m.created_at, m.seq) < (timestamptz 'epoch' + ${micros ?? 0}::bigint * interval '1 microsecond', ${seq ?? 0}::bigint)`
  const isReview = filter === 'review' || only === 'hour'
  return sql`
    from messages m where m.direction = 'inbound' and m.salon_id is null
    ${isReview ? sql`and not m.processed and not ${isSnoozed(sql, now)}` : sql``} ${filter === 'optout' ? sql`and m.is_opt_out` : sql``}
    ${only === 'hour' ? sql`and m.created_at < ${new Date(now.getTime() - HOUR_MS)}` : sql``}
    ${before === undefined ? sql`` : older} ${newestFirst(sql)}`
}

/** LIKE pattern with `%` and `_` escaped. */

/** Condition for scanned texts, or null. The business name is a subquery: a join would read all prospects per page. */
function condition(sql: Sql, { filter, search, only, now, adminId }: PageWanted): Fragment | null {
  // Postgres rejects NUL.
  const { words, digits } = searchTerms(search.replaceAll('\0', ''))
  const parts: Fragment[] = []
  if (filter === 'processed') parts.push(sql`m.processed`)
  if (only === 'mine') parts.push(isTakenBy(sql, adminId ?? null, now))
  if (only === 'notes') parts.push(hasNotes(sql))
  if (words !== '') parts.push(matching(sql, words, digits))
  const [first, ...others] = parts
  return first ? others.reduce((all, part) => sql`${all} and ${part}`, first) : null
}

/** Condition for texts with these words or digits. */
function matching(sql: Sql, words: string, digits: string): Fragment {
  const text = containing(words)
  const number = containing(digits || words)
  return sql`
    (m.body ilike ${text} or m.phone like ${number}
      or m.our_number like ${number} or (select p.name from prospects p where p.phone = m.phone) ilike ${text})`
}

/** One page as JSON: texts and the next cursor, or null. */
export async function findInboxPage(sql: Sql, wanted: PageWanted): Promise<string> {
  const { limit } = wanted
  const scanned = condition(sql, wanted)
  const all = received(sql, wanted)
  const rows = await sql<Listed[]>`
    select row_to_json(t)::text as json, ${cursor(sql)} from (
      select * from (select m.* ${all} limit ${scanned ? SCAN : limit + 1}) m ${scanned ? sql`where ${scanned}` : sql``}
      ${newestFirst(sql)} limit ${limit + 1}
    ) m left join prospects p on p.phone = m.phone cross join lateral (select ${inboundColumns(sql)}) t
    ${newestFirst(sql)}`
  const texts = rows.slice(0, limit)
  let next: string | undefined
  if (rows.length > limit) next = texts.at(-1)?.cursor
  else if (scanned) next = await endOfScan(sql, all)
  return `{"texts":[${texts.map(({ json }) => json).join(',')}],"next":${next ? `"${next}"` : 'null'}}`
}

/** Cursor of the last scanned text if there are more. */
async function endOfScan(sql: Sql, all: Fragment): Promise<string | undefined> {
  const [last] = await sql<{ cursor: string }[]>`select ${cursor(sql)} ${all} offset ${SCAN - 1} limit 1`
  return last?.cursor
}

const BATCH = 2000

/** Received texts, newest first, as batches of JSON. One statement per batch, so a slow reader holds no connection. */
export async function* streamReceived(sql: Sql, limit = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  let before: string | undefined
  for (let left = limit; left > 0; left -= BATCH) {
    const rows = await sql<Listed[]>`
      select row_to_json(t)::text as json, ${cursor(sql)}
      from (select m.* ${received(sql, { filter: 'all', before, now: new Date(0) })} limit ${Math.min(BATCH, left)}) m
      left join prospects p on p.phone = m.phone cross join lateral (select ${inboundColumns(sql)}) t
      ${newestFirst(sql)}`
    if (rows.length > 0) yield rows.map(({ json }) => json).join(',')
    if (rows.length < BATCH) return
    before = rows.at(-1)?.cursor
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
    later as (${countSnoozed(sql, now, null)})
    select received.texts as all, pending.texts + unsure.texts - later.count as review, opt_outs.texts as optout,
      received.texts - pending.texts as processed
    from received, pending, opt_outs, unsure, later`
  return counts
}
