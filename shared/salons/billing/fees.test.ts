import { expect, test } from 'vitest'
import { feeOf } from '../visits/amount.ts'
import { initialAndDigits } from '../visits/names.ts'
import type { EntryKind } from './contract.ts'
import { type Candidate, chargeOf, entriesToKeep, entryFor, payableFromOf, statementTotals } from './fees.ts'

test.each([
  [0, 3000, 0],
  [1, 3000, 0],
  [2, 3000, 1],
  [3, 3000, 1],
  [4, 3000, 1],
  [5, 3000, 2],
  [10, 3000, 3],
  [99, 3000, 30],
  [100, 3000, 30],
  [101, 3000, 30],
  [102, 3000, 31],
  [4500, 3000, 1350],
  [4555, 3000, 1367],
  [4501, 3000, 1350],
  [8999, 3000, 2700],
  [100_000_000, 3000, 30_000_000],
  [100, 0, 0],
  [100, 10_000, 100],
  [100, 2550, 26],
  [99, 2550, 25],
  [1, 5000, 1],
  [1, 4999, 0],
  [3, 5000, 2],
  [12_345, 1, 1],
  [4999, 1, 0],
  [5000, 1, 1],
  [14_999, 1, 1],
  [15_000, 1, 2],
  [333, 3333, 111],
  [1050, 1050, 110],
  [6, 3000, 2],
  [7, 3000, 2],
  [8, 3000, 2],
  [9, 3000, 3],
  [0, 0, 0],
  [1999, 3000, 600],
  [7, 10_000, 7],
  [2_147_483_647, 3000, 644_245_094],
])('feeOf(%i, %i) is %i', (amount, bps, fee) => {
  expect(feeOf(amount, bps)).toBe(fee)
})

const entry = (kind: EntryKind, amount: number) => ({ kind, amount })

/** `fee 1350 + credit -100` */
const entriesOf = (written: string) =>
  written.split(' + ').flatMap((one) => {
    const [kind, amount] = one.split(' ')
    return kind ? [entry(kind as EntryKind, Number(amount))] : []
  })

test.each([
  ['', [0, 0, 0, 0]],
  ['fee 1350', [1350, 0, 0, 1350]],
  ['fee 1350 + fee 900', [2250, 0, 0, 2250]],
  ['fee 1350 + reversal -1350', [1350, -1350, 0, 0]],
  ['reversal -1350', [0, -1350, 0, -1350]],
  ['reversal -1350 + fee 900', [900, -1350, 0, -450]],
  ['fee 900 + adjustment 450', [900, 0, 450, 1350]],
  ['fee 900 + credit -100', [900, -100, 0, 800]],
  ['credit -100', [0, -100, 0, -100]],
  ['fee 1 + adjustment 2 + reversal -4 + credit -8', [1, -12, 2, -9]],
  ['adjustment -450', [0, 0, -450, -450]],
  ['fee 1350 + adjustment -450 + reversal -900', [1350, -900, -450, 0]],
  ['fee 0 + credit 0', [0, 0, 0, 0]],
  [Array(1000).fill('fee 1').join(' + '), [1000, 0, 0, 1000]],
])('statementTotals of %s', (written, [fees, reductions, adjustments, total]) => {
  const entries = entriesOf(written)
  expect(statementTotals(entries)).toEqual({ fees, reductions, adjustments, total })
  expect(statementTotals(entries.toReversed())).toEqual({ fees, reductions, adjustments, total })
})

test.each([
  [0, [], null],
  [1350, [], entry('fee', 1350)],
  [1350, [entry('fee', 1350)], null],
  [0, [entry('fee', 1350)], entry('reversal', -1350)],
  [900, [entry('fee', 1350)], entry('reversal', -450)],
  [1500, [entry('fee', 1350)], entry('adjustment', 150)],
  [1349, [entry('fee', 1350)], entry('reversal', -1)],
  [1351, [entry('fee', 1350)], entry('adjustment', 1)],
  [0, [entry('fee', 1)], entry('reversal', -1)],
  [0, [entry('fee', 1350), entry('reversal', -1350)], null],
  [1350, [entry('fee', 1350), entry('reversal', -1350)], entry('adjustment', 1350)],
  [900, [entry('fee', 1350), entry('reversal', -1350)], entry('adjustment', 900)],
  [900, [entry('fee', 1350), entry('reversal', -1350), entry('adjustment', 900)], null],
  // A credit is no correction of the visit.
  [1350, [entry('fee', 1350), entry('credit', -100)], null],
])('%i owed with %j adds %j', (owed, entries, added) => {
  expect(entryFor(owed, entries)).toEqual(added)
})

