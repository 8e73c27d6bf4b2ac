import { randomUUID } from 'node:crypto'
import type { Sql } from '../db/open.ts'
import { AppError } from '../http/errors.ts'

/** A dead process's slot is free again after this long; a live one renews it in time. */
const LEASE_SECONDS = 60
const RENEW_MS = 15_000
/** Seconds after which it is worth to try again. */
const RETRY_AFTER = 30

/**
 * Runs one upload of the few that all processes may run together; throws too_many when they are taken. A lease, not a
 * lock: nothing of the database is held meanwhile. `lost` is aborted when the lease ran out, as in a process that was
 * asleep, and somebody else has the slot.
 */
export async function inSlot<T>(sql: Sql, steps: (lost: AbortSignal) => Promise<T>): Promise<T> {
  const holder = randomUUID()
  if (!(await takeSlot(sql, holder))) {
    throw new AppError(
      'too_many',
      'Two files are being imported already. Please try again when one of them is done.',
      {
        retryAfter: RETRY_AFTER,
      },
    )
  }
  const lost = new AbortController()
  const renewal = setInterval(() => {
    renewSlot(sql, holder).then(
      (kept) => kept || lost.abort(),
      // A database that is away for a moment does not end the lease.
      () => undefined,
    )
  }, RENEW_MS)
  try {
    return await steps(lost.signal)
  } finally {
    clearInterval(renewal)
    // With the database away the slot becomes free when its lease ends.
    await freeSlot(sql, holder).catch(() => undefined)
  }
}

/** By the database's clock, which all processes share. */
const leaseEnd = (sql: Sql) => sql`now() + make_interval(secs => ${LEASE_SECONDS})`

export async function takeSlot(sql: Sql, holder: string): Promise<boolean> {
  const { count } = await sql`
    update import_slots set holder = ${holder}, lease_until = ${leaseEnd(sql)}
    where slot = (
      select slot from import_slots where lease_until <= now() order by slot limit 1 for update skip locked)`
  return count > 0
}

/** False when the slot is somebody else's by now. */
export async function renewSlot(sql: Sql, holder: string): Promise<boolean> {
  const { count } = await sql`update import_slots set lease_until = ${leaseEnd(sql)} where holder = ${holder}`
  return count > 0
}

const freeSlot = (sql: Sql, holder: string) => sql`
  update import_slots set holder = null, lease_until = '-infinity' where holder = ${holder}`
