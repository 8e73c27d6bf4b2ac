import { explain } from '@salonback/shared/sms/errorCodes.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Fragment, Sql } from '../../../platform/db/open.ts'
import { applyErrorCode } from '../errorCodes.ts'
import { markAnswered } from '../processed.ts'
import type { Subscribers } from '../subscribers.ts'
import type { AcceptedText, DeliveredText, UnsentText } from '../text.ts'
import { cancelRivals, unsentColumns } from './queued.ts'
import { may } from './table.ts'

// Transitions of texts that the carrier accepted, or that staff resolved.

interface Acceptance {
  id: string
  /** Sid of the text; null when staff resolved it as sent. */
  sid: string | null
  segments: number | null
  now: Date
  /** Only if no other text has this sid: a repeated sid proves nothing about this text. */
  onlyNew?: boolean
}

/**
 * Marks the text as accepted by the carrier and stores its sid; a reply marks the texts it answers as processed.
 * Idempotent, also after a receipt that came first. A sid that another row has stays there. Returns whether the carrier is
 * known to have the text.
 */
export async function accept(sql: Sql, subscribers: Subscribers, acceptance: Acceptance): Promise<boolean> {
  const row =
    (await markSent(sql, acceptance, may(sql, 'accept'))) ?? (await overrule(sql, subscribers, acceptance))
  if (!row) return adoptSid(sql, acceptance)
  await applyAccepted(sql, subscribers, row, acceptance.now)
  return true
}

async function applyAccepted(sql: Sql, subscribers: Subscribers, row: AcceptedText, now: Date) {
  if (row.kind === 'reply')
    await markAnswered(sql, { phone: row.phone, salonId: row.salonId, before: row.seq })
  await subscribers.onAccepted(sql, row, now)
}

async function markSent(
  sql: Sql,
  { id, sid, segments, now, onlyNew = false }: Acceptance,
  from: Fragment,
  by: string | null = null,
) {
  const [row] = await sql<AcceptedText[]>`
    update messages m set sid = coalesce(sid, ${unowned(sql, sid, id)}), segments = coalesce(${segments}, segments),
      accepted_at = coalesce(accepted_at, ${now}), status = 'sent', status_at = ${now},
      resolved_by = ${by}::uuid, error_code = null, error_message = null, lease_until = null, reconcile_at = null
    where id = ${id} and direction = 'outbound' and ${from} ${onlyNew ? sql`and (sid is not null or ${unowned(sql, sid, id)} is not null)` : sql``}
    returning id, kind, phone, seq, salon_id, prospect_id, campaign_id`
  return row
}

/** The sid unless another text has it, which would violate the unique index. */
const unowned = (sql: Sql, sid: string | null, id: string) =>
  sql`(select ${sid}::text where not exists (select 1 from messages where sid = ${sid}::text and id <> ${id}))`

/** Stores the sid of a text that is already sent. */
async function adoptSid(sql: Sql, { id, sid }: Acceptance): Promise<boolean> {
  const rows = await sql`
    update messages set sid = coalesce(sid, ${unowned(sql, sid, id)})
    where id = ${id} and direction = 'outbound' and accepted_at is not null returning 1`
  return rows.length > 0
}

/**
 * Accepts a failed or canceled text that the carrier has after all. A first text queued to the same number since then is
 * canceled; one that was sent since then keeps the number.
 */
async function overrule(sql: Sql, subscribers: Subscribers, acceptance: Acceptance) {
  const { id, now } = acceptance
  const overruled = sql`${may(sql, 'overrule')} and accepted_at is null`
  const [found] = await sql`select 1 from messages where id = ${id} and ${overruled} for update`
  if (!found) return undefined
  await cancelRivals(sql, subscribers, id, now)
  await sql`
    update messages m set released_at = case when exists (
      select 1 from number_reservations other where other.phone = m.phone and other.message_id <> m.id
    ) then ${now}::timestamptz end
    where id = ${id} and kind = 'first_text'`
  return markSent(sql, acceptance, overruled)
}

/** Stores the final status of an accepted text; the first one stands. */
export async function deliver(
  sql: Sql,
  subscribers: Subscribers,
  id: string,
  outcome: { status: 'delivered' | 'undelivered' | 'failed'; code: number | null; now: Date },
): Promise<void> {
  const { status, code, now } = outcome
  const [moved] = await sql<DeliveredText[]>`
    update messages set status = ${status}, status_at = ${now}, error_code = ${code}, error_message = ${explain(code)},
      resolved_by = null
    where id = ${id} and ${may(sql, 'deliver')} returning ${unsentColumns(sql)}, status`
  if (!moved) return
  await applyErrorCode(sql, subscribers, moved, now)
  await subscribers.onDelivered(sql, moved, now)
}

interface Resolution {
  id: string
  outcome: 'sent' | 'failed'
  by: Actor
  now: Date
}

/** Staff resolve an unknown text. As not sent it still reserves its number; a later receipt overrides both. */
export async function resolve(sql: Sql, subscribers: Subscribers, { id, outcome, by, now }: Resolution) {
  if (outcome === 'sent') {
    const row = await markSent(sql, { id, sid: null, segments: null, now }, may(sql, 'resolve'), by.id)
    if (row) await applyAccepted(sql, subscribers, row, now)
    return
  }
  const failed = await sql<UnsentText[]>`
    update messages set status = 'failed', status_at = ${now}, reconcile_at = null, lease_until = null,
      error_message = ${`Counted as not sent by ${by.name}`}, resolved_by = ${by.id}
    where id = ${id} and ${may(sql, 'resolve')} returning ${unsentColumns(sql)}`
  await subscribers.onFailed(sql, failed, now)
}

/** Releases the number of a first text resolved as not sent. False if it reserves none. */
export async function release(sql: Sql, id: string, now: Date): Promise<boolean> {
  const released = await sql`
    update messages set released_at = ${now}
    where id = ${id} and kind = 'first_text' and status = 'failed' and resolved_by is not null and released_at is null
    returning 1`
  return released.length > 0
}
