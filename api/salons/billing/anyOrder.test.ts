import { money } from '@salonback/shared/formats.ts'
import type { AppointmentState } from '@salonback/shared/salons/appointments/appointment.ts'
import {
  type AppointmentFacts,
  mergeFacts,
  type ToldFacts,
} from '@salonback/shared/salons/appointments/mergeFacts.ts'
import { accountOf } from '@salonback/shared/salons/billing/balances.ts'
import { type Candidate, chargeOf, entryFor, type NewEntry } from '@salonback/shared/salons/billing/fees.ts'
import { changeText, workingText } from '@salonback/shared/salons/billing/statementLines.ts'
import type { EvidenceKind, Service, VisitState } from '@salonback/shared/salons/visits/attribution.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const numbered = (totals: readonly number[]) => totals.map((total, at) => ({ number: at + 1, total }))
const amounts = (payments: readonly number[]) => payments.map((amount) => ({ amount }))

/** A list and the same in another order. */
const shuffled = <T>(lists: fc.Arbitrary<T[]>) =>
  lists.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))

test('the same events in any order give the same balances', () => {
  const total = fc.integer({ min: -50_000, max: 200_000 })
  const amount = fc.integer({ min: -100_000, max: 300_000 })
  fc.assert(
    fc.property(
      shuffled(fc.array(total, { maxLength: 12 }).map(numbered)),
      shuffled(fc.array(amount, { maxLength: 20 }).map(amounts)),
      ([totals, otherTotals], [payments, otherPayments]) => {
        const account = accountOf(totals, payments)
        expect(accountOf(otherTotals, otherPayments)).toEqual(account)
        const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
        // The sums agree, and there is credit only when nothing is outstanding.
        expect(account.owed).toBe(
          sum(totals.map(({ total: one }) => one)) - sum(payments.map((one) => one.amount)),
        )
        const open = account.balances.filter(({ outstanding }) => outstanding > 0)
        expect(open.length === 0 || account.credit <= 0).toBe(true)
      },
    ),
  )
})

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

test('any two amounts and shares give a line that computes', () => {
  const share = (bps: number, amount: number) => Math.floor((amount * bps + 5000) / 10_000)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      (before, paid, bps) => {
        const amount = share(bps, paid) - share(bps, before)
        const kind = amount < 0 ? ('reversal' as const) : ('adjustment' as const)
        const line = { kind, amount, paid, paidBefore: before, feeBps: bps }
        const says = workingText(line, 'GBP') ?? ''
        const fees = `fee ${money(share(bps, before), 'GBP')} → ${money(share(bps, paid), 'GBP')}`
        const difference = `${bps / 100} % of ${money(paid - before, 'GBP')} = ${money(amount, 'GBP')}`
        const computes = share(bps, paid - before) === amount
        expect(says).toContain(computes ? difference : fees)
        expect(changeText(line, 'GBP')).toContain(`${money(before, 'GBP')} → ${money(paid, 'GBP')}`)
      },
    ),
  )
})
