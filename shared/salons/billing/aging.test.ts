import { expect, test } from 'vitest'
import { agedOutstanding } from './aging.ts'

const now = new Date('2026-11-28T12:00:00Z')
const of = (dueOn: string | null, outstanding = 100, currency: 'GBP' | 'EUR' = 'GBP') => ({
  ...{ dueOn, outstanding, currency },
  timeZone: 'Europe/London',
})

test.each([
  [null, [100, 0, 0, 0, 0], 0],
  ['2026-12-10', [100, 0, 0, 0, 0], 0],
  ['2026-11-28', [100, 0, 0, 0, 0], 0],
  ['2026-11-27', [0, 100, 0, 0, 0], 1],
  ['2026-10-29', [0, 100, 0, 0, 0], 30],
  ['2026-10-28', [0, 0, 100, 0, 0], 31],
  ['2026-09-29', [0, 0, 100, 0, 0], 60],
  ['2026-09-28', [0, 0, 0, 100, 0], 61],
  ['2026-08-30', [0, 0, 0, 100, 0], 90],
  ['2026-08-29', [0, 0, 0, 0, 100], 91],
])('to be paid by %s: %j', (dueOn, sums, oldest) => {
  expect(agedOutstanding([of(dueOn)], now)).toEqual([{ currency: 'GBP', sums, total: 100, oldest }])
})

test('sums are by currency', () => {
  const statements = [of('2026-11-27'), of('2026-10-01', 50), of(null, 7, 'EUR')]
  expect(agedOutstanding(statements, now)).toEqual([
    { currency: 'GBP', sums: [0, 100, 50, 0, 0], total: 150, oldest: 58 },
    { currency: 'EUR', sums: [7, 0, 0, 0, 0], total: 7, oldest: 0 },
  ])
})
