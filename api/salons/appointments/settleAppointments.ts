import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import type { Sql } from '../../platform/db/open.ts'
import { isTransient, retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { lockUnits } from '../../platform/keys/amountUnits.ts'
import { findSalonRules, type SalonRow } from '../salons/queries.ts'
import { BOOKING_SYSTEM, type VisitRow } from '../visits/history.ts'
import { findClientPhone, findVisitsOf, insertVisit } from '../visits/queries.ts'
import { clearUnsettled, isShopNumber, recordFailure } from '../visits/unsettled.ts'
import { type PlacedVisit, placeAppointments } from './placeAppointments.ts'
import {
  findDueClients,
  findTexts,
  linkAppointments,
  lockAppointments,
  type Shown,
  saveSystemVisit,
} from './queries.ts'

/** Clients per round. */
const MOST = 500

type DueClient = Awaited<ReturnType<typeof findDueClients>>[number]

interface Client {
  salon: SalonRow
  clientId: string
  phone: string
  now: Date
}

export type SettleDeps = Pick<Deps, 'sql' | 'clock' | 'log' | 'subscribers'>

/**
 * Updates visits and fees from changed appointments, of one salon or of all in turn, those with the fewest first. Each client has its own
 * transaction, so that no number stays locked for long.
 */
export async function settleAppointments(deps: SettleDeps, salonId: string | null = null): Promise<void> {
  for (const due of await findDueClients(deps.sql, salonId, MOST)) await settleOne(deps, due)
}

/** The same for one client. */
export async function settleOne({ sql, clock, log, subscribers }: SettleDeps, due: DueClient): Promise<void> {
  try {
    await retryOnDeadlock(sql, (open) => settleDue(open, due, { subscribers, now: clock() }))
  } catch (error) {
    // The appointments stay due, so the worker tries again.
    log.error({ err: error, clientId: due.clientId }, 'appointments of a client could not be settled')
    if (!isTransient(error)) await recordFailure(sql, due, clock())
  }
}

async function settleDue(
  sql: Sql,
  { salonId, clientId }: DueClient,
  { subscribers, now }: Pick<Deps, 'subscribers'> & { now: Date },
): Promise<void> {
  const salon = await findSalonRules(sql, salonId)
  const phone = await findClientPhone(sql, salonId, clientId)
  if (!salon || !phone) return
  await lockUnits(sql, 'shared')
  await lockNumber(sql, phone)
  if (await isShopNumber(sql, { salonId, clientId }, now)) return
  await clearUnsettled(sql, clientId)
  const client = { salon, clientId, phone, now }
  const appointments = await lockAppointments(sql, clientId)
  const visits = await findVisitsOf(sql, salonId, clientId)
  const texts = await findTexts(sql, salonId, phone)
  const { timeZone } = salon
  const placed = placeAppointments({ timeZone, now, appointments, visits, texts })
  const links: { id: string; visitId: string | null }[] = placed.unplaced.map((id) => ({ id, visitId: null }))
  for (const visit of placed.visits) {
    const visitId = await writeVisit(sql, client, visit)
    for (const id of visit.appointmentIds) links.push({ id, visitId })
  }
  await linkAppointments(sql, links)
  if (visits.length + placed.visits.length > 0)
    await subscribers.onVisitChanged(sql, { salon, clientId, phone, by: BOOKING_SYSTEM, now })
}

async function writeVisit(sql: Sql, client: Client, visit: PlacedVisit): Promise<string> {
  const { row, shown } = visit
  if (row && isShown(row, shown)) return row.id
  if (row) await saveSystemVisit(sql, row.id, shown, client.now)
  const id = row?.id ?? (await addVisit(sql, client, visit))
  const { state, amount } = shown
  await audit(sql, { actor: BOOKING_SYSTEM, action: 'visit.change', subject: id, detail: { state, amount } })
  return id
}

async function addVisit(
  sql: Sql,
  { salon, clientId, phone, now }: Client,
  { shown, campaignId }: PlacedVisit,
): Promise<string> {
  const { state, visitAt, bookedAt, amount, evidence } = shown
  const id = await insertVisit(sql, {
    ...{
      salonId: salon.id,
      phone,
      clientId,
      campaignId,
      state,
      service: 'treatment',
      timeZone: salon.timeZone,
    },
    ...{ visitOn: null, ...(visitAt && { visitAt }), bookedAt: bookedAt ? new Date(bookedAt) : null },
    ...{ amount, evidence, by: BOOKING_SYSTEM, now },
  })
  // Only a list that is being stored can conflict; the retry finds its visit.
  if (!id) throw Object.assign(new Error('another visit of this day was stored'), { code: '23505' })
  return id
}

/** Whether the visit has these values already. */
const isShown = (visit: VisitRow, shown: Shown) =>
  visit.evidence.some(({ kind }) => kind === 'system') &&
  visit.state === shown.state &&
  visit.visitAt === shown.visitAt &&
  visit.bookedAt === shown.bookedAt &&
  visit.amount === shown.amount
