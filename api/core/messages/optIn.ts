import { optOutCodes } from '@salonback/shared/sms/errorCodes.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { PhoneKeys } from '../../platform/privacy/hash.ts'
import { liftSuppression } from '../suppressions/lift.ts'
import type { OptOut } from '../suppressions/suppress.ts'
import { isSuppressionOf } from '../suppressions/suppressions.ts'
import type { ReceivedText } from './text.ts'

/**
 * Lifts a suppression after a START. Only a START to the sender that the STOP went to counts, because the carrier's block
 * is per sender. If a STOP to another sender still stands, that sender keeps the suppression. True if the number may be
 * texted again.
 */
export async function optIn(sql: Sql, keys: PhoneKeys, text: ReceivedText): Promise<boolean> {
  const { phone } = text
  const [suppression] = await sql`
    select 1 from suppressions where ${isSuppressionOf(sql, keys, phone)} and ${isOfSender(sql, text)}`
  if (!suppression) return false
  const other = await findStandingStop(sql, text)
  if (other) {
    await replaceSuppression(sql, phone, other)
    return false
  }
  const { now: at, body: wording, id: messageId } = text
  return liftSuppression(sql, keys, { phone, at, source: 'keyword', wording, messageId })
}

/**
 * Whether an opt-out stands for the sender of this text. One without a sender (recorded by staff, known from the carrier's
 * error code, or older) stands for the agency.
 */
const isOfSender = (sql: Sql, { senderId, salonId }: ReceivedText) =>
  sql`(sender_id is not distinct from ${senderId}::uuid or (sender_id is null and ${salonId}::uuid is null))`

type StandingStop = Pick<OptOut, 'source' | 'wording'> & {
  since: Date
  messageId: string
  senderId: string | null
  salonId: string | null
}

/**
 * An opt-out to another sender, by text or known from the carrier's error code, that neither a later START to that sender
 * nor staff have lifted.
 */
async function findStandingStop(sql: Sql, text: ReceivedText) {
  const { phone } = text
  const [stop] = await sql<StandingStop[]>`
    select * from (
      select id as message_id, sender_id, salon_id, body as wording, created_at as since,
        case intent when 'opt_out' then 'keyword' else 'plain_language' end as source
      from messages where phone = ${phone} and direction = 'inbound' and is_opt_out
      union all
      select id, null, salon_id, coalesce(error_message, ''), status_at, 'carrier'
      from messages where phone = ${phone} and direction = 'outbound' and error_code = any(${[...optOutCodes]}::int[])
    ) stop
    where not ${isOfSender(sql, text)}
      and not exists (
        select 1 from messages start where start.phone = ${phone} and start.direction = 'inbound'
          and start.intent = 'opt_in' and start.created_at > stop.since
          and (start.sender_id = stop.sender_id or (stop.sender_id is null and start.salon_id is null)))
      and not exists (
        select 1 from consent_ledger undone where undone.phone = ${phone} and undone.change = 'opt_in'
          and undone.source = 'staff' and undone.at > stop.since)
    order by stop.since limit 1`
  return stop
}

/** Two statements, because only inserted and deleted rows are counted for the owner's figures. */
async function replaceSuppression(sql: Sql, phone: string, stop: StandingStop): Promise<void> {
  const { count } = await sql`delete from suppressions where phone = ${phone}`
  if (count > 0) await sql`insert into suppressions ${sql({ phone, ...stop })}`
}
