import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { phoneReasons, readPhone } from '@salonback/shared/salons/lists/listPhones.ts'
import type { v1 } from '@salonback/shared/salons/v1/contract.ts'
import { marketCodes } from '@salonback/shared/sms/markets.ts'
import { requestOptOut } from '../../core/inbox/optOutRequests.ts'
import { optOut } from '../../core/messages/optOut.ts'
import { isSuppressed, lockNumber } from '../../core/suppressions/suppressions.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findErased } from '../../platform/privacy/hash.ts'

/** Records the opt-out of a number that the key may decide about; another number of a salon's key waits for staff. */
export async function recordOptOut(
  { phone: typed, reason }: HandlerInput<typeof v1.recordOptOut>,
  context: CallContext & { country: string },
) {
  const { sql, subscribers, clock, actor, key, env } = context
  const phone = requirePhone(typed, context.country)
  const done = { phone, optedOut: true }
  return inTransaction(sql, async (open) => {
    await lockNumber(open, phone)
    // An erased number is suppressed already; recording it would store it again.
    if ((await findErased(open, env, [phone])).size > 0) return done
    if (key.salonId === null || (await isKnownTo(open, key.salonId, phone))) {
      const recorded = { phone, at: clock(), wording: reason, recordedBy: actor.name }
      await optOut(open, subscribers, { ...recorded, source: 'staff' })
      await audit(open, { actor, action: 'opt-out.record', detail: { reason } })
      return done
    }
    if (await isSuppressed(open, env, phone)) return done
    const asked = { phone, salonId: key.salonId, keyId: key.id, reason, now: clock() }
    return { phone, optedOut: false, decision: await requestOptOut(open, asked) }
  })
}

/** Whether a salon may speak for a number: it is on a list of the salon, or they exchanged texts. */
async function isKnownTo(sql: Sql, salonId: string, phone: string): Promise<boolean> {
  const [row] = await sql<[{ known: boolean }]>`
    select exists (select 1 from clients where salon_id = ${salonId} and phone = ${phone})
      or exists (select 1 from messages where phone = ${phone} and salon_id = ${salonId}) as known`
  return row.known
}

const ONE = 'Please send one number with each call'
/** `07700 900123/4` */
const SECOND_ENDING = /\d\s*[/&;|,]\s*\d{1,3}\s*$/
const EXAMPLE = 'Please send a phone number like +447700900123'

/** The number as lists read it. Throws with the reason for one that lists refuse: its real owner would still be texted. */
function requirePhone(typed: string, country: string): string {
  const refuse = (message: string) => new AppError('invalid', message, { fields: { phone: message } })
  const market = marketCodes.find((code) => code === country)
  // Lists know the local numbers of three countries.
  if (!market && !/^[\s'"=]*(?:tel:)?(?:\+|00)/i.test(typed)) throw refuse(EXAMPLE)
  if (SECOND_ENDING.test(typed)) throw refuse(ONE)
  const reading = readPhone([typed], market ?? 'GB')
  if ('reason' in reading) throw refuse(explain(reading.reason))
  if (reading.hints.length > 0) throw refuse(ONE)
  return reading.phone
}

const explain = (reason: string) =>
  reason === phoneReasons.missing || reason === phoneReasons.unreadable
    ? EXAMPLE
    : `${EXAMPLE}. This is ${reason === phoneReasons.incomplete ? reason : `unclear: ${reason}`}`
