import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import type { Sql } from '../../platform/db/open.ts'
import { isTransient, retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { lockUnits } from '../../platform/keys/amountUnits.ts'
import { requireSalon, type SalonRow } from '../salons/queries.ts'
import { BOOKING_SYSTEM } from '../visits/history.ts'
import { findClientPhone, findVisitsOf, insertVisit, type VisitRow } from '../visits/queries.ts'
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

interface Client {
  salon: SalonRow
  clientId: string
}

interface ClientOfSalon extends Client {
  phone: string
  now: Date
}

export type SettleDeps = Pick<Deps, 'sql' | 'clock' | 'log' | 'subscribers'>

/**
 * Updates visits and fees from changed appointments, of one salon or of all in turn, those with the fewest first. Each client has its own
 * transaction, so that no number stays locked for long.
 */
export async function settleAppointments(deps: SettleDeps, only?: SalonRow): Promise<void> {
  const salons = new Map(only && [[only.id, only]])
  for (const { salonId, clientId } of await findDueClients(deps.sql, only?.id ?? null, MOST)) {
    const salon = salons.get(salonId) ?? (await requireSalon(deps.sql, salonId))
    salons.set(salonId, salon)
    await settleClient(deps, { salon, clientId })
  }
}

/** The same for one client. */
export async function settleClient(
  { sql, clock, log, subscribers }: SettleDeps,
  client: Client,
): Promise<void> {
  const { clientId } = client
  try {
    await retryOnDeadlock(sql, (open) => settleDue(open, client, { subscribers, now: clock() }))
  } catch (error) {
    // The appointments stay due, so the worker tries again.
    log.error({ err: error, clientId }, 'appointments of a client could not be settled')
    if (!isTransient(error)) await recordFailure(sql, { salonId: client.salon.id, clientId }, clock())
  }
}

async function settleDue(
  sql: Sql,
  { salon, clientId }: Client,
  { subscribers, now }: Pick<Deps, 'subscribers'> & { now: Date },
): Promise<void> {
  const { id: salonId, timeZone } = salon
  const phone = await findClientPhone(sql, salonId, clientId)
  if (!phone) return
  await lockUnits(sql, 'shared')
  await lockNumber(sql, phone)
  if (await isShopNumber(sql, { salonId, clientId }, now)) return
  await clearUnsettled(sql, clientId)
  const appointments = await lockAppointments(sql, clientId)
  const visits = await findVisitsOf(sql, salonId, clientId)
  const texts = await findTexts(sql, salonId, phone)
  const placed = placeAppointments({ timeZone, now, appointments, visits, texts })
  const links: { id: string; visitId: string | null }[] = placed.unplaced.map((id) => ({ id, visitId: null }))
  for (const visit of placed.visits) {
    const visitId = await writeVisit(sql, { salon, clientId, phone, now }, visit)
    for (const id of visit.appointmentIds) links.push({ id, visitId })
  }
  await linkAppointments(sql, links)
  if (visits.length + placed.visits.length > 0)
    await subscribers.onVisitChanged(sql, { salon, clientId, phone, by: BOOKING_SYSTEM, now })
}

async function writeVisit(sql: Sql, client: ClientOfSalon, visit: PlacedVisit): Promise<string> {
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
  { salon, ...client }: ClientOfSalon,
  { shown, campaignId }: PlacedVisit,
): Promise<string> {
  const { visitAt, bookedAt, isTold: _, ...facts } = shown
  const id = await insertVisit(sql, {
    ...{ ...client, ...facts, campaignId, salonId: salon.id, timeZone: salon.timeZone, service: 'treatment' },
    ...{ visitOn: null, ...(visitAt && { visitAt }), bookedAt: bookedAt ? new Date(bookedAt) : null },
    by: BOOKING_SYSTEM,
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
