import type { OutboundStatus } from '@salonback/shared/core/messages/text.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

interface Resolved {
  phone: string
  now: Date
  /** Only the conversation with this owner (null: the agency); unset: all of the number. */
  salonId?: string | null
  /** Only texts up to this sequence number. */
  upTo?: number
}

const pending = (sql: Sql, { phone, salonId, upTo }: Resolved): Fragment => sql`
  phone = ${phone} and direction = 'inbound' and is_pending_review(intent, decided_at)
    ${salonId === undefined ? sql`` : sql`and salon_id is not distinct from ${salonId}::uuid`}
    ${upTo === undefined ? sql`` : sql`and seq <= ${upTo}`}`

/** Rows for the undo of `resolvePendingReview`. */
export const pendingBefore = (sql: Sql, resolved: Resolved): Fragment => sql`
  select id, 'null'::jsonb, marked_in from messages where ${pending(sql, resolved)}`

/** Marks texts pending review as decided and wakes the workers for texts that waited. */
export async function resolvePendingReview(sql: Sql, given: Resolved): Promise<void> {
  const resolved = await sql`
    update messages set decided_at = ${given.now} where ${pending(sql, given)} returning 1`
  if (resolved.length > 0) await sql`select pg_notify('outbox', '')`
}

/** Outbound texts by status, for the metrics. */
export function countOutbox(sql: Sql) {
  return sql<{ status: string; count: number }[]>`
    select 'queued' as status, (select count(*)::int from messages where status = 'queued' and campaign_id is null)
      + (select count(*)::int from messages where status = 'queued' and campaign_id is not null) as count
    union all select 'sending', count(*)::int from messages where status = 'sending'
    union all select 'unknown', count(*)::int from messages where status = 'unknown'`
}

export interface ReplyState {
  id: string
  status: OutboundStatus
  segments: number
  errorMessage: string | null
  acceptedAt: Date | null
  phone: string
  body: string
  setsStatus: string | null
  salonId: string | null
}

export async function findByDedupeKey(sql: Sql, dedupeKey: string): Promise<ReplyState | undefined> {
  const [row] = await sql<ReplyState[]>`
    select id, status, segments, error_message, accepted_at, phone, body, sets_status, salon_id
    from messages where dedupe_key = ${dedupeKey}`
  return row
}

/** Locks an outbound text of this owner and returns its status, or undefined. */
export async function lockOutbound(
  sql: Sql,
  id: string,
  salonId: string | null,
): Promise<{ status: OutboundStatus; accepted: boolean } | undefined> {
  const [row] = await sql<{ status: OutboundStatus; accepted: boolean }[]>`
    select status, accepted_at is not null as accepted from messages
    where id = ${id} and direction = 'outbound' and salon_id is not distinct from ${salonId}::uuid for update`
  return row
}
