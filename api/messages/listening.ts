import { after, type Moment } from '../db/now.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { retryOnDeadlock } from '../db/retryOnDeadlock.ts'

/** A listener that has not been heard of for so long missed what came meanwhile; behind() in SQL says the same. */
const STALE_MS = 15_000
/** The carrier may list a text minutes after it took it. */
const AGAIN_AFTER_MS = 180_000
/** Longer than one page of the carrier's list takes. */
const LEASE_MS = 60_000
const RETRY_MS = 10_000
/** A carrier that does not answer for so long is no blip: staff are told. */
const TELL_AFTER_MS = 60_000

interface Beat {
  id: string
  now: Moment
  /** Until when this process listened, as it knows itself; null at its start. */
  heardAt: Date | null
  /** How long ago a text could not be stored, if one could not. */
  lapsedMs: number | null
}

/**
 * Says that this process listens. Where it did not for a while, starts, could not store a text, or finds that another
 * one has died, a gap opens in the same commit. Returns until when this process is known to listen.
 */
export async function sayListening(sql: Sql, beat: Beat): Promise<Date | null> {
  const { id, now, lapsedMs } = beat
  const stale = after(sql, now, -STALE_MS)
  const [row] = await sql<[{ heardAt: Date | null; others: boolean }]>`
    with mine as (update listeners set heard_at = ${now} where id = ${id} and heard_at > ${stale} returning heard_at)
    select (select heard_at from mine), exists (select 1 from listeners where id <> ${id} and heard_at <= ${stale}) as others`
  if (row.heardAt && !row.others && lapsedMs === null) return row.heardAt
  return retryOnDeadlock(sql, (open) => openGap(open, beat, row.heardAt !== null))
}

async function openGap(sql: Sql, { id, now, heardAt, lapsedMs }: Beat, kept: boolean): Promise<Date | null> {
  // First, in every process: rows of listeners are locked in no order of their own.
  await sql`select 1 from catch_up for update`
  const gone = await sql<{ heardAt: Date }[]>`
    delete from listeners where heard_at <= ${after(sql, now, -STALE_MS)} returning heard_at`
  const [mine] = await sql<{ heardAt: Date }[]>`
    insert into listeners (id, heard_at) values (${id}, ${now})
    on conflict (id) do update set heard_at = excluded.heard_at returning heard_at`
  const since = gone.map((row) => row.heardAt.getTime())
  if (!kept && heardAt) since.push(heardAt.getTime())
  const oldest = since.length > 0 ? new Date(Math.min(...since)) : null
  const lapsed = lapsedMs === null ? sql`null` : after(sql, now, -lapsedMs)
  const started = kept ? sql`null` : now
  await sql`
    update catch_up set gaps = gaps + 1, lease_until = case when trouble is null then '-infinity' else lease_until end,
      behind_since = least(behind_since, ${oldest}::timestamptz, ${lapsed}::timestamptz, ${started}::timestamptz)`
  return mine?.heardAt ?? null
}

/** Where nobody listens any more, texts are missing from now on. A process that never listened changes nothing. */
export async function stopListening(sql: Sql, id: string, now: Moment): Promise<void> {
  await inTransaction(sql, async (open) => {
    await open`select 1 from catch_up for update`
    const { count } = await open`delete from listeners where id = ${id}`
    if (count === 0) return
    await open`
      update catch_up set gaps = gaps + 1, behind_since = least(behind_since, ${now})
      where not exists (select 1 from listeners)`
  })
}

/** What the carrier is to be asked for. */
export interface Turn {
  since: Date
  gaps: number
  /** False when it is the second look: nobody waits for that one. */
  behind: boolean
}

/** Ours for a minute, or until it is renewed; null when nothing has to be asked, or another process does. */
export async function takeTurn(sql: Sql, now: Moment): Promise<Turn | null> {
  const [turn] = await sql<Turn[]>`
    update catch_up set lease_until = ${after(sql, now, LEASE_MS)}
    where lease_until <= ${now} and (behind_since is not null or again_at <= ${now})
    returning least(behind_since, again_since) as since, gaps, behind_since is not null as behind`
  return turn ?? null
}

export async function renewTurn(sql: Sql, now: Moment): Promise<void> {
  await sql`update catch_up set lease_until = ${after(sql, now, LEASE_MS)}`
}

/** All was fetched. What waited may go, unless a gap has opened meanwhile; after a gap there is a second look. */
export async function endTurn(sql: Sql, { since, gaps, behind }: Turn, now: Moment): Promise<void> {
  const only = sql`gaps = ${gaps}`
  const again = behind
    ? sql`again_since = ${since}, again_at = ${after(sql, now, AGAIN_AFTER_MS)}`
    : sql`again_since = case when ${only} then null else again_since end, again_at = case when ${only} then null else again_at end`
  await sql`
    update catch_up set lease_until = '-infinity', trouble = null, trouble_since = null, ${again},
      behind_since = case when ${only} then null else behind_since end`
  if (behind) await sql`select pg_notify('outbox', '')`
}

/** The carrier could not be asked: tried again in a while, by whichever process comes first. */
export async function failTurn(sql: Sql, trouble: string, now: Moment): Promise<void> {
  await sql`
    update catch_up set lease_until = ${after(sql, now, RETRY_MS)}, trouble = ${trouble},
      trouble_since = coalesce(trouble_since, ${now})`
}

/** A person lets texts go all the same; what is missing is still asked for. */
export async function stopWaiting(sql: Sql, now: Moment): Promise<void> {
  await sql`
    update catch_up set gaps = gaps + 1, again_since = least(again_since, behind_since), again_at = ${now}, behind_since = null
    where behind_since is not null`
}

/** Whether received texts are missing, so that nobody can tell who has opted out. */
export async function isBehind(sql: Sql): Promise<boolean> {
  return (await sql`select 1 from catch_up where behind_since is not null`).count > 0
}

/** What staff are told of texts that wait for what is missing; null while that takes no longer than usual. */
export async function findCatchUpTrouble(sql: Sql, now: Moment): Promise<string | null> {
  const [row] = await sql<{ trouble: string }[]>`
    select trouble from catch_up
    where behind_since is not null and trouble is not null and trouble_since <= ${after(sql, now, -TELL_AFTER_MS)}`
  return row ? `${row.trouble}, so texts that came in while the service was away are missing` : null
}