const salon = { timeZone: 'Europe/London', attributionDays: 30, feeBps: 3000 }
const candidate = (id: string, changes: Partial<Candidate['visit']> = {}): Candidate => ({
  visit: {
    id,
    state: 'attended',
    service: 'treatment',
    bookedAt: '2026-03-12T09:00:00.000Z',
    visitOn: '2026-03-20',
    evidence: ['reply'],
    amount: 4500,
    ...changes,
  },
  history: { texts: ['2026-03-10T12:00:00.000Z'], otherVisits: [], otherBookings: [] },
})

test('the earliest visit that is charged decides, in any order', () => {
  const noShow = candidate('a', { visitOn: '2026-03-15', state: 'no_show' })
  const patch = candidate('b', { visitOn: '2026-03-16', service: 'patch_test' })
  const first = candidate('c', { visitOn: '2026-03-18', amount: 5000 })
  const second = candidate('d', { visitOn: '2026-03-25', amount: 9000 })
  const all = [noShow, patch, first, second]
  for (const visits of [all, all.toReversed(), [second, noShow, first, patch]])
    expect(chargeOf(visits, salon)).toMatchObject({ visitId: 'c', amount: 1500 })
  expect(chargeOf([noShow, patch], salon)).toBeNull()
  expect(chargeOf([], salon)).toBeNull()
})

test('a refunded first visit leaves later ones free of charge', () => {
  const refunded = candidate('a', { amount: 0 })
  const later = candidate('b', { visitOn: '2026-03-25', amount: 9000 })
  expect(chargeOf([later, refunded], salon)).toMatchObject({ visitId: 'a', amount: 0 })
})

test.each([
  ['Maya', '+447700900123', 'M. …123'],
  ['  élodie', '+447700900123', 'É. …123'],
  [null, '+447700900123', '…123'],
  ['', '+447700900123', '…123'],
])('initialAndDigits(%j, %s) is %s', (name, phone, shown) => {
  expect(initialAndDigits(name, phone)).toBe(shown)
})

/** `fee 1350 a` is on a statement or a fee, `reversal -1350 a open` is a correction on none. */
const storedOf = (text: string) =>
  text.split(', ').map((one) => {
    const [kind, amount, visitId = null, open] = one.split(' ')
    return { kind: kind as EntryKind, amount: Number(amount), visitId, isOpen: open === 'open' }
  })

const written = (entries: ReturnType<typeof storedOf>) =>
  entries
    .map(({ kind, amount, visitId, isOpen }) =>
      [kind, amount, visitId, ...(isOpen ? ['open'] : [])].join(' '),
    )
    .join(', ')

test.each<[string, string | null, string]>([
  ['fee 1350 a', '1350 a', 'fee 1350 a'],
  ['fee 1350 a, reversal -1350 a', '1350 a', 'fee 1350 a, reversal -1350 a'],
  ['fee 1350 a, reversal -1350 a open', '1350 a', 'fee 1350 a'],
  ['fee 1350 a, reversal -1350 a open', '1500 a', 'fee 1350 a'],
  ['fee 1350 a, reversal -1350 a open, adjustment 1350 a open', null, 'fee 1350 a'],
  ['fee 1350 a, reversal -1350 a open', '1350 b', 'fee 1350 a, reversal -1350 a open'],
  ['fee 1350 a, reversal -1350 a open, adjustment 1350 b open', '1350 a', 'fee 1350 a'],
  ['fee 1350 a, reversal -1350 a open, adjustment 1350 b open', '900 b', 'fee 1350 a, reversal -1350 a open'],
  ['fee 1350 a, reversal -450 b open', '1000 b', 'fee 1350 a'],
  ['fee 1350 a, reversal -450 b open', '1350 b', 'fee 1350 a, reversal -450 b open'],
  ['fee 1350 a, reversal -1350 a, adjustment 900 a open', '1350 a', 'fee 1350 a, reversal -1350 a'],
  [
    'fee 1350 a, reversal -1350 a open, adjustment 900 a',
    '1350 a',
    'fee 1350 a, reversal -1350 a open, adjustment 900 a',
  ],
  ['fee 1350 a, credit -100 a, reversal -1350 a open', '1350 a', 'fee 1350 a, credit -100 a'],
])('%s when %s is owed', (entries, owed, expected) => {
  const [amount, visitId = ''] = owed?.split(' ') ?? []
  const charge = owed === null ? null : { amount: Number(amount), visitId }
  expect(written(entriesToKeep(storedOf(entries), charge))).toBe(expected)
})

const decided = {
  visitAt: '2026-03-18T12:00:00Z' as string | null,
  holdDays: 14,
  seenAt: '2026-03-18T12:00:00Z',
  raises: true,
  earlier: [] as string[],
}

test.each<[string, Partial<typeof decided>, string]>([
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
  const { seenAt, earlier, ...entry } = { ...decided, ...more }
  const found = payableFromOf({
    ...entry,
    seenAt: new Date(seenAt),
    earlier: earlier.map((at) => new Date(at)),
  })
  expect(found).toEqual(new Date(from))
})
