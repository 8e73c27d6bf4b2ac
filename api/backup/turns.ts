import { after, type Moment } from '../db/now.ts'
import type { Fragment, Sql } from '../db/open.ts'
import type { Env } from '../env.ts'

const LEASE_MS = 120_000
/** After one that failed: a full disk is not emptier a minute later. */
const RETRY_MS = 15 * 60_000
const HOUR_MS = 3_600_000

/** Whether a backup is due, and ours to make; then for two minutes, or until it is renewed, nobody else makes it. */
export async function takeTurn(
  sql: Sql,
  { holder, every, now }: { holder: string; every: number; now: Fragment },
): Promise<boolean> {
  const { count } = await sql`
    update backup_schedule set holder = ${holder}, lease_until = ${after(sql, now, LEASE_MS)}, tried_at = ${now}
    where lease_until <= ${now} and (made_at is null or made_at <= ${after(sql, now, -every)})
      and (failure is null or tried_at is null or tried_at <= ${after(sql, now, -RETRY_MS)})`
  return count > 0
}

export async function renewTurn(sql: Sql, holder: string, now: Moment): Promise<void> {
  await sql`update backup_schedule set lease_until = ${after(sql, now, LEASE_MS)} where holder = ${holder}`
}

type Outcome = { madeAt: Date; file: string; bytes: number } | { failure: string }

/** What became of it; of a turn that another process has taken over nothing is kept. */
export async function endTurn(sql: Sql, holder: string, outcome: Outcome): Promise<void> {
  const result =
    'failure' in outcome
      ? sql`failure = ${outcome.failure}`
      : sql`failure = null, made_at = ${outcome.madeAt}, file = ${outcome.file}, bytes = ${outcome.bytes}`
  await sql`
    update backup_schedule set holder = null, lease_until = '-infinity', ${result} where holder = ${holder}`
}

export async function findSchedule(sql: Sql) {
  const [row] = await sql<[{ madeAt: Date | null; bytes: number | null; failure: string | null }]>`
    select made_at, bytes, failure from backup_schedule`
  return row
}

/** What staff are told when the schedule does not keep its promise; null while it does, and where there is none. */
export async function findBackupFault(
  sql: Sql,
  { BACKUP_DIR, BACKUP_EVERY_HOURS }: Pick<Env, 'BACKUP_DIR' | 'BACKUP_EVERY_HOURS'>,
  now: Date,
): Promise<string | null> {
  if (!BACKUP_DIR) return null
  const { madeAt, failure } = await findSchedule(sql)
  if (failure) return `The last backup failed: ${failure}`
  if (!madeAt || now.getTime() - madeAt.getTime() <= (2 * BACKUP_EVERY_HOURS + 1) * HOUR_MS) return null
  return `There has been no backup since ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
