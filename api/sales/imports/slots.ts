import { randomUUID } from 'node:crypto'
import { createLease } from '../../platform/db/lease.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'

const lease = createLease('import_slots', 60_000)
const RENEW_MS = 15_000
/** Seconds, for Retry-After. */
const RETRY_AFTER = 30

/**
 * Runs an upload in one of the slots shared by all processes; throws `too_many` if all are taken. `lost` is aborted when
 * another process has taken over the slot, for example after a suspension.
 */
export async function withSlot<T>(sql: Sql, steps: (lost: AbortSignal) => Promise<T>): Promise<T> {
  const holder = randomUUID()
  const full = 'Two files are being imported already. Please try again when one of them is done.'
  if (!(await takeSlot(sql, holder))) throw new AppError('too_many', full, { retryAfter: RETRY_AFTER })
  const lost = new AbortController()
  const renewal = setInterval(() => {
    renewSlot(sql, holder).then(
      (kept) => kept || lost.abort(),
      // A short database outage does not end the lease.
      () => undefined,
    )
  }, RENEW_MS)
  try {
    return await steps(lost.signal)
  } finally {
    clearInterval(renewal)
    // Without the database the slot becomes free when its lease expires.
    await freeSlot(sql, holder).catch(() => undefined)
  }
}

const now = (sql: Sql) => sql`clock_timestamp()`

export async function takeSlot(sql: Sql, holder: string): Promise<boolean> {
  const where = sql`slot = (
    select slot from import_slots where lease_until <= now() order by slot limit 1 for update skip locked)`
  return (await lease.acquire(sql, now(sql), { set: sql`holder = ${holder}`, where })) !== undefined
}

/** False if another process has the slot. */
export const renewSlot = (sql: Sql, holder: string) => lease.renew(sql, now(sql), sql`holder = ${holder}`)

const freeSlot = (sql: Sql, holder: string) =>
  lease.release(sql, { set: sql`holder = null`, where: sql`holder = ${holder}` })
