import {
  attribute,
  countedVisit,
  type KnownVisit,
  type OtherBooking,
  type VisitState,
} from '@salonback/shared/salons/visits/attribution.ts'
import type { Visit, VisitEvidence } from '@salonback/shared/salons/visits/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { SalonRow } from '../salons/queries.ts'
import { findVisitsOf, type VisitRow } from './queries.ts'
import type { FreeClients } from './subscribers.ts'

/** Further appointments of a client are not read: the number is one of a shop, see `unsettled.ts`. */
export const MOST_OF_CLIENT = 400

interface PastAppointment {
  visitId: string | null
  state: VisitState
  bookedAt: string | null
  startsAt: string
  /** When its first call arrived: it was booked by then. */
  createdAt: string
  canceledAt: string | null
}

interface Past {
  clientId: string
  texts: string[]
  visits: string[]
  /** Next visits on lists, with the day of the list. */
  nextVisits: { asOf: string; visitOn: string }[]
  clicks: string[]
  /** Of booking systems and files. */
  appointments: PastAppointment[]
}

/** Accepted campaign texts, visits on lists, opened booking links and appointments, by client. */
async function findPasts(sql: Sql, salonId: string, clientIds: string[]): Promise<Map<string, Past>> {
  const rows = await sql<Past[]>`
    select c.id as client_id,
      coalesce((select jsonb_agg(m.accepted_at order by m.accepted_at) from messages m
        where m.phone = c.phone and m.salon_id = c.salon_id and m.kind in ('offer', 'reminder')
          and m.accepted_at is not null), '[]') as texts,
      coalesce((select jsonb_agg(distinct day) from (
        select unnest(array[c.last_visit, c.next_visit]) as day
        union all select unnest(array[h.last_visit, h.next_visit]) from client_changes h where h.client_id = c.id
      ) days where day is not null), '[]') as visits,
      coalesce((select jsonb_agg(jsonb_build_object('asOf', l.as_of, 'visitOn', told.day)) from (
        select c.list_id as list_id, c.next_visit as day
        union all select h.previous_list, h.next_visit from client_changes h where h.client_id = c.id
      ) told join client_lists l on l.id = told.list_id
        where told.day is not null and l.as_of is not null), '[]') as next_visits,
      coalesce((select jsonb_agg(i.clicked_at order by i.clicked_at) from invitations i
        where i.client_id = c.id and i.clicked_at is not null), '[]') as clicks,
      coalesce((select jsonb_agg(told) from (
        select a.visit_id as "visitId", a.state, ${instant(sql, 'a.booked_at')} as "bookedAt",
          ${instant(sql, 'a.starts_at')} as "startsAt", ${instant(sql, 'a.created_at')} as "createdAt",
          case when a.state = 'canceled' then ${instant(sql, canceledAt(sql))} end as "canceledAt"
        from appointments a where a.client_id = c.id order by a.starts_at desc limit ${MOST_OF_CLIENT}) told), '[]') as appointments
    from clients c where c.salon_id = ${salonId} and c.id = any(${clientIds}::uuid[])`
  return new Map(rows.map((row) => [row.clientId, row]))
}

/** A booking that was restored after its first cancellation ended with the last one. */
const canceledAt = (sql: Sql) =>
  sql`case when a.live_last > a.canceled_first then a.canceled_last else a.canceled_first end`

/** Author of visits that appointments show. */
export const BOOKING_SYSTEM = systemActor('booking system')

const noPast: Past = { clientId: '', texts: [], visits: [], nextVisits: [], clicks: [], appointments: [] }

const dayIn = ({ timeZone }: SalonRow, at: string) => localDate(timeZone, new Date(at))

/** Evidence with the booking link that was opened between a text and the booking. */
function evidenceOf(visit: VisitRow, { texts, clicks }: Past): VisitEvidence[] {
  const end = visit.bookedAt ?? visit.visitAt
  const first = texts[0]
  const click = clicks.find(
    (at) => end && first && new Date(at) >= new Date(first) && new Date(at) <= new Date(end),
  )
  return click ? [{ kind: 'link', at: new Date(click).toISOString() }, ...visit.evidence] : visit.evidence
}

/** A visit or booking of a client. `visitId`: what it is counted in. */
type OfVisit<T> = T & { visitId: string | null }

/** What is known of a client, for all visits: days are found once, because finding them takes long. */
interface Known {
  texts: string[]
  visits: OfVisit<{ at: string }>[]
  bookings: OfVisit<OtherBooking>[]
  /** Bookings on lists, of which only the day is known. */
  listed: OtherBooking[]
}

function knownOf(visits: VisitRow[], past: Past, salon: SalonRow): Known {
  const stateOf = new Map(visits.map(({ id, state }) => [id, state]))
  const { texts } = past
  const firstText = texts[0] ? new Date(texts[0]).toISOString() : ''
  return {
    texts,
    visits: [
      ...past.visits.map((at) => ({ visitId: null, at })),
      ...visits.flatMap(({ id, state, visitAt }) =>
        state === 'attended' && visitAt ? [{ visitId: id, at: dayIn(salon, visitAt) }] : [],
      ),
      ...past.appointments.flatMap(({ visitId, state, startsAt }) =>
        state === 'attended' && !visitId ? [{ visitId: null, at: startsAt }] : [],
      ),
    ],
    bookings: [
      ...visits.flatMap((visit) => bookingOf(visit, salon)),
      ...past.appointments.map((one) => appointmentBooking(one, stateOf, firstText, salon)),
    ],
    listed: past.nextVisits.map(({ asOf, visitOn }) => ({ bookedAt: `${asOf}T00:00:00.000Z`, visitOn })),
  }
}

