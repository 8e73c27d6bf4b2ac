import { explain, optOutCodes, senderCodes, undeliverableCodes } from '@salonback/shared/sms/errorCodes.ts'
import type { Sql } from '../../platform/db/open.ts'
import { optOut } from './optOut.ts'
import { stopSender } from './stoppedSenders.ts'
import type { Subscribers } from './subscribers.ts'
import type { UnsentText } from './text.ts'

/** Applies the error code of a text: opt-out, undeliverable number, refused sender. Unknown codes change nothing. */
export async function applyErrorCode(
  sql: Sql,
  subscribers: Subscribers,
  { id, phone, senderId, salonId, errorCode: code }: UnsentText,
  now: Date,
) {
  if (code === null) return
  const reason = explain(code) ?? ''
  if (optOutCodes.includes(code)) {
    const refused = { phone, at: now, wording: reason, messageId: id, salonId }
    await optOut(sql, subscribers, { ...refused, source: 'carrier' })
  }
  if (undeliverableCodes.includes(code)) {
    await sql`
      insert into undeliverable (phone, since, error_code, reason)
      values (${phone}, ${now}, ${code}, ${reason}) on conflict (phone) do nothing`
  }
  if (senderCodes.includes(code)) await stopSender(sql, { id, senderId, phone, code, reason, now })
}
