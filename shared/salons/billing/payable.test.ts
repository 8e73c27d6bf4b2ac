import { expect, test } from 'vitest'
import { payableFromOf } from './fees.ts'

const fee = {
  visitAt: '2026-03-18T12:00:00Z' as string | null,
  holdDays: 14,
  seenAt: '2026-03-18T12:00:00Z',
  raises: true,
  earlier: [] as string[],
}

test.each<[string, Partial<typeof fee>, string]>([
  ['decided on the day of the visit', {}, '2026-04-01T12:00:00Z'],
  ['decided a week after the visit', { seenAt: '2026-03-25T12:00:00Z' }, '2026-04-01T12:00:00Z'],
  ['decided 8 days after the visit', { seenAt: '2026-03-26T12:00:00Z' }, '2026-04-02T12:00:00Z'],
  ['decided at the end of the days of holding', { seenAt: '2026-04-01T12:00:00Z' }, '2026-04-08T12:00:00Z'],
  ['decided months later', { seenAt: '2026-09-01T08:30:00Z' }, '2026-09-08T08:30:00Z'],
  ['without days of holding', { holdDays: 0 }, '2026-03-25T12:00:00Z'],
  ['with 7 days of holding', { holdDays: 7 }, '2026-03-25T12:00:00Z'],
  ['with 60 days of holding', { holdDays: 60, seenAt: '2026-04-20T12:00:00Z' }, '2026-05-17T12:00:00Z'],
  ['recorded before the visit', { seenAt: '2026-03-10T12:00:00Z' }, '2026-04-01T12:00:00Z'],
  [
    'over the change of the clocks',
    { visitAt: '2026-03-28T12:00:00Z', seenAt: '2026-03-28T12:00:00Z', holdDays: 1 },
    '2026-04-04T12:00:00Z',
  ],
  [
    'over the end of a year',
    { visitAt: '2026-12-20T12:00:00Z', seenAt: '2026-12-30T23:50:00Z' },
    '2027-01-06T23:50:00Z',
  ],
  [
    'over 29 February',
    { visitAt: '2028-02-20T12:00:00Z', seenAt: '2028-02-25T12:00:00Z' },
    '2028-03-05T12:00:00Z',
  ],
  ['a smaller amount', { raises: false, seenAt: '2026-05-01T12:00:00Z' }, '2026-05-01T12:00:00Z'],
  [
    'a smaller amount during the days of holding',
    { raises: false, seenAt: '2026-03-20T12:00:00Z' },
    '2026-04-01T12:00:00Z',
  ],
  [
    'nothing charged any more',
    { raises: false, visitAt: null, seenAt: '2026-05-01T12:00:00Z' },
    '2026-05-01T12:00:00Z',
  ],
  [
    'a correction of a fee that waits',
    { raises: false, visitAt: null, seenAt: '2026-03-20T12:00:00Z', earlier: ['2026-04-01T12:00:00Z'] },
    '2026-04-01T12:00:00Z',
  ],
  [
    'a larger amount',
    { seenAt: '2026-05-01T12:00:00Z', earlier: ['2026-04-01T12:00:00Z'] },
    '2026-05-08T12:00:00Z',
  ],
  [
    'a larger amount after one that waits',
    { seenAt: '2026-05-01T12:00:00Z', earlier: ['2026-05-20T12:00:00Z'] },
    '2026-05-20T12:00:00Z',
  ],
])('payable: %s', (_, more, from) => {
  const { seenAt, earlier, ...entry } = { ...fee, ...more }
  const found = payableFromOf({
    ...entry,
    seenAt: new Date(seenAt),
    earlier: earlier.map((at) => new Date(at)),
  })
  expect(found).toEqual(new Date(from))
})
