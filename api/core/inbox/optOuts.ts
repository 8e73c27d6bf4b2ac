import type { inbox } from '@salonback/shared/core/inbox/contract.ts'
import type { ListedOptOut } from '@salonback/shared/core/inbox/conversation.ts'
import { INVALID_MOBILE } from '@salonback/shared/forms.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { toE164, typedNumber } from '@salonback/shared/sms/phone.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { instant } from '../../platform/db/instant.ts'
import { jsonOf } from '../../platform/db/json.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { findErased, hashList, type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'
import { optOut } from '../messages/optOut.ts'
import { liftSuppression } from '../suppressions/lift.ts'
import { lockNumber } from '../suppressions/suppressions.ts'
import type { ContactsByOwner } from './contacts.ts'
import { findNumber } from './findNumber.ts'

type OptOutRow = Omit<ListedOptOut, 'since'> & { since: Date }

/** Of an opt-out with a salon only the time is shown: its text belongs to the salon's conversation. */
const optOutColumns = (sql: Sql, { agency }: ContactsByOwner) => sql`
  coalesce(s.phone, '') as phone_number, s.since, case when s.salon_id is null then s.source else 'keyword' end as source,
  case when s.salon_id is null then s.wording else '' end as wording,
  case when s.salon_id is null then s.recorded_by end as recorded_by,
  ${agency.name(sql, sql`s.phone`, sql`null`)} as business_name`

export async function findOptOut(sql: Sql, contacts: ContactsByOwner, keys: PhoneKeys, phone: string) {
  const [row] = await sql<OptOutRow[]>`
    select ${optOutColumns(sql, contacts)} from suppressions s
    where s.phone = ${phone} or s.phone_hash = any(${hashList(sql, phoneHashes(keys, phone))})
    order by s.phone`
  return row ? { ...row, phoneNumber: phone, since: row.since.toISOString() } : null
}

/** Numbers that opted out with the agency, newest first, as JSON. Erased numbers exist only as hashes and are not listed. */
export const findOptOuts = (sql: Sql, { agency }: ContactsByOwner): Promise<string> =>
  jsonOf(
    sql,
    sql`
      select s.phone as "phoneNumber", ${instant(sql, 's.since')} as since, s.source, s.wording,
        s.recorded_by as "recordedBy", ${agency.name(sql, sql`s.phone`, sql`null`)} as "businessName"
      from suppressions s
      where s.phone is not null and s.salon_id is null order by s.since desc`,
  )

function requireNumber(given: string, country: string): string {
  const phone = typedNumber(given, country)
  if (!phone) throw new AppError('invalid', INVALID_MOBILE, { fields: { phoneNumber: INVALID_MOBILE } })
  return phone
}

/** Records an opt-out that did not come by text. */
export function recordOptOut(
  { phoneNumber: given, reason }: HandlerInput<typeof inbox.recordOptOut>,
  { sql, subscribers, clock, actor, env, contacts }: CallContext,
) {
  return inTransaction(sql, async (open) => {
    const phone =
      (await findNumber(open, contacts, { salonId: null, number: given })) ??
      requireNumber(given, env.DEFAULT_COUNTRY)
    await lockNumber(open, phone)
    // Recording the opt-out would store the erased number again.
    if ((await findErased(open, env, [phone])).size > 0)
      throw new AppError('conflict', 'Everything about this number was erased, and it is never texted.')
    const recorded = { phone, at: clock(), wording: reason, recordedBy: actor.name }
    await optOut(open, subscribers, { ...recorded, source: 'staff' })
    await audit(open, { actor, action: 'opt-out.record', detail: { reason } })
    const state = await findOptOut(open, contacts, env, phone)
    if (!state) throw new Error('an opt-out just recorded is there')
    return state
  })
}

/** Undoes an opt-out. Throws 404 for a number without one. */
export function undoOptOut(
  { number: given, reason }: HandlerInput<typeof inbox.undoOptOut>,
  { sql, clock, actor, env, contacts }: CallContext,
) {
  return inTransaction(sql, async (open) => {
    const phone =
      (await findNumber(open, contacts, { salonId: null, number: given })) ??
      toE164(given, env.DEFAULT_COUNTRY) ??
      given
    const lift = { phone, at: clock(), wording: reason, actor: actor.name }
    if (!(await liftSuppression(open, env, { ...lift, source: 'staff' }))) throw notFound('Opt-out')
    await audit(open, { actor, action: 'opt-out.undo', detail: { reason } })
    return { message: 'Opt-out undone' }
  })
}
