import { expect, test } from 'vitest'
import { replacesState, type ToldAppointment, visitOf } from './visitOf.ts'

const told = (state: ToldAppointment['state'], more: Partial<ToldAppointment> = {}): ToldAppointment => ({
  ...{ state, bookedAt: null, startsAt: '2026-03-18T10:00:00Z', amount: null },
  ...more,
})

const costing = (amount: number) => told('attended', { amount })
const bookedAt = (at: string, state: ToldAppointment['state'] = 'booked') => told(state, { bookedAt: at })
const cut = costing(4500)
const colour = told('attended', { amount: 9000, startsAt: '2026-03-18T09:00:00Z' })
const again = bookedAt('2026-03-12T09:00:00Z')
const zoned = bookedAt('2026-03-12T09:00:00+02:00')

test.each<[string, ToldAppointment[], ReturnType<typeof visitOf>]>([
  ['none', [], null],
  ['one', [cut], cut],
  ['a cut and a colour are one visit with both amounts', [cut, colour], { ...colour, amount: 13_500 }],
  ['an amount that is not known adds nothing', [cut, told('attended')], cut],
  ['a sum above what a visit can cost is not known', [costing(2_000_000), costing(1)], told('attended')],
  ['canceled and booked again is booked', [bookedAt('2026-03-10T09:00:00Z', 'canceled'), again], again],
  ['attended counts before not come', [told('no_show'), told('attended')], told('attended')],
  ['not come counts before canceled', [told('canceled'), told('no_show')], told('no_show')],
  ['the earlier booking counts, in any zone', [zoned, bookedAt('2026-03-12T08:00:00Z')], zoned],
])('%s', (_, appointments, expected) => {
  expect(visitOf(appointments)).toEqual(expected)
})

test.each<
  [told: ToldAppointment['state'], stored: string, bySystem: boolean, passed: boolean, replaces: boolean]
>([
  ['attended', 'no_show', false, true, true],
  ['canceled', 'attended', false, true, true],
  ['no_show', 'reported', false, true, true],
  ['booked', 'booked', false, true, true],
  ['booked', 'attended', false, true, false],
  ['booked', 'reported', false, true, false],
  ['booked', 'attended', true, true, true],
  ['booked', 'canceled', false, false, true],
])(
  'told as %s, a visit that is %s (by the system: %s, passed: %s) changes: %s',
  (state, stored, bySystem, passed, is) => {
    const now = new Date(passed ? '2026-03-19T10:00:00Z' : '2026-03-17T10:00:00Z')
    expect(replacesState(told(state), { state: stored, bySystem }, now)).toBe(is)
  },
)
