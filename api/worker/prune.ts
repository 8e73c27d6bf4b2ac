import { deleteOldDeskRows } from '../core/inbox/desk.ts'
import { deleteOldAddresses } from '../core/publicTexts/queries.ts'
import type { Sql } from '../platform/db/open.ts'
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '../platform/http/access.ts'
import { deleteEndedStaffLinks } from '../platform/staff/links.ts'
import { deleteUnknownAppointments } from '../salons/appointments/queries.ts'
import { deleteOldClients } from '../salons/clients/retention.ts'
import { deleteOldPreviews } from '../salons/lists/queries.ts'
import { deleteEndedLinks } from '../salons/ownerLinks/ownerLinks.ts'

const DAY = 24 * 3_600_000

/** Retention in ms per table, by the time in this column. */
const kept = [
  { table: 'sessions', column: 'last_seen_at', ms: SESSION_IDLE_MS },
  { table: 'sessions', column: 'created_at', ms: SESSION_MAX_MS },
  // Longer than any client retries.
  { table: 'idempotency_keys', column: 'created_at', ms: 30 * DAY },
  // Their rows go with them.
  { table: 'undos', column: 'made_at', ms: 3_600_000 },
  { table: 'rate_limits', column: 'window_start', ms: 3 * DAY },
  { table: 'login_failures', column: 'at', ms: DAY },
  // As long as the cookie.
  { table: 'known_devices', column: 'used_at', ms: 400 * DAY },
  // Longer than the backfill reaches.
  { table: 'erased_before', column: 'at', ms: 40 * DAY },
  // A confirmed one is in the consent events.
  { table: 'join_requests', column: 'created_at', ms: 30 * DAY },
  // Booking links forward for 13 months after they were sent.
  { table: 'invitations', column: 'created_at', ms: 397 * DAY },
  // As long as a list that waits: until then the salon mends the rows.
  { table: 'rejected_rows', column: 'created_at', ms: 7 * DAY },
  // An opt-out itself stays in the suppressions and in the ledger.
  { table: 'opt_out_requests', column: 'decided_at', ms: 30 * DAY },
  { table: 'address_confirmations', column: 'expires_at', ms: 30 * DAY },
  { table: 'deliveries', column: 'created_at', ms: 30 * DAY },
  { table: 'mails', column: 'created_at', ms: 180 * DAY },
  // The text has their result; the carrier repeats none so late.
  { table: 'receipts', column: 'received_at', ms: 90 * DAY },
] as const

/** An uploaded list that was neither stored nor discarded; the file holds all columns of the salon. */
const PREVIEW_MS = 7 * DAY
/** After its end. Until then the page of a link shows that it was used, or has expired. */
const LINK_MS = 30 * DAY
/** A client without texts, after the last list or consent. */
const CLIENT_MS = 730 * DAY

/** An appointment with a number on no list. */
const UNKNOWN_MS = 30 * DAY

/** Batch size of a statement. */
const MAX_AT_ONCE = 5000

/** Deletes rows after their retention; safe to run concurrently. Returns the number of rows. */
export async function prune(sql: Sql, now: Date): Promise<number> {
  let gone = 0
  for (const { table, column, ms } of kept) {
    const { count } = await sql`
      delete from ${sql(table)} where ctid = any (array(
        select ctid from ${sql(table)} where ${sql(column)} <= ${new Date(now.getTime() - ms)}
        limit ${MAX_AT_ONCE} for update skip locked))`
    gone += count
  }
  const ago = (ms: number) => new Date(now.getTime() - ms)
  gone += await deleteOldPreviews(sql, ago(PREVIEW_MS))
  gone += await deleteEndedLinks(sql, ago(LINK_MS))
  gone += await deleteOldDeskRows(sql, now)
  gone += await deleteEndedStaffLinks(sql, ago(LINK_MS))
  gone += await deleteOldClients(sql, ago(CLIENT_MS), MAX_AT_ONCE)
  gone += await deleteUnknownAppointments(sql, ago(UNKNOWN_MS), MAX_AT_ONCE)
  await deleteOldAddresses(sql, now)
  return gone
}
