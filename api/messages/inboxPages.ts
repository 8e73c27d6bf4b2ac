import { searchTerms } from '@salonback/shared/kit/search.ts'
import type { InboxCounts, InboxFilter } from '@salonback/shared/messages/contract.ts'
import type { Fragment, Sql } from '../db/open.ts'
import { inboundColumns } from './queries.ts'

export interface PageWanted {
  filter: InboxFilter
  search: string
  before?: string | undefined
  limit: number
}

/** A text as JSON made by Postgres, and where the list goes on behind it. */
interface Listed {
  json: string
  place: string
}

/** How many texts one page looks through for what was asked; it then says where to go on, though it found nothing. */
export const SCAN = 20_000

/** Where a text stands in the list, whatever becomes of it: its time in microseconds and its number of arrival. */
const place = (sql: Sql) => sql`(extract(epoch from m.created_at) * 1000000)::bigint || '-' || m.seq as place`

const newestFirst = (sql: Sql) => sql`order by m.created_at desc, m.seq desc`

/** Received texts behind `before`, of those filters that have an index. */
function received(sql: Sql, filter: InboxFilter, before: string | undefined): Fragment {
  const [micros, seq] = (before ?? '').split('-').map(Number)
  const behind = sql`
    and (m.created_at, m.seq) < (timestamptz 'epoch' + ${micros ?? 0}::bigint * interval '1 microsecond', ${seq ?? 0}::bigint)`
  return sql`
    from messages m where m.direction = 'inbound'
    ${filter === 'review' ? sql`and not m.processed` : sql``} ${filter === 'optout' ? sql`and m.is_opt_out` : sql``}
    ${before === undefined ? sql`` : behind} ${newestFirst(sql)}`
}

/** `%` and `_` are letters like others. */
const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/**
 * What is looked for among the texts that are read in turn, or null. The business is looked up for one text after the
 * other: joined, all prospects would be read for each page.
 */
function condition(sql: Sql, { filter, search }: PageWanted): Fragment | null {
  // Postgres takes no NUL, and no text has one.
  const { words, digits } = searchTerms(search.replaceAll('\0', ''))
  const processed = sql`m.processed`
  if (words === '') return filter === 'processed' ? processed : null
  const text = containing(words)
  const number = containing(digits || words)
  return sql`
    ${filter === 'processed' ? processed : sql`true`} and (m.body ilike ${text} or m.phone like ${number}
      or m.our_number like ${number} or (select p.name from prospects p where p.phone = m.phone) ilike ${text})`
}

/** One page as JSON: the texts in their order and the place of the next, or null. */
export async function findInboxPage(sql: Sql, wanted: PageWanted): Promise<string> {
  const { filter, before, limit } = wanted
  const sought = condition(sql, wanted)
  const all = received(sql, filter, before)
  const rows = await sql<Listed[]>`
    select row_to_json(t)::text as json, ${place(sql)} from (
      select * from (select m.* ${all} limit ${sought ? SCAN : limit + 1}) m ${sought ? sql`where ${sought}` : sql``}
      ${newestFirst(sql)} limit ${limit + 1}
    ) m left join prospects p on p.phone = m.phone cross join lateral (select ${inboundColumns(sql)}) t
    ${newestFirst(sql)}`
  const texts = rows.slice(0, limit)
  let next: string | undefined
  if (rows.length > limit) next = texts.at(-1)?.place
  else if (sought) next = await endOfScan(sql, all)
  return `{"texts":[${texts.map(({ json }) => json).join(',')}],"next":${next ? `"${next}"` : 'null'}}`
}

/** The last text that was looked at, where more are behind it. */
async function endOfScan(sql: Sql, all: Fragment): Promise<string | undefined> {
  const [last] = await sql<{ place: string }[]>`select ${place(sql)} ${all} offset ${SCAN - 1} limit 1`
  return last?.place
}

const BATCH = 2000

/**
 * Received texts, newest first, by batches of JSON: at most `limit`, or all. Each batch is a statement of its own, run when
 * it is asked for, so that a slow reader holds neither a connection nor memory.
 */
export async function* streamReceived(sql: Sql, limit = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  let before: string | undefined
  for (let left = limit; left > 0; left -= BATCH) {
    const rows = await sql<Listed[]>`
      select row_to_json(t)::text as json, ${place(sql)}
      from (select m.* ${received(sql, 'all', before)} limit ${Math.min(BATCH, left)}) m
      left join prospects p on p.phone = m.phone cross join lateral (select ${inboundColumns(sql)}) t
      ${newestFirst(sql)}`
    if (rows.length > 0) yield rows.map(({ json }) => json).join(',')
    if (rows.length < BATCH) return
    before = rows.at(-1)?.place
  }
}

/** Of one moment: what is not folded yet counts as well. */
export async function countInbox(sql: Sql): Promise<InboxCounts> {
  const [counts] = await sql<[InboxCounts]>`
    with kept as (
      select sum(received)::bigint as received, sum(opt_outs)::bigint as opt_outs from (
        select received, opt_outs from inbox_totals union all select received, opt_outs from inbox_changes
      ) parts
    ), waiting as (
      select sum(review)::bigint as review from (
        select review from totals union all select review from total_changes
      ) parts
    ), unsure as (select count(*) as texts from messages where status = 'unknown')
    select received as all, review, opt_outs as optout, received - (review - texts) as processed from kept, waiting, unsure`
  return counts
}
