import type { Sql } from '../../platform/db/open.ts'
import { insertSuppression, type OptOut } from '../suppressions/suppress.ts'
import { markSettled } from './processed.ts'
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
  await markSettled(sql, phone)
  await resolvePendingReview(sql, { phone, now })
  await sql`
    update opt_out_requests set decided_at = ${now}, opted_out = true where phone = ${phone} and decided_at is null`
  if (fresh) await subscribers.onOptOut(sql, { phone, now, text })
  return fresh
}
