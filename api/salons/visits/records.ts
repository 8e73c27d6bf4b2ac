import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { Visit, VisitEvidence, visits } from '@salonback/shared/salons/visits/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { CallContext } from '../../deps.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { requireSalon, type SalonRow } from '../salons/queries.ts'
import { askUnusual } from './askUnusual.ts'
import { withAttribution } from './history.ts'
import {
  findBooking,
  findClientPhone,
  findLastCampaign,
  findVisit,
  findVisitOn,
  findVisitPage,
  insertVisit,
  updateVisit,
  type VisitChange,
  type VisitRow,
} from './queries.ts'
import type { FreeClients, VisitFollowers } from './subscribers.ts'

export async function listVisits(
  { id, ...wanted }: HandlerInput<typeof visits.list>,
  { sql, subscribers }: Pick<CallContext, 'sql' | 'subscribers'>,
) {
  const salon = await requireSalon(sql, id)
  const { items, nextCursor } = await findVisitPage(sql, { salonId: id, ...wanted })
  return { items: await withAttribution(sql, salon, items, subscribers), nextCursor }
}

/** A visit of this salon with whether a fee is owed. Throws 404 for an unknown id. */
async function oneVisit(sql: Sql, salon: SalonRow, id: string, followers: FreeClients): Promise<Visit> {
  const visit = await findVisit(sql, salon.id, id)
  const [found] = visit ? await withAttribution(sql, salon, [visit], followers) : []
  if (!found) throw notFound('Visit')
  return found
}

export function createVisit(
  { id, clientId, note, bookedAt, amountConfirmed, ...given }: HandlerInput<typeof visits.create>,
  { sql, clock, actor, subscribers }: CallContext,
): Promise<Visit> {
  return inTransaction(sql, async (open) => {
    const salon = await requireSalon(open, id)
    await askUnusual(open, salon, { amount: given.amount, confirmed: amountConfirmed })
    return recordVisit(
      open,
      salon,
      { clientId, ...given, bookedAt: bookedAt ? new Date(bookedAt) : null },
      { evidence: [{ kind: 'staff', note }], by: actor, now: clock(), subscribers },
    )
  })
}

interface NewVisit {
  clientId: string
  state: 'booked' | 'attended' | 'no_show'
  service: Visit['service']
  visitOn: string | null
  bookedAt: Date | null
  amount: number | null
}

interface Decision {
  evidence: VisitEvidence[]
  by: Actor
  now: Date
  subscribers: VisitFollowers
}

/** Reported and booked visits wait for a decision. */
const isOpen = ({ state }: Pick<Visit, 'state'>) => state === 'reported' || state === 'booked'

/**
 * Stores a visit and what is owed for it. There is one for each client and day: a repeat returns the first, decided as
 * given if it still waited. Throws 404 for a client of another salon, 422 for days in the future.
 */
export async function recordVisit(
  sql: Sql,
  salon: SalonRow,
  given: NewVisit,
  decision: Decision,
): Promise<Visit> {
  const { clientId, state, visitOn, bookedAt, service, amount } = given
  const { id: salonId, timeZone } = salon
  const phone = await findClientPhone(sql, salonId, clientId)
  if (!phone) throw notFound('Client')
  await lockNumber(sql, phone)
  const campaignId = await findLastCampaign(sql, { salonId, phone })
  const first = await findFirst(sql, { ...given, salonId, phone, campaignId, timeZone })
  if (first && (state === 'booked' || !isOpen(first)))
    return oneVisit(sql, salon, first.id, decision.subscribers)
  if (first) {
    const known = { ...(visitOn && { visitOn }), ...(amount !== null && { amount }) }
    const answer = { state, service, ...known, ...(bookedAt && !first.bookedAt && { bookedAt }) }
    return decideVisit(sql, salon, first.id, answer, decision)
  }
  const visitId = await insertVisit(sql, { ...given, ...decision, salonId, phone, campaignId, timeZone })
  // Only a list that was stored at the same time can be in the way.
  if (!visitId) throw new AppError('conflict', 'This visit has just been stored. Please look again')
  return decided(sql, salon, visitId, { ...decision, action: 'visit.create' })
}

/** The visit that was stored before and is the same as this one. */
async function findFirst(
  sql: Sql,
  given: NewVisit & { salonId: string; phone: string; campaignId: string | null; timeZone: string },
): Promise<VisitRow | undefined> {
  const { salonId, clientId, state, visitOn: day, timeZone } = given
  if (day) return findVisitOn(sql, { clientId, day, timeZone })
  const booking = state === 'booked' ? await findBooking(sql, given) : undefined
  return booking ? findVisit(sql, salonId, booking) : undefined
}

export function changeVisit(
  { id, visitId, amountConfirmed, ...changes }: HandlerInput<typeof visits.update>,
  { sql, clock, actor, subscribers }: CallContext,
): Promise<Visit> {
  return inTransaction(sql, async (open) => {
    const salon = await requireSalon(open, id)
    await askUnusual(open, salon, { visitId, amount: changes.amount, confirmed: amountConfirmed })
    const decision = { evidence: [], by: actor, now: clock(), subscribers }
    return decideVisit(open, salon, visitId, changes, decision)
  })
}

/**
 * Changes a visit and corrects what is owed for it. Throws 404 for a visit of another salon, 409 after an erasure or if the
 * client has another visit on that day.
 */
export async function decideVisit(
  sql: Sql,
  salon: SalonRow,
  visitId: string,
  changes: VisitChange,
  decision: Decision,
): Promise<Visit> {
  const found = await findVisit(sql, salon.id, visitId)
  if (!found) throw notFound('Visit')
  await lockNumber(sql, found.phone)
  if (!found.clientId) throw new AppError('conflict', 'This client is no longer on the list')
  await updateVisit(sql, visitId, changes, { timeZone: salon.timeZone, ...decision })
  return decided(sql, salon, visitId, { ...decision, action: 'visit.change' })
}

async function decided(
  sql: Sql,
  salon: SalonRow,
  visitId: string,
  { by, now, subscribers, action }: Decision & { action: string },
): Promise<Visit> {
  const visit = await oneVisit(sql, salon, visitId, subscribers)
  requirePlausible(visit, salon, now)
  const { clientId, phone } = visit
  if (clientId) await subscribers.onVisitChanged(sql, { salon, clientId, phone, by, now })
  const detail = { state: visit.state, amount: visit.amount }
  await audit(sql, { actor: by, action, subject: visitId, detail })
  return visit
}

function requirePlausible({ state, visitAt, bookedAt }: Visit, { timeZone }: SalonRow, now: Date) {
  const invalid = (field: string, message: string) =>
    new AppError('invalid', message, { fields: { [field]: message } })
  if (bookedAt && new Date(bookedAt) > now) throw invalid('bookedAt', 'This is in the future')
  if (state !== 'attended') return
  if (!visitAt) throw invalid('visitOn', 'Please enter the day of the visit')
  if (localDate(timeZone, new Date(visitAt)) > localDate(timeZone, now))
    throw invalid('visitOn', 'This day is in the future')
}
