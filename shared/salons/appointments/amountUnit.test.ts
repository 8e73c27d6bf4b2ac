import { expect, test } from 'vitest'
import { readAmount } from './amountUnit.ts'
import { type ToldAppointment, visitOf } from './visitOf.ts'

const doubt = 'in doubt'
const rows: [
  sent: number | null,
  unknown: number | null | string,
  minor: number | null,
  major: number | null,
][] = [
  [null, null, null, null],
  [0, 0, 0, 0],
  [1, doubt, 1, 100],
  [50, doubt, 50, 5000],
  [99, doubt, 99, 9900],
  [100, doubt, 100, 10_000],
  [120, doubt, 120, 12_000],
  [999, doubt, 999, 99_900],
  [1000, 1000, 1000, 100_000],
  [4500, 4500, 4500, 450_000],
  [20_000, 20_000, 20_000, 2_000_000],
  [20_001, 20_001, 20_001, null],
  [2_000_000, 2_000_000, 2_000_000, null],
]

test.each(rows)('%j is read by the unit of its key', (sent, unknown, minor, major) => {
  const { amount, inDoubt } = readAmount(sent, null)
  expect(inDoubt ? doubt : amount).toBe(unknown)
  expect(readAmount(sent, 'minor')).toEqual({ amount: minor })
  expect(readAmount(sent, 'major')).toEqual({ amount: major })
})

const told = (more: Partial<ToldAppointment>): ToldAppointment => ({
  ...{ state: 'attended', bookedAt: null, startsAt: '2026-03-18T14:30:00.000Z', amount: null },
  ...more,
})

test.each<[appointments: Partial<ToldAppointment>[], amount: number | null]>([
  [[{ amount: 4500 }, { inDoubt: true }], null],
  [
    [
      { sourceId: 'file', amount: 4500 },
      { sourceId: 'key', inDoubt: true },
    ],
    null,
  ],
  [[{ amount: 4500 }, { state: 'canceled', inDoubt: true }], 4500],
  [[{ amount: 4500 }, {}], 4500],
])('%j makes a visit with the amount %j', (appointments, amount) => {
  expect(visitOf(appointments.map(told))?.amount).toBe(amount)
})
