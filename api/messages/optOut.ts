import type { Sql } from '../db/open.ts'
import type { PhoneKeys } from '../suppressions/hash.ts'
import {
  insertSuppression,
  isSuppressionOf,
  type Lift,
  liftSuppression,
  type OptOut,
} from '../suppressions/suppressions.ts'
import { resolvePendingReview } from './queries.ts'
import type { Subscribers } from './subscribers.ts'
import type { ReceivedText } from './text.ts'
import { cancelUnwanted } from './transitions/queued.ts'

/**
 * Suppresses a number for every sender and cancels its queued texts. False if it was suppressed already. `text` is the
 * received text that contains the opt-out. Call inside a transaction.
 */
export async function optOut(
  sql: Sql,
  subscribers: Subscribers,
  given: OptOut,
  text: ReceivedText | null = null,
): Promise<boolean> {
  const { phone, at: now } = given
  const fresh = await insertSuppression(sql, given)
  await cancelUnwanted(sql, subscribers, { phone }, now)
  await resolvePendingReview(sql, { phone, now })
  if (fresh) await subscribers.onOptOut(sql, { phone, now, text })
  return fresh
}

/**
 * Lifts a suppression after a START. Only a START to the sender that the STOP went to counts, because the carrier's block
 * is per sender. If a STOP to another sender still stands, that sender keeps the suppression. True if the number may be
 * texted again.
 */
export async function optIn(sql: Sql, keys: PhoneKeys, text: ReceivedText): Promise<boolean> {
  const { phone, senderId, salonId } = text
  const isTheirs = sql`sender_id is not distinct from ${senderId}::uuid or (sender_id is null and ${salonId}::uuid is null)`
  const [suppression] = await sql`
    select 1 from suppressions where ${isSuppressionOf(sql, keys, phone)} and (${isTheirs})`
  if (!suppression) return false
  const other = await findStandingStop(sql, text)
  if (other) {
    await sql`
      update suppressions set sender_id = ${other.senderId}, salon_id = ${other.salonId} where phone = ${phone}`
    return false
  }
  const lift: Lift = { phone, at: text.now, source: 'keyword', wording: text.body, messageId: text.id }
  return liftSuppression(sql, keys, lift)
}

/** An opt-out to another sender that neither a later START to that sender nor staff have lifted. */
async function findStandingStop(sql: Sql, { phone, senderId }: ReceivedText) {
  const [stop] = await sql<{ senderId: string | null; salonId: string | null }[]>`
    select stop.sender_id, stop.salon_id from messages stop
    where stop.phone = ${phone} and stop.direction = 'inbound' and stop.is_opt_out
      and stop.sender_id is distinct from ${senderId}::uuid
      and not exists (
        select 1 from messages start where start.phone = stop.phone and start.direction = 'inbound'
          and start.intent = 'opt_in' and start.sender_id = stop.sender_id and start.created_at > stop.created_at)
      and not exists (
        select 1 from consent_ledger undone where undone.phone = stop.phone and undone.change = 'opt_in'
          and undone.source = 'staff' and undone.at > stop.created_at)
    order by stop.created_at limit 1`
  return stop
}
