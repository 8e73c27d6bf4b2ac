import type { AppointmentState } from '@salonback/shared/salons/appointments/appointment.ts'
import {
  type AppointmentFacts,
  mergeFacts,
  type ToldFacts,
} from '@salonback/shared/salons/appointments/mergeFacts.ts'
import { type Candidate, chargeOf, entryFor, type NewEntry } from '@salonback/shared/salons/billing/fees.ts'
import type { EvidenceKind, Service, VisitState } from '@salonback/shared/salons/visits/attribution.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const salon = { timeZone: 'Europe/London', attributionDays: 30, feeBps: 3000 }
const march = (day: number) => `2026-03-${String(day).padStart(2, '0')}`

/** A visit as staff or the owner report it, with evidence. */
const report = fc.record({
  state: fc.constantFrom<VisitState>('attended', 'attended', 'attended', 'booked', 'no_show', 'canceled'),
  service: fc.constantFrom<Service>('treatment', 'treatment', 'consultation', 'patch_test'),
  visitOn: fc.integer({ min: 8, max: 31 }).map(march),
  bookedAt: fc.option(fc.integer({ min: 8, max: 20 }).map((day) => `${march(day)}T09:00:00.000Z`)),
  evidence: fc.subarray<EvidenceKind>(['link', 'reply', 'list', 'owner', 'staff']),
  amount: fc.option(fc.integer({ min: 0, max: 20_000 })),
})

const reports = fc.array(report, { minLength: 1, maxLength: 7 })
const inAnyOrder = reports.chain((list) =>
  fc.tuple(
    fc.constant(list.map((one, n) => ({ ...one, id: String(n) }))),
    fc.shuffledSubarray([...list.keys()], { minLength: list.length }),
  ),
)

const candidate = (visit: Candidate['visit']): Candidate => ({
  visit,
  history: { texts: ['2026-03-10T12:00:00.000Z'], otherVisits: [], otherBookings: [] },
})

/** The ledger after these reports: each one adds the entry that the visits so far lead to. */
function ledgerOf(visits: Candidate['visit'][]): NewEntry[] {
  const entries: NewEntry[] = []
  for (const n of visits.keys()) {
    const charge = chargeOf(visits.slice(0, n + 1).map(candidate), salon)
    const entry = entryFor(charge?.amount ?? 0, entries)
    if (entry) entries.push(entry)
  }
  return entries
}

const sum = (entries: NewEntry[]) => entries.reduce((total, { amount }) => total + amount, 0)

test('the same visits in any order lead to the same fee, at most one, on the same visit', () => {
  fc.assert(
    fc.property(inAnyOrder, ([visits, order]) => {
      const other = order.map((n) => visits[n] as (typeof visits)[number])
      const ledger = ledgerOf(other)
      expect(sum(ledger)).toBe(sum(ledgerOf(visits)))
      expect(ledger.filter(({ kind }) => kind === 'fee').length).toBeLessThanOrEqual(1)
      const charge = chargeOf(visits.map(candidate), salon)
      expect(chargeOf(other.map(candidate), salon)).toEqual(charge)
      expect(sum(ledger)).toBe(charge?.amount ?? 0)
    }),
    { numRuns: 2000 },
  )
})

const NOW = '2026-03-21T12:00:00.000Z'
const time = (day: number) => `${march(day)}T09:00:00.000Z`

const mergeAll = (list: readonly ToldFacts[]) =>
  list.reduce<AppointmentFacts | null>((stored, one) => mergeFacts(stored, one), null)

const appointmentState = fc.constantFrom<AppointmentState>('booked', 'attended', 'no_show', 'canceled')
const told = fc.record({
  state: appointmentState,
  startsAt: fc.constantFrom(time(18), time(19), time(20)),
  bookedAt: fc.constantFrom(null, time(2), time(12), time(13)),
  amount: fc.constantFrom(null, 0, 4500, 5000),
  // Some have the same time.
  changedAt: fc.constantFrom(time(14), time(15), time(16), time(17)),
  toldAt: fc.constant(NOW),
})
/** With at most one that has no time of change: the order of two is known from their arrival alone. */
const calls = fc
  .tuple(fc.array(told, { minLength: 1, maxLength: 6 }), fc.option(told))
  .map(([timed, untimed]) => (untimed ? [...timed, { ...untimed, changedAt: null }] : timed))

test('the same facts in any order, repeated or with fields left out, lead to one result', () => {
  const inAnyOrder = calls.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray([...list.keys()], { minLength: list.length }),
      fc.subarray([...list.keys()]),
    ),
  )
  fc.assert(
    fc.property(inAnyOrder, ([list, order, repeats]) => {
      const first = mergeAll(list)
      const at = (n: number) => list[n] as ToldFacts
      expect(mergeAll(order.map(at))).toEqual(first)
      const timed = repeats.map(at).filter(({ changedAt }) => changedAt !== null)
      expect(mergeAll([...order.map(at), ...timed])).toEqual(first)
    }),
    { numRuns: 5000 },
  )
})
