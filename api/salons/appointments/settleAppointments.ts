import {
  replacesState,
  type ToldAppointment,
  visitOf,
} from '@salonback/shared/salons/appointments/visitOf.ts'
import type { VisitState } from '@salonback/shared/salons/visits/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { type FeeRules, findFeeRules, type VisitRow } from '../visits/history.ts'
import { findClientPhone, findVisit, findVisitOn, findVisitsOf, insertVisit } from '../visits/queries.ts'
import { settleClient } from '../visits/settle.ts'
import {
  findAppointmentsOf,
  findCampaignBefore,
  findDueClients,
  findMoved,
  leaveClient,
  linkAppointment,
  lockDueAppointments,
  markSettled,
  type StoredAppointment,
  type SystemVisit,
  saveSystemVisit,
} from './queries.ts'

/** Clients per call or round. Further ones wait for the worker. */
const MOST = 500

/** How the booking system appears as the author of a visit. */
const BY = 'booking system'

type DueClient = Awaited<ReturnType<typeof findDueClients>>[number]

interface Client {
  salon: FeeRules
  clientId: string
  phone: string
  now: Date
}

/**
 * Updates visits and fees from changed appointments, of one salon or of all. Each client has its own transaction, so that no
 * number stays locked for long.
 */
export async function settleAppointments(
  { sql, clock, log }: Pick<Deps, 'sql' | 'clock' | 'log'>,
  salonId: string | null = null,
): Promise<void> {
  const settle = async (due: DueClient, steps: (open: Sql, client: Client) => Promise<unknown>) => {
    try {
      await withClient(sql, due, clock(), steps)
    } catch (error) {
      // The appointments stay due, so the worker tries again.
      log.error({ err: error, clientId: due.clientId }, 'appointments of a client could not be settled')
    }
  }
  for (const moved of await findMoved(sql, salonId, MOST))
    await settle(moved, (open, client) => leaveVisit(open, client, moved))
  for (const due of await findDueClients(sql, salonId, MOST)) await settle(due, settleDue)
}

/** Runs the steps in a transaction that locks the number of the client, then corrects the fee. */
async function withClient(
  sql: Sql,
  { salonId, clientId }: DueClient,
  now: Date,
  steps: (open: Sql, client: Client) => Promise<unknown>,
): Promise<void> {
  await retryOnDeadlock(sql, async (open) => {
    const salon = await findFeeRules(open, salonId)
    const phone = await findClientPhone(open, salonId, clientId)
    if (!salon || !phone) return
    await lockNumber(open, phone)
    await steps(open, { salon, clientId, phone, now })
    if ((await findVisitsOf(open, salonId, clientId)).length > 0)
      await settleClient(open, salon, { clientId, by: BY, now })
  })
}

/** The number of the appointment was corrected: unlinks it from the visit of the earlier client. */
async function leaveVisit(sql: Sql, client: Client, { id, visitId }: { id: string; visitId: string }) {
  await leaveClient(sql, id)
  await showAppointments(sql, client, visitId)
}

async function settleDue(sql: Sql, client: Client): Promise<void> {
  const due = await lockDueAppointments(sql, client.clientId)
  for (const appointment of due) await placeAppointment(sql, client, appointment)
  const ids = due.map(({ id }) => id)
  await markSettled(sql, ids)
}

/** Links an appointment to a visit on its day: the one it has, another one of that day, or a new one. */
async function placeAppointment(sql: Sql, client: Client, appointment: StoredAppointment): Promise<void> {
  const { salon, clientId, phone } = client
  const { id, state, startsAt } = appointment
  const day = dayOf(salon, startsAt)
  const before = await leaveSharedVisit(sql, client, appointment)
  // A canceled appointment must not cancel another one of its day.
  const ofDay =
    state === 'canceled' ? undefined : await findVisitOn(sql, { clientId, day, timeZone: salon.timeZone })
  // While the appointment has a visit, a visit without a day is another booking.
  const isOther = ofDay?.visitAt && ofDay.id !== before && dayOf(salon, ofDay.visitAt) === day
  if (before && !isOther) return showAppointments(sql, client, before)
  const campaignId = await findCampaignBefore(sql, { salonId: salon.id, phone, at: startsAt })
  if (!ofDay && (state === 'canceled' || !campaignId)) return
  const visitId = ofDay?.id ?? (await addVisit(sql, client, { state, campaignId, visitOn: day }))
  await linkAppointment(sql, id, visitId)
  if (before) await showAppointments(sql, client, before)
  await showAppointments(sql, client, visitId)
}

const dayOf = ({ timeZone }: FeeRules, at: string) => localDate(timeZone, new Date(at))

/** The visit of the appointment. Unlinks it if other appointments keep that visit on another day. */
async function leaveSharedVisit(
  sql: Sql,
  client: Client,
  { id, visitId, startsAt }: StoredAppointment,
): Promise<string | null> {
  if (!visitId) return null
  const day = dayOf(client.salon, startsAt)
  const others = (await findAppointmentsOf(sql, visitId)).filter(
    (other) => other.id !== id && other.state !== 'canceled' && dayOf(client.salon, other.startsAt) !== day,
  )
  if (others.length === 0) return visitId
  await linkAppointment(sql, id, null)
  await showAppointments(sql, client, visitId)
  return null
}

async function addVisit(
  sql: Sql,
  { salon, clientId, phone, now }: Client,
  visit: { state: VisitState; campaignId: string | null; visitOn: string },
): Promise<string> {
  const id = await insertVisit(sql, {
    ...{ ...visit, salonId: salon.id, phone, clientId, service: 'treatment', timeZone: salon.timeZone },
    ...{ bookedAt: null, amount: null, evidence: [], by: BY, now },
  })
  // Only a list that is being stored can conflict; the retry finds its visit.
  if (!id) throw Object.assign(new Error('another visit of this day was stored'), { code: '23505' })
  return id
}

/** Updates a visit from its appointments; cancels it if there are none. */
async function showAppointments(sql: Sql, { salon, now }: Client, visitId: string): Promise<void> {
  const visit = await findVisit(sql, salon.id, visitId)
  if (!visit) return
  const appointments = await findAppointmentsOf(sql, visitId)
  const told = visitOf(appointments) ?? canceled(visit)
  const isTold = replacesState(told, { state: visit.state, bySystem: visit.decidedBy === BY }, now)
  const state = isTold ? told.state : visit.state
  if (isShown(visit, { ...told, state })) return
  const source = appointments.at(-1)?.source ?? 'moved to another visit'
  await saveSystemVisit(sql, visitId, { ...told, state, source, by: BY, now })
  const detail = { state, amount: told.amount }
  await audit(sql, { actor: BY, action: 'visit.change', subject: visitId, detail })
}

const canceled = ({ bookedAt, visitAt }: VisitRow): ToldAppointment => ({
  ...{ state: 'canceled', amount: null, bookedAt },
  startsAt: visitAt ?? '',
})

const time = (at: string | null) => at && new Date(at).getTime()

/** Whether the visit has these values already. */
const isShown = (visit: VisitRow, told: SystemVisit) =>
  visit.evidence.some(({ kind }) => kind === 'system') &&
  visit.state === told.state &&
  time(visit.visitAt) === time(told.startsAt) &&
  time(visit.bookedAt) === time(told.bookedAt ?? visit.bookedAt) &&
  visit.amount === (told.amount ?? visit.amount)
