import { createLease } from '../../platform/db/lease.ts'
import { after, type Moment } from '../../platform/db/now.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'

/** A process without heartbeat for this long has missed texts. Same value as in is_catching_up(). */
const STALE_MS = 15_000
/** The carrier may list a text minutes late, so there is a second look. */
const SECOND_LOOK_MS = 180_000
/** Longer than fetching one page of the carrier's list. */
const lease = createLease('catch_up', 60_000)
const RETRY_MS = 10_000
/** After this long without the carrier, the console shows it. */
const REPORT_AFTER_MS = 60_000

interface Heartbeat {
  id: string
  now: Moment
  /** Last heartbeat that this process has read; null at its start. */
  lastAt: Date | null
  /** Age of the oldest text that could not be stored, or null. */
  failureAgeMs: number | null
}

/**
 * Renews the heartbeat of a process that takes webhooks. Opens a gap in the same commit if this process starts, was late,
 * failed to store a text, or finds another process dead. Returns the time of the stored heartbeat.
 */
export async function renewHeartbeat(sql: Sql, heartbeat: Heartbeat): Promise<Date | null> {
  const { id, now, failureAgeMs } = heartbeat
  const stale = after(sql, now, -STALE_MS)
  const [row] = await sql<[{ heardAt: Date | null; others: boolean }]>`
    with mine as (update listeners set heard_at = ${now} where id = ${id} and heard_at > ${stale} returning heard_at)
    select (select heard_at from mine), exists (select 1 from listeners where id <> ${id} and heard_at <= ${stale}) as others`
  if (row.heardAt && !row.others && failureAgeMs === null) return row.heardAt
  return retryOnDeadlock(sql, (open) => openGap(open, heartbeat, row.heardAt !== null))
}

async function openGap(sql: Sql, { id, now, lastAt, failureAgeMs }: Heartbeat, kept: boolean) {
  // Lock this row first in every process, because rows of listeners are locked in no fixed order.
  await sql`select 1 from catch_up for update`
  const stale = await sql<{ heardAt: Date }[]>`
    delete from listeners where heard_at <= ${after(sql, now, -STALE_MS)} returning heard_at`
  const [mine] = await sql<{ heardAt: Date }[]>`
    insert into listeners (id, heard_at) values (${id}, ${now})
    on conflict (id) do update set heard_at = excluded.heard_at returning heard_at`
  const since = stale.map((row) => row.heardAt.getTime())
  if (!kept && lastAt) since.push(lastAt.getTime())
  const oldest = since.length > 0 ? new Date(Math.min(...since)) : null
  const failed = failureAgeMs === null ? sql`null` : after(sql, now, -failureAgeMs)
  const started = kept ? sql`null` : now
  await sql`
    update catch_up set gaps = gaps + 1, lease_until = case when trouble is null then '-infinity' else lease_until end,
      behind_since = least(behind_since, ${oldest}::timestamptz, ${failed}::timestamptz, ${started}::timestamptz)`
  return mine?.heardAt ?? null
}

/** Ends the heartbeat. If no process takes webhooks any more, a gap opens. */
export async function endHeartbeat(sql: Sql, id: string, now: Moment): Promise<void> {
  await inTransaction(sql, async (open) => {
    await open`select 1 from catch_up for update`
    const { count } = await open`delete from listeners where id = ${id}`
    if (count === 0) return
    await open`
      update catch_up set gaps = gaps + 1, behind_since = least(behind_since, ${now})
      where not exists (select 1 from listeners)`
  })
}

/** A claimed run of the backfill. */
export interface Run {
  since: Date
  gaps: number
  /** False for the second look, which does not block sending. */
  blocking: boolean
}

/** Claims the backfill for a minute; null if there is no gap or another process has it. */
export async function claimRun(sql: Sql, now: Moment): Promise<Run | null> {
  const run = await lease.acquire<Run>(sql, now, {
    where: sql`(behind_since is not null or again_at <= ${now})`,
    returning: sql`least(behind_since, again_since) as since, gaps, behind_since is not null as blocking`,
  })
  return run ?? null
}

export const renewRun = (sql: Sql, now: Moment) => lease.renew(sql, now)

/** Closes the gap, unless another one opened during the run, and schedules the second look. */
export async function endRun(sql: Sql, { since, gaps, blocking }: Run, now: Moment): Promise<void> {
  const unchanged = sql`gaps = ${gaps}`
  const again = blocking
    ? sql`again_since = ${since}, again_at = ${after(sql, now, SECOND_LOOK_MS)}`
    : sql`again_since = case when ${unchanged} then null else again_since end, again_at = case when ${unchanged} then null else again_at end`
  await lease.release(sql, {
    set: sql`trouble = null, trouble_since = null, ${again},
      behind_since = case when ${unchanged} then null else behind_since end`,
  })
  if (blocking) await sql`select pg_notify('outbox', '')`
}

/** Stores why the carrier could not be reached; any process retries later. */
export async function failRun(sql: Sql, trouble: string, now: Moment): Promise<void> {
  await sql`
    update catch_up set lease_until = ${after(sql, now, RETRY_MS)}, trouble = ${trouble},
      trouble_since = coalesce(trouble_since, ${now})`
}

/** Staff resume sending before the gap is closed; the backfill continues. */
export async function stopWaiting(sql: Sql, now: Moment): Promise<void> {
  await sql`
    update catch_up set gaps = gaps + 1, again_since = least(again_since, behind_since), again_at = ${now}, behind_since = null
    where behind_since is not null`
}

/** Whether received texts may be missing, opt-outs among them. */
export async function isCatchingUp(sql: Sql): Promise<boolean> {
  return (await sql`select 1 from catch_up where behind_since is not null`).count > 0
}

/** Message for staff while texts wait for a backfill that fails; null otherwise. */
export async function findCatchUpTrouble(sql: Sql, now: Moment): Promise<string | null> {
  const [row] = await sql<{ trouble: string }[]>`
    select trouble from catch_up
    where behind_since is not null and trouble is not null and trouble_since <= ${after(sql, now, -REPORT_AFTER_MS)}`
  return row ? `${row.trouble}, so texts that came in while the service was away are missing` : null
}
