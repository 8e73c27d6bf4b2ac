import { expect, test } from 'vitest'
import { asksForListOn, earlier, fittingPace, listEndsOn } from './lastDays.ts'

test('a list is good for 14 days, and the request for a new one leaves 5 days before', () => {
  expect(listEndsOn('2026-12-01')).toBe('2026-12-15')
  expect(listEndsOn(null)).toBeNull()
  expect(asksForListOn('2026-12-15')).toBe('2026-12-10')
})

test.each<[string | null, string | null, string | null]>([
  [null, null, null],
  ['2026-12-15', null, '2026-12-15'],
  [null, '2026-12-15', '2026-12-15'],
  ['2026-12-15', '2026-12-14', '2026-12-14'],
  ['2026-12-14', '2026-12-15', '2026-12-14'],
])('of %s and %s the earlier is %s', (one, other, found) => {
  expect(earlier(one, other)).toBe(found)
})

const days = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']
const group = (lastDay: string, clients: number) => ({ lastDay, clients })

test.each<[string, Parameters<typeof fittingPace>[0], number | null]>([
  ['nothing to send', { groups: [], days }, 1],
  ['evenly', { groups: [group('2026-12-04', 8)], days }, 2],
  ['rounded up', { groups: [group('2026-12-04', 9)], days }, 3],
  ['days off between', { groups: [group('2026-12-07', 8)], days }, 2],
  ['only the first day', { groups: [group('2026-12-01', 8)], days }, 8],
  ['no day left', { groups: [group('2026-11-30', 8)], days }, null],
  ['the earlier list decides', { groups: [group('2026-12-04', 2), group('2026-12-02', 8)], days }, 4],
  ['all together decide', { groups: [group('2026-12-04', 12), group('2026-12-02', 2)], days }, 4],
  ['a small first batch', { groups: [group('2026-12-04', 20)], days, firstBatch: 2 }, 6],
  ['a first batch of a whole day', { groups: [group('2026-12-04', 8)], days, firstBatch: 2 }, 2],
  ['a first batch alone', { groups: [group('2026-12-01', 8)], days, firstBatch: 2 }, null],
  ['more than 1,000 a day', { groups: [group('2026-12-01', 1001)], days }, null],
])('%s', (_, given, pace) => {
  expect(fittingPace(given)).toBe(pace)
})
