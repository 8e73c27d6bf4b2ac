import { expect, test } from 'vitest'
import type { Dispute } from './contract.ts'
import { decisionOf, standingOf } from './labels.ts'
import { kindOf, reasonsText, sumsOf } from './statementLines.ts'
import { entryForTests, statementForTests } from './testing.ts'

const open: Dispute = {
  note: 'She came by herself',
  openedAt: '2026-03-22T09:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  upheld: null,
}
const decided: Dispute = { ...open, decidedAt: '2026-03-23T09:00:00.000Z', decidedBy: 'maya', upheld: false }

test.each([
  [{}, '2026-04-03T11:59:59.999Z', 'Payable from 3 Apr 2026'],
  [{}, '2026-04-03T12:00:00.000Z', 'Payable'],
  [{ dispute: open }, '2026-04-04T12:00:00.000Z', 'Disputed'],
  [{ dispute: decided }, '2026-04-04T12:00:00.000Z', 'Payable'],
  [{ statementNumber: 2 }, '2026-04-04T12:00:00.000Z', 'Statement 2'],
])('%j at %s is %s', (more, now, standing) => {
  expect(standingOf(entryForTests(1, more), 'Europe/London', new Date(now))).toBe(standing)
})

test.each([
  [null, null],
  [open, null],
  [decided, 'Dispute rejected by maya'],
  [{ ...decided, upheld: true }, 'Dispute upheld by maya'],
])('the dispute %j ended: %s', (dispute, words) => {
  expect(decisionOf(entryForTests(1, { dispute }))).toBe(words)
})

test('the sums of a statement leave out what says nothing', () => {
  const { lines } = statementForTests(1)
  expect(sumsOf({ lines, total: 450 })).toEqual([
    ['Fees', 1350],
    ['Reversals', -900],
    ['Total', 450],
  ])
  expect(sumsOf({ lines: lines.slice(0, 1), total: 1350 })).toEqual([['Total', 1350]])
  expect(reasonsText(['Booked 2 days after the text', 'Answered the text'])).toBe(
    'Booked 2 days after the text. Answered the text.',
  )
  expect(lines.map(kindOf)).toEqual([null, 'Reversal'])
})
