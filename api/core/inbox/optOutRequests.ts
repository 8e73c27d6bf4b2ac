import type { inbox } from '@salonback/shared/core/inbox/contract.ts'
import type { OptOutRequest } from '@salonback/shared/core/inbox/conversation.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { instant } from '../../platform/db/instant.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import type { SalonReads } from '../../platform/salons.ts'
import { optOut } from '../messages/optOut.ts'
import { lockNumber } from '../suppressions/suppressions.ts'

/** Opt-outs that a key may leave to staff in a day: each holds the automatic texts to a number. */
const MOST_A_DAY = 50
const DAY_MS = 86_400_000

interface RequestOptOut {
  phone: string
  salonId: string
  keyId: string
  reason: string
  now: Date
}

/** Leaves an opt-out to staff. A repeat changes nothing. Throws `too_many` over the limit of the key. */
export async function requestOptOut(
  sql: Sql,
  { phone, salonId, keyId, reason, now }: RequestOptOut,
): Promise<'waiting' | 'declined'> {
  const find = () => sql<{ declined: boolean }[]>`
    select decided_at is not null as declined from opt_out_requests where salon_id = ${salonId} and phone = ${phone}`
  // Parallel calls of one key must not pass the limit together.
  await sql`select 1 from api_keys where id = ${keyId} for no key update`
  const [known] = await find()
  if (known) return known.declined ? 'declined' : 'waiting'
  const [used] = await sql<[{ count: number; first: Date | null }]>`
    select count(*)::int as count, min(at) as first from opt_out_requests
    where key_id = ${keyId} and at > ${new Date(now.getTime() - DAY_MS)}`
  if (used.first && used.count >= MOST_A_DAY)
    throw new AppError('too_many', `At most ${MOST_A_DAY} numbers a day that are no clients of this salon`, {
      retryAfter: Math.max(1, (used.first.getTime() + DAY_MS - now.getTime()) / 1000),
    })
  await sql`
    insert into opt_out_requests ${sql({ phone, salonId, keyId, reason, at: now })}`
  return 'waiting'
}

/** Undecided ones, oldest first. */
export const findOptOutRequests = (sql: Sql, salons: SalonReads) => sql<OptOutRequest[]>`
  select r.id, r.phone as phone_number, r.reason, ${instant(sql, 'r.at')} as at, k.name as key_name,
    ${salons.named(sql, sql`r.salon_id`)} as salon
  from opt_out_requests r join api_keys k on k.id = r.key_id
  where r.decided_at is null order by r.at, r.phone`

/** Suppresses the number for every sender, or lets its texts go on. */
export function decideOptOutRequest(
  { id, optOut: isOptOut }: HandlerInput<typeof inbox.decideOptOutRequest>,
  { sql, subscribers, clock, actor }: CallContext,
) {
  return inTransaction(sql, async (open) => {
    const [found] = await open<{ phone: string }[]>`select phone from opt_out_requests where id = ${id}`
    if (!found) throw notFound('Opt-out')
    const now = clock()
    await lockNumber(open, found.phone)
    const [request] = await open<{ phone: string; reason: string }[]>`
      update opt_out_requests set decided_at = ${now}, opted_out = ${isOptOut}
      where id = ${id} and decided_at is null returning phone, reason`
    if (!request) throw new AppError('conflict', 'This opt-out has already been decided')
    const { phone, reason: wording } = request
    if (isOptOut)
      await optOut(open, subscribers, {
        phone,
        at: now,
        wording,
        recordedBy: actor.name,
        source: 'staff',
      })
    else await open`select pg_notify('outbox', '')`
    const action = 'opt-out.decide-request'
    await audit(open, { actor, action, subject: id, detail: { optOut: isOptOut } })
    return { message: isOptOut ? 'Recorded' : 'Declined' }
  })
}
