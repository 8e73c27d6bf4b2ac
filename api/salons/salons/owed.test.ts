import { accountOf } from '@salonback/shared/salons/billing/balances.ts'
import { expect, test } from 'vitest'
import { overdueOf } from './owed.ts'

type Statement = [total: number, dueOn: string | null]

/** Statements 1, 2 … with their last day to pay, what was paid, and what is overdue on 4 May 2026. */
test.each<[string, Statement[], paid: number, count: number, since: string | null]>([
  ['nothing', [], 0, 0, null],
  ['one before its last day', [[4050, '2026-05-05']], 0, 0, null],
  ['one on its last day', [[4050, '2026-05-04']], 0, 0, null],
  ['one a day after it', [[4050, '2026-05-03']], 0, 1, '2026-05-04'],
  ['one over the end of a month', [[4050, '2026-04-30']], 0, 1, '2026-05-01'],
  ['one paid in part', [[4050, '2026-05-03']], 4049, 1, '2026-05-04'],
  ['one paid in full', [[4050, '2026-05-03']], 4050, 0, null],
  ['one without a last day', [[4050, null]], 0, 0, null],
  ['one in favour of the salon', [[-1350, '2026-05-03']], 0, 0, null],
  [
    'two',
    [
      [4050, '2026-04-03'],
      [1350, '2026-05-03'],
    ],
    0,
    2,
    '2026-04-04',
  ],
  [
    'two, the first paid',
    [
      [4050, '2026-04-03'],
      [1350, '2026-05-03'],
    ],
    4050,
    1,
    '2026-05-04',
  ],
  [
    'two, the second not due',
    [
      [4050, '2026-04-03'],
      [1350, '2026-05-17'],
    ],
    0,
    1,
    '2026-04-04',
  ],
  [
    'two, the second to be paid first',
    [
      [4050, '2026-05-03'],
      [1350, '2026-04-20'],
    ],
    0,
    2,
    '2026-04-21',
  ],
])('overdue of %s', (_, statements, paid, count, since) => {
  const numbered = statements.map(([total, dueOn], at) => ({ number: at + 1, total, dueOn }))
  const dueOn = new Map(numbered.map((one) => [one.number, one.dueOn]))
  const account = { ...accountOf(numbered, [{ amount: paid }]), dueOn }
  expect(overdueOf(account, '2026-05-04')).toEqual({ count, since: since && `${since}T00:00:00.000Z` })
})

test('a salon without statements and payments has no account, and nothing is overdue', () => {
  expect(overdueOf(undefined, '2026-05-04')).toEqual({ count: 0, since: null })
})
