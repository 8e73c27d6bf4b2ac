import { SESSION_IDLE_MS, SESSION_MAX_MS } from '../http/access.ts'
import { deleteOldAddresses } from '../publicTexts/queries.ts'
import type { Sql } from './open.ts'

const DAY = 24 * 3_600_000

/** Retention in ms by table: rows whose time in this column is older are deleted. */
const kept = [
  { table: 'sessions', column: 'last_seen_at', ms: SESSION_IDLE_MS },
  { table: 'sessions', column: 'created_at', ms: SESSION_MAX_MS },
  // Longer than any client repeats a call.
  { table: 'idempotency_keys', column: 'created_at', ms: 30 * DAY },
  { table: 'rate_limits', column: 'window_start', ms: 3 * DAY },
  { table: 'login_failures', column: 'at', ms: DAY },
  // Read within a second or two.
  { table: 'polled_events', column: 'at', ms: 60_000 },
  // As long as a browser keeps the cookie.
  { table: 'known_devices', column: 'used_at', ms: 400 * DAY },
  // Longer than the carrier is asked back: see messages/backfill.ts.
  { table: 'erased_before', column: 'at', ms: 40 * DAY },
  // The text itself keeps what they said; the carrier repeats none so late.
  { table: 'receipts', column: 'received_at', ms: 90 * DAY },
] as const

/** In one statement, so that no lock is held for long. */
const MAX_AT_ONCE = 5000

/** Deletes what has outlived its use; several processes may do so at once. Returns how many rows went. */
export async function prune(sql: Sql, now: Date): Promise<number> {
  let gone = 0
  for (const { table, column, ms } of kept) {
    const { count } = await sql`
      delete from ${sql(table)} where ctid = any (array(
        select ctid from ${sql(table)} where ${sql(column)} <= ${new Date(now.getTime() - ms)}
        limit ${MAX_AT_ONCE} for update skip locked))`
    gone += count
  }
  await deleteOldAddresses(sql, now)
  return gone
}
