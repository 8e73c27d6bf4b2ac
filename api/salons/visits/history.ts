import { attribute, type VisitFacts } from '@salonback/shared/salons/visits/attribution.ts'
import type { StoredVisit, Visit, VisitEvidence } from '@salonback/shared/salons/visits/contract.ts'
import { type Charge, chargeOf } from '@salonback/shared/salons/visits/fees.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'

/** What decides about fees of a salon. */
export interface FeeRules {
  id: string
  timeZone: string
  attributionDays: number
  holdDays: number
  feeBps: number
}

export async function findFeeRules(sql: Sql, salonId: string): Promise<FeeRules | undefined> {
  const [salon] = await sql<FeeRules[]>`
    select id, time_zone, attribution_days, hold_days, fee_bps from salons where id = ${salonId}`
  return salon
}

/** A visit as it is stored. */
export type VisitRow = StoredVisit

interface Past {
  clientId: string
  texts: string[]
  visits: string[]
  clicks: string[]
  /** Of the booking system, that are no visits after a text. */
  appointments: { state: 'booked' | 'attended' | 'no_show'; bookedAt: string | null; startsAt: string }[]
  disputeUpheld: boolean
}

/** Accepted campaign texts, visits on lists, opened booking links, other appointments and upheld disputes, by client. */
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
      coalesce((select jsonb_agg(i.clicked_at order by i.clicked_at) from invitations i
        where i.client_id = c.id and i.clicked_at is not null), '[]') as clicks,
      coalesce((select jsonb_agg(jsonb_build_object('state', a.state, 'bookedAt', ${instant(sql, 'a.booked_at')},
          'startsAt', ${instant(sql, 'a.starts_at')}) order by a.id) from appointments a
        where a.client_id = c.id and a.visit_id is null and a.state <> 'canceled'), '[]') as appointments,
      exists (select 1 from ledger_entries e join disputes d on d.entry_id = e.id
        where e.salon_id = c.salon_id and e.client_id = c.id and d.upheld) as dispute_upheld
    from clients c where c.salon_id = ${salonId} and c.id = any(${clientIds}::uuid[])`
  return new Map(rows.map((row) => [row.clientId, row]))
}

const noPast: Past = {
  clientId: '',
  texts: [],
  visits: [],
  clicks: [],
  appointments: [],
  disputeUpheld: false,
}

const dayIn = ({ timeZone }: FeeRules, at: string) => localDate(timeZone, new Date(at))

/** Evidence with the booking link that was opened between a text and the booking. */
function evidenceOf(visit: VisitRow, { texts, clicks }: Past): VisitEvidence[] {
  const end = visit.bookedAt ?? visit.visitAt
  const first = texts[0]
  const click = clicks.find(
    (at) => end && first && new Date(at) >= new Date(first) && new Date(at) <= new Date(end),
  )
  return click ? [{ kind: 'link', at: new Date(click).toISOString() }, ...visit.evidence] : visit.evidence
}

const factsOf = (visit: VisitRow, past: Past, salon: FeeRules): VisitFacts => ({
  state: visit.state,
  service: visit.service,
  bookedAt: visit.bookedAt,
  visitOn: visit.visitAt && dayIn(salon, visit.visitAt),
  evidence: evidenceOf(visit, past).map(({ kind }) => kind),
})

/** What was known of a client besides one of the visits. */
function historyOf(visit: VisitRow | null, visits: VisitRow[], past: Past, salon: FeeRules) {
  const others = visits.filter(({ id, state }) => id !== visit?.id && state !== 'canceled')
  const appointments = past.appointments.map(({ startsAt, ...one }) => ({ ...one, visitAt: startsAt }))
  const attended = others.flatMap(({ state, visitAt }) =>
    state === 'attended' && visitAt ? [dayIn(salon, visitAt)] : [],
  )
  const told = appointments.flatMap(({ state, visitAt }) => (state === 'attended' ? [visitAt] : []))
  const otherBookings = [...others, ...appointments].flatMap(({ bookedAt, visitAt }) =>
    bookedAt && visitAt ? [{ bookedAt, visitOn: dayIn(salon, visitAt) }] : [],
  )
  const { texts, disputeUpheld } = past
  return { texts, otherVisits: [...past.visits, ...attended, ...told], otherBookings, disputeUpheld }
}

/** The fee that the visits of one client are worth. */
export async function findCharge(
  sql: Sql,
  salon: FeeRules,
  clientId: string,
  visits: VisitRow[],
): Promise<Charge | null> {
  const past = (await findPasts(sql, salon.id, [clientId])).get(clientId) ?? noPast
  return chargeFor(visits, past, salon)
}

function chargeFor(visits: VisitRow[], past: Past, salon: FeeRules): Charge | null {
  const chargeable = visits.map((visit) => ({
    visit: { ...factsOf(visit, past, salon), id: visit.id, amount: visit.amount },
    history: historyOf(visit, visits, past, salon),
  }))
  return chargeOf(chargeable, salon)
}

/** Visits with evidence and whether a fee is owed. `all` are the visits of the same clients. */
export async function withAttribution(
  sql: Sql,
  salon: FeeRules,
  visits: VisitRow[],
  all: VisitRow[],
): Promise<Visit[]> {
  const clientIds = [...new Set(visits.flatMap(({ clientId }) => clientId ?? []))]
  const pasts = await findPasts(sql, salon.id, clientIds)
  return visits.map((visit) => {
    const past = pasts.get(visit.clientId ?? '') ?? noPast
    const ofClient = all.filter(({ clientId }) => clientId === visit.clientId)
    const history = historyOf(visit, ofClient, past, salon)
    const charge = chargeFor(ofClient, past, salon)
    const chargedBefore = charge !== null && charge.visitId !== visit.id
    const attribution = attribute(factsOf(visit, past, salon), { ...history, chargedBefore }, salon)
    return { ...visit, evidence: evidenceOf(visit, past), attribution }
  })
}
