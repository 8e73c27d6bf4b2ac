import { expect, test } from 'vitest'
import { replacesState, type ToldAppointment, visitOf } from './visitOf.ts'

const told = (state: ToldAppointment['state'], more: Partial<ToldAppointment> = {}): ToldAppointment => ({
  ...{ state, bookedAt: null, startsAt: '2026-03-18T10:00:00Z', amount: null },
  ...more,
})

test.each<[string, ToldAppointment[], ReturnType<typeof visitOf>]>([
  ['none', [], null],
  ['one', [told('attended', { amount: 4500 })], told('attended', { amount: 4500 })],
  [
    'a cut and a colour are one visit with both amounts',
    [
      told('attended', { amount: 4500 }),
      told('attended', { amount: 9000, startsAt: '2026-03-18T09:00:00Z' }),
    ],
    told('attended', { amount: 13_500, startsAt: '2026-03-18T09:00:00Z' }),
  ],
  [
    'an amount that is not known adds nothing',
    [told('attended', { amount: 4500 }), told('attended')],
    told('attended', { amount: 4500 }),
  ],
  [
    'amounts that are together more than a visit can cost are not known',
    [told('attended', { amount: 2_000_000 }), told('attended', { amount: 1 })],
    told('attended'),
  ],
  [
    'one that was canceled and booked again is booked',
    [
      told('canceled', { bookedAt: '2026-03-10T09:00:00Z' }),
      told('booked', { bookedAt: '2026-03-12T09:00:00Z' }),
    ],
    told('booked', { bookedAt: '2026-03-12T09:00:00Z' }),
  ],
  ['attended counts before not come', [told('no_show'), told('attended')], told('attended')],
  ['not come counts before canceled', [told('canceled'), told('no_show')], told('no_show')],
  [
    'the earlier booking counts, whatever the spelling of its zone',
    [
      told('booked', { bookedAt: '2026-03-12T09:00:00+02:00' }),
      told('booked', { bookedAt: '2026-03-12T08:00:00Z' }),
    ],
    told('booked', { bookedAt: '2026-03-12T09:00:00+02:00' }),
  ],
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
