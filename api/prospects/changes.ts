import type { ProspectChanges } from '@salonback/shared/prospects/contract.ts'
import type { Sql } from '../db/open.ts'
import { listColumns } from './queries.ts'

/** Statuses in one answer: a hundred thousand at once would hold up server and screen. */
const PAGE = 10_000
/** Beyond it, reading the whole list costs less than finding each one's predecessor. */
const MAX_PLACED = 5000
/** Transactions a position names at most; it travels in a header. */
const MAX_OPEN = 100

/**
 * Up to where somebody has read: every change of a transaction below `before` that is not among `open`, which had not
 * committed yet. A mere counter would miss those that commit late.
 */
export interface Position {
  generation: string
  before: string
  open: string[]
  /** On the way through pages: the last id told, and the position that holds after the last page. */
  page?: { after: string; next: string }
}

const form = /^([\da-f-]{36})_(\d{1,18})_([\d.]*)(?:_([\da-f-]{36})_(\d{1,18}_[\d.]*))?$/

/** A position from its text; null where it is none. */
export function positionOf(text: string): Position | null {
  const [, generation, before, open = '', after, next] = form.exec(text) ?? []
  if (!generation || !before) return null
  const transactions = open === '' ? [] : open.split('.')
  if (transactions.length > MAX_OPEN || !transactions.every((one) => /^\d{1,18}$/.test(one))) return null
  return {
    generation,
    before,
    open: transactions,
    ...(after && next && { page: { after, next: `${generation}_${next}` } }),
  }
}

/** Above every transaction: whoever asks for no changes need not read them. */
const NOTHING_SINCE = '9223372036854775807'

interface Now {
  position: string
  /** What is told since the given position is all there was. */
  known: boolean
  changed: boolean
  placed: number
}

/** Where the list stands, and what there is since a position. The same text while no prospect changes. */
export async function findNow(sql: Sql, since: Position | null = null): Promise<Now> {
  const { generation = null, before = NOTHING_SINCE, open = [] } = since ?? {}
  const [now] = await sql<[Now?]>`
    with list as (
      select generation, pruned_to, pg_current_snapshot() as snapshot,
        greatest(pruned_to, 1 + (select coalesce(max(transaction), 0) from prospect_changes)) as before
      from prospect_list
    ), open as (
      select coalesce(array_agg(x order by x), '{}') as ids
      from list, lateral (select pg_snapshot_xip(snapshot)::text::bigint as x) xip where x < before
    ), since as (
      select whole, cardinality(ids) as size from prospect_changes
      where transaction >= ${before} or transaction = any(${open}::bigint[])
    )
    select case when cardinality(ids) <= ${MAX_OPEN} then concat_ws('_', generation, before, array_to_string(ids, '.'))
        else concat_ws('_', generation, ids[1], '') end as position,
      coalesce(generation = ${generation}::uuid and pruned_to <= least(${before}, (select min(x) from unnest(${open}::bigint[]) x))
        and ${before} <= pg_snapshot_xmax(snapshot)::text::bigint, false) as known,
      exists (select from since) as changed,
      (select coalesce(sum(size), 0) from since where whole)::int as placed
    from list, open`
  if (now) return now
  await sql`insert into prospect_list default values on conflict do nothing`
  return findNow(sql, since)
}

/** Whether nobody has changed a prospect since. */
export async function isUnchanged(sql: Sql, since: Position): Promise<boolean> {
  const { known, changed } = await findNow(sql, since)
  return known && !changed
}

const nothing: ProspectChanges = {
  reset: false,
  placed: [],
  statuses: [],
  deleted: [],
  next: '',
  more: false,
}

/** What changed since a position. What changes while this is read may be told again by the next call. */
export async function findChanges(sql: Sql, since: Position | null): Promise<ProspectChanges> {
  const now = await findNow(sql, since)
  if (!since || !now.known || now.placed > MAX_PLACED) return { ...nothing, reset: true, next: now.position }
  const next = since.page?.next ?? now.position
  if (!now.changed) return { ...nothing, next }
  const { last, ...told } = await readChanges(sql, since)
  if (last === null) return { ...nothing, ...told, next }
  const { generation, before, open } = since
  const place = next.slice(generation.length)
  return {
    ...nothing,
    ...told,
    next: `${generation}_${before}_${open.join('.')}_${last}${place}`,
    more: true,
  }
}

type Told = Pick<ProspectChanges, 'placed' | 'statuses' | 'deleted'>

/** A page of it; `last` is the id it ends with, null at the end. All that is not a mere status stands on the first page. */
async function readChanges(
  sql: Sql,
  { before, open, page }: Position,
): Promise<Told & { last: string | null }> {
  const [row] = await sql<[Told & { last: string | null }]>`
    with told as (
      select whole, unnest(ids) as id from prospect_changes
      where transaction >= ${before} or transaction = any(${open}::bigint[])
    ), changed as materialized (
      select id, bool_or(whole) as whole from told group by id
    ), mere as (
      select id from changed
      where not whole and id > ${page?.after ?? '00000000-0000-0000-0000-000000000000'} order by id limit ${PAGE}
    )
    select (
      select coalesce(json_agg(json_build_object('after', (
        select q.id from prospects q where (lower(q.name), q.id) < (lower(p.name), p.id)
        order by lower(q.name) desc, q.id desc limit 1
      ), 'prospect', (select row_to_json(shown) from (select ${listColumns(sql)} from prospects where id = p.id) shown))
        order by lower(p.name), p.id), '[]')
      from changed join prospects p using (id) where whole and ${!page}
    ) as placed, (
      select coalesce(json_agg(json_build_object('id', id, 'contactStatus', contact_status)), '[]')
      from mere join prospects using (id)
    ) as statuses, (
      select coalesce(json_agg(id), '[]') from changed left join prospects p using (id)
      where whole and ${!page} and p.id is null
    ) as deleted, (select id from mere offset ${PAGE - 1}) as last`
  return row
}

/** What nobody is told any more: who reads so seldom reads the whole list. */
const KEPT_MS = 24 * 3_600_000
/** In one statement, so that no lock is held for long. */
const MAX_AT_ONCE = 5000

/** Deletes changes that are old, of those before every open transaction: a position names these. Returns how many went. */
export async function pruneChanges(sql: Sql, now: Date): Promise<number> {
  const [row] = await sql<[{ gone: number }]>`
    with gone as (
      delete from prospect_changes where ctid = any (array(
        select ctid from prospect_changes where at <= ${new Date(now.getTime() - KEPT_MS)}
        and transaction < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        order by transaction limit ${MAX_AT_ONCE} for update skip locked))
      returning transaction
    ), told as (
      update prospect_list set pruned_to = greatest(pruned_to, (select 1 + max(transaction) from gone))
      where exists (select from gone)
    )
    select count(*)::int as gone from gone`
  return row.gone
}
