import type { Env } from '../../env.ts'
import { createLease } from '../db/lease.ts'
import { after, type Moment } from '../db/now.ts'
import type { Sql } from '../db/open.ts'

const lease = createLease('backup_schedule', 120_000)
/** Pause after a failed backup. */
const RETRY_MS = 15 * 60_000
const HOUR_MS = 3_600_000

/** Claims a due backup; false if none is due or another process makes it. */
export async function claimBackup(
  sql: Sql,
  { holder, every, now }: { holder: string; every: number; now: Moment },
): Promise<boolean> {
  const claimed = await lease.acquire(sql, now, {
    set: sql`holder = ${holder}, tried_at = ${now}`,
    where: sql`(made_at is null or made_at <= ${after(sql, now, -every)})
      and (failure is null or tried_at is null or tried_at <= ${after(sql, now, -RETRY_MS)})`,
  })
  return claimed !== undefined
}

export const renewBackup = (sql: Sql, holder: string, now: Moment) =>
  lease.renew(sql, now, sql`holder = ${holder}`)

type Outcome = { madeAt: Date; file: string; bytes: number } | { failure: string }

/** Stores the result and releases the lease, unless another process has taken it over. */
export async function endBackup(sql: Sql, holder: string, outcome: Outcome): Promise<void> {
  const result =
    'failure' in outcome
      ? sql`failure = ${outcome.failure}`
      : sql`failure = null, made_at = ${outcome.madeAt}, file = ${outcome.file}, bytes = ${outcome.bytes}`
  await lease.release(sql, { set: sql`holder = null, ${result}`, where: sql`holder = ${holder}` })
}

export async function findSchedule(sql: Sql) {
  const [row] = await sql<[{ madeAt: Date | null; bytes: number | null; failure: string | null }]>`
    select made_at, bytes, failure from backup_schedule`
  return row
}

/** Message for staff about a failed or overdue backup, or null. */
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