/** Of a visit that the booking system canceled, its appointments say when. */
function bookingOf({ id, state, bookedAt, visitAt, bySystem, decidedAt }: VisitRow, salon: SalonRow) {
  const isCanceled = state === 'canceled'
  if (!bookedAt || !visitAt || (isCanceled && bySystem)) return []
  return [
    { visitId: id, bookedAt, visitOn: dayIn(salon, visitAt), canceledAt: isCanceled ? decidedAt : null },
  ]
}

/**
 * An appointment that decided about its visit is no other booking. Without a time of booking it was booked by its first call,
 * which decides if that was before all texts.
 */
function appointmentBooking(
  one: PastAppointment,
  stateOf: Map<string, VisitState>,
  firstText: string,
  salon: SalonRow,
) {
  const { visitId, state, bookedAt, createdAt, startsAt, canceledAt } = one
  const decided = state !== 'canceled' && visitId && stateOf.get(visitId) === state
  const isCounted = decided && (bookedAt !== null || createdAt >= firstText)
  const booked = bookedAt && bookedAt < createdAt ? bookedAt : createdAt
  return {
    visitId: isCounted ? visitId : null,
    bookedAt: booked,
    visitOn: dayIn(salon, startsAt),
    canceledAt,
  }
}

/** What was known of a client besides one of the visits. */
function historyOf(visit: VisitRow, { texts, visits, bookings, listed }: Known, salon: SalonRow) {
  const isOther = ({ visitId }: OfVisit<object>) => visitId !== visit.id
  // With the time of its booking, a visit is not judged by a list that names its day.
  const day = visit.bookedAt && visit.visitAt && dayIn(salon, visit.visitAt)
  return {
    ...{ texts, needsEarlierVisit: true },
    otherVisits: visits.filter(isOther).map(({ at }) => at),
    otherBookings: [...bookings.filter(isOther), ...listed.filter(({ visitOn }) => visitOn !== day)],
  }
}

/** A stored visit with what shows it and what was known of its client besides it. */
export interface KnownRow extends KnownVisit {
  visit: KnownVisit['visit'] & Pick<VisitRow, 'amount'>
  row: VisitRow
  shownBy: VisitEvidence[]
}

function knownRows(rows: VisitRow[], past: Past, salon: SalonRow, disputeUpheld: boolean): KnownRow[] {
  const known = knownOf(rows, past, salon)
  return rows.map((row) => {
    const { id, state, service, bookedAt, visitAt, amount } = row
    const shownBy = evidenceOf(row, past)
    const day = { bookedAt, visitOn: visitAt && dayIn(salon, visitAt) }
    return {
      ...{ row, shownBy },
      visit: { id, state, service, amount, ...day, evidence: shownBy.map(({ kind }) => kind) },
      // Only read until a visit counts.
      get history() {
        return { ...historyOf(row, known, salon), disputeUpheld }
      },
    }
  })
}

/** All visits of one client with what is known of it. `isFree`: a dispute was upheld. */
export async function findKnown(
  sql: Sql,
  salon: SalonRow,
  { clientId, isFree }: { clientId: string; isFree: boolean },
): Promise<KnownRow[]> {
  const rows = await findVisitsOf(sql, salon.id, clientId)
  const past = (await findPasts(sql, salon.id, [clientId])).get(clientId) ?? noPast
  return knownRows(rows, past, salon, isFree)
}

/** Visits with evidence and whether a fee is owed. */
export async function withAttribution(
  sql: Sql,
  salon: SalonRow,
  visits: VisitRow[],
  followers: FreeClients,
): Promise<Visit[]> {
  const clientIds = [...new Set(visits.flatMap(({ clientId }) => clientId ?? []))]
  const pasts = await findPasts(sql, salon.id, clientIds)
  const free = await followers.findFreeClients(sql, salon.id, clientIds)
  const wanted = new Set(visits.map(({ id }) => id))
  const others = (await findVisitsOf(sql, salon.id, ...clientIds)).filter(({ id }) => !wanted.has(id))
  const all = [...visits, ...others]
  const ownerOf = ({ id, clientId }: VisitRow) => clientId ?? id
  const judged = new Map<string, Visit>()
  for (const client of new Set(all.map(ownerOf))) {
    const rows = all.filter((row) => ownerOf(row) === client)
    const known = knownRows(rows, pasts.get(client) ?? noPast, salon, free.has(client))
    const counted = rows.length > MOST_OF_CLIENT ? null : countedVisit(known, salon)
    for (const one of known.filter(({ row }) => wanted.has(row.id)))
      judged.set(one.row.id, attributed(one, counted?.visit.id, salon))
  }
  return visits.flatMap(({ id }) => judged.get(id) ?? [])
}

function attributed(
  { row, visit, history, shownBy }: KnownRow,
  counted: string | undefined,
  salon: SalonRow,
) {
  const chargedBefore = counted !== undefined && counted !== row.id
  const attribution = attribute(visit, { ...history, chargedBefore }, salon)
  const { bySystem: _, ...stored } = row
  return { ...stored, evidence: shownBy, attribution }
}
