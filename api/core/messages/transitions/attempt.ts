import { after, type Moment } from '../../../platform/db/now.ts'
import type { Sql } from '../../../platform/db/open.ts'
import { applyErrorCode } from '../errorCodes.ts'
import { LEASE_MS } from '../outbox.ts'
import { senderWhenRequeued } from '../senders.ts'
import type { Subscribers } from '../subscribers.ts'
import type { ClaimedText, UnsentText } from '../text.ts'
import { unsentColumns } from './queued.ts'
import { may, type Transition } from './table.ts'

// Transitions after one attempt to send a text.

/** Identifies one attempt; an outdated attempt changes nothing. */
export type Attempt = Pick<ClaimedText, 'id' | 'attempts' | 'campaignId'>

/** Matches the row only while this attempt is its latest and its status allows the transition. */
const isCurrent = (sql: Sql, transition: Transition, { id, attempts }: Attempt) =>
  sql`id = ${id} and attempts = ${attempts} and ${may(sql, transition)}`

/** The carrier rejected the text; it was not sent. */
export async function fail(
  sql: Sql,
  subscribers: Subscribers,
  text: Attempt,
  { code, message, now }: { code: number | null; message: string; now: Date },
): Promise<void> {
  const failed = await sql<UnsentText[]>`
    update messages set status = 'failed', status_at = ${now}, error_code = ${code}, error_message = ${message},
      lease_until = null, reconcile_at = null
    where ${isCurrent(sql, 'fail', text)} returning ${unsentColumns(sql)}`
  for (const one of failed) await applyErrorCode(sql, subscribers, one, now)
  await subscribers.onFailed(sql, failed, now)
}

/** The attempt was not sent and will not be retried. */
export async function cancel(
  sql: Sql,
  subscribers: Subscribers,
  text: Attempt,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const canceled = await sql<UnsentText[]>`
    update messages set status = 'canceled', status_at = ${now}, error_message = ${reason}, lease_until = null, reconcile_at = null
    where ${isCurrent(sql, 'cancel', text)} returning ${unsentColumns(sql)}`
  await subscribers.onFailed(sql, canceled, now)
}

export const CANCELED_BEFORE = 'Canceled before it was sent'

/** Requeues an attempt that certainly sent nothing, or cancels it with its campaign. */
export async function requeue(sql: Sql, text: Attempt, due: { at: Moment; until?: Date | null }, now: Date) {
  const until =
    due.until === undefined ? sql`due_until` : sql`coalesce(${due.until}::timestamptz, 'infinity')`
  await sql`
    update messages set status_at = ${now}, due_at = ${due.at}, due_until = ${until},
      lease_until = null, reconcile_at = null, sender_id = ${senderWhenRequeued(sql)},
      status = case when campaign_canceled(campaign_id) then 'canceled' else 'queued' end,
      error_message = case when campaign_canceled(campaign_id) then ${CANCELED_BEFORE} end
    where ${isCurrent(sql, 'requeue', text)}`
}

/** The outcome is unknown; reconciliation starts at `askAt`. */
export async function markUnknown(
  sql: Sql,
  subscribers: Subscribers,
  text: Attempt,
  { message, askAt, now }: { message: string; askAt: Moment; now: Date },
): Promise<void> {
  const marked = await sql<UnsentText[]>`
    update messages set status = 'unknown', status_at = ${now}, error_message = ${message}, reconcile_at = ${askAt}, reconcile_count = 0
    where ${isCurrent(sql, 'markUnknown', text)} returning ${unsentColumns(sql)}`
  await subscribers.onFailed(sql, marked, now)
}

/** Texts with an expired lease become `unknown` and are reconciled: sending them again could send them twice. */
export async function expire(sql: Sql, subscribers: Subscribers, moment: Moment, now: Date): Promise<number> {
  const rows = await sql<UnsentText[]>`
    update messages set status = 'unknown', status_at = ${now}, reconcile_at = ${moment}, reconcile_count = 0,
      error_message = 'The sender stopped during the attempt'
    where id in (
      select id from messages where ${may(sql, 'expire')} and lease_until <= ${moment} for update skip locked
    ) and ${may(sql, 'expire')}
    returning ${unsentColumns(sql)}`
  await subscribers.onFailed(sql, rows, now)
  return rows.length
}

/** An unknown text as read by one reconciliation. */
export interface Snapshot {
  id: string
  attempts: number
  /** Reconciliations before this one. */
  reconcileCount: number
}

/** Matches the text unless it changed since the snapshot: a suspended process must not overwrite a newer result. */
export const unchangedSince = (sql: Sql, { id, attempts, reconcileCount }: Snapshot) =>
  sql`id = ${id} and ${may(sql, 'retry')} and attempts = ${attempts} and reconcile_count = ${reconcileCount + 1}`

/** Requeues a text that the carrier does not know, once, and not before twice the lease: a suspended sender may still write. */
export async function retry(sql: Sql, snapshot: Snapshot, now: Moment): Promise<void> {
  await sql`
    update messages set status = 'queued', status_at = ${now}, due_at = ${now}, retried = true, reconcile_at = null,
      lease_until = null, sender_id = ${senderWhenRequeued(sql)}
    where ${unchangedSince(sql, snapshot)} and not retried and attempted_at < ${after(sql, now, -2 * LEASE_MS)}`
}
