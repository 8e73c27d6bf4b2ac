import { expect, test } from 'vitest'
import { type AppointmentFacts, mergeFacts, type ToldFacts } from './mergeFacts.ts'

const NOW = '2026-03-21T12:00:00.000Z'
const march = (day: number, hour = 9) =>
  `2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`

const facts = (more: Partial<ToldFacts> = {}): ToldFacts => ({
  ...{
    state: 'attended',
    startsAt: march(18),
    bookedAt: march(12),
    amount: 4500,
    changedAt: null,
    toldAt: NOW,
  },
  ...more,
})

const mergeAll = (list: readonly ToldFacts[]) =>
  list.reduce<AppointmentFacts | null>((stored, one) => mergeFacts(stored, one), null)

type Shown = Partial<AppointmentFacts>

test.each<[string, Partial<ToldFacts>[], Shown]>([
  [
    'an older change fills the time of booking',
    [
      { bookedAt: null, changedAt: march(17) },
      { state: 'booked', bookedAt: march(2), changedAt: march(14) },
    ],
    { state: 'attended', bookedAt: march(2) },
  ],
  [
    'an older change fills the amount',
    [
      { amount: null, changedAt: march(17) },
      { amount: 4500, changedAt: march(16) },
    ],
    { amount: 4500 },
  ],
  [
    'a newer change keeps the amount that it leaves out',
    [
      { amount: 4500, changedAt: march(16) },
      { amount: null, changedAt: march(17) },
    ],
    { amount: 4500, changedAt: march(17) },
  ],
  [
    'an older amount does not replace a newer one',
    [
      { amount: 5000, changedAt: march(17) },
      { amount: 4500, changedAt: march(16) },
    ],
    { amount: 5000 },
  ],
  [
    'an amount of nothing is one',
    [
      { amount: 4500, changedAt: march(16) },
      { amount: 0, changedAt: march(17) },
    ],
    { amount: 0 },
  ],
  [
    'booked does not undo attended of the same time',
    [{ changedAt: march(17) }, { state: 'booked', changedAt: march(17) }],
    { state: 'attended' },
  ],
  [
    'attended replaces booked of the same time',
    [{ state: 'booked', changedAt: march(17) }, { changedAt: march(17) }],
    { state: 'attended' },
  ],
  [
    'no-show wins over attended of the same time',
    [{ state: 'no_show', changedAt: march(17) }, { changedAt: march(17) }],
    { state: 'no_show' },
  ],
  [
    'canceled wins over all of the same time',
    [
      { state: 'canceled', changedAt: march(17) },
      { state: 'no_show', changedAt: march(17) },
    ],
    { state: 'canceled' },
  ],
  [
    'of two moves at the same time the later start wins',
    [
      { state: 'booked', startsAt: march(20), changedAt: march(17) },
      { state: 'booked', startsAt: march(19), changedAt: march(17) },
    ],
    { startsAt: march(20) },
  ],
  [
    'a newer change reopens what was canceled',
    [
      { state: 'canceled', changedAt: march(16) },
      { state: 'booked', changedAt: march(17) },
    ],
    { state: 'booked', canceledFirst: march(16), liveLast: march(17) },
  ],
  [
    'the first booking counts, also after a move',
    [
      { bookedAt: march(2), changedAt: march(14) },
      { bookedAt: march(15), changedAt: march(15) },
    ],
    { bookedAt: march(2) },
  ],
  [
    'a call without a time of change is as new as its arrival',
    [{ state: 'canceled' }, { state: 'attended', changedAt: march(17) }],
    { state: 'canceled' },
  ],
  [
    'a booking without a time of change may be a late repeat',
    [
      { state: 'canceled', changedAt: march(14) },
      { state: 'booked', startsAt: march(20) },
    ],
    { state: 'canceled', startsAt: march(18) },
  ],
  ['without times of change the last call counts', [{ state: 'no_show' }, {}], { state: 'attended' }],
  ['except a booking for the same time', [{}, { state: 'booked' }], { state: 'attended' }],
  [
    'a booking for another time is a new one',
    [{}, { state: 'booked', startsAt: march(20) }],
    { state: 'booked', startsAt: march(20) },
  ],
])('%s', (_, list, expected) => {
  expect(mergeAll(list.map(facts))).toMatchObject(expected)
})
