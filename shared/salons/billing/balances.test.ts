import { expect, test } from 'vitest'
import { accountOf, leftOf } from './balances.ts'

/** Totals of statements 1, 2 …, payments, then what is outstanding of each, the credit, and what is owed over all. */
const cases: [string, number[], number[], number[], credit: number, owed: number][] = [
  ['nothing at all', [], [], [], 0, 0],
  ['a statement', [4050], [], [4050], 0, 4050],
  ['paid in full', [4050], [4050], [0], 0, 0],
  ['a part payment', [4050], [1000], [3050], 0, 3050],
  ['two part payments', [4050], [1000, 3050], [0], 0, 0],
  ['many part payments', [1000], [1, 2, 3, 4], [990], 0, 990],
  ['one penny short', [4050], [4049], [1], 0, 1],
  ['one penny too much', [4050], [4051], [0], 1, -1],
  ['over-payment', [4050], [5000], [0], 950, -950],
  ['credit used by the next statement', [4050, 2000], [5000], [0, 1050], 0, 1050],
  ['credit larger than the next statement', [1000, 500], [2000], [0, 0], 500, -500],
  ['credit over two statements', [1000, 500, 700], [2000], [0, 0, 200], 0, 200],
  ['the oldest statement is paid first', [1000, 2000], [1500], [0, 1500], 0, 1500],
  ['two statements paid together', [1000, 2000], [3000], [0, 0], 0, 0],
  ['two statements, nothing paid', [1000, 2000], [], [1000, 2000], 0, 3000],
  ['paid before any statement', [], [1000], [], 1000, -1000],
  ['paid ahead, then a statement', [300], [1000], [0], 700, -700],
  ['a payment taken back', [4050], [4050, -4050], [4050], 0, 4050],
  ['one of two payments taken back', [4050], [4050, 50, -4050], [4000], 0, 4000],
  ['an over-payment paid back', [4050], [5000, -950], [0], 0, 0],
  ['a part of an over-payment paid back', [4050], [5000, -400], [0], 550, -550],
  ['taken back after it was paid back', [1000], [1500, -500, -1500], [1000], -500, 1500],
  ['a statement in favour of the salon', [-1350], [], [0], 1350, -1350],
  ['its credit pays the one before', [4050, -1350], [], [2700, 0], 0, 2700],
  ['its credit pays the one after', [-1350, 4050], [], [0, 2700], 0, 2700],
  ['its credit and a payment', [4050, -1350], [2700], [0, 0], 0, 0],
  ['its credit after all is paid', [4050, -1350], [4050], [0, 0], 1350, -1350],
  ['its credit paid back', [4050, -1350], [4050, -1350], [0, 0], 0, 0],
  ['a statement of nothing', [0], [], [0], 0, 0],
  ['a statement of nothing between', [500, 0, 700], [600], [0, 0, 600], 0, 600],
  ['two in favour of the salon', [-100, -200, 250], [], [0, 0, 0], 50, -50],
  ['more paid back than there was', [1000], [-200], [1000], -200, 1200],
  ['large sums', [90_000_000, 90_000_000], [100_000_000], [0, 80_000_000], 0, 80_000_000],
]

const numbered = (totals: readonly number[]) => totals.map((total, at) => ({ number: at + 1, total }))
const amounts = (payments: readonly number[]) => payments.map((amount) => ({ amount }))

test.each(cases)('%s', (_, totals, payments, outstanding, credit, owed) => {
  const account = accountOf(numbered(totals), amounts(payments))
  expect(account.balances.map((balance) => balance.outstanding)).toEqual(outstanding)
  expect([account.credit, account.owed]).toEqual([credit, owed])
})

/** Totals of statements 1, 2 …, payments, then what is left of all that each asks for. */
test.each<[string, number[], number[], number[]]>([
  ['nothing paid', [4050, 2000], [], [4050, 6050]],
  ['a part of the first', [4050, 2000], [1000], [3050, 5050]],
  ['the first', [4050, 2000], [4050], [0, 2000]],
  ['a part of the second', [4050, 2000], [5000], [0, 1050]],
  ['all', [4050, 2000], [6050], [0, 0]],
  ['too much', [4050, 2000], [7000], [0, 0]],
  ['three, a part paid', [1000, 1000, 1000], [1500], [0, 500, 1500]],
  ['a later one in favour of the salon', [4050, -1350], [], [2700, 2700]],
  ['credit from before', [-1350, 4050], [], [0, 2700]],
  ['a payment taken back', [4050, 2000], [4050, -4050], [4050, 6050]],
  ['one of nothing', [4050, 0], [1000], [3050, 3050]],
])('left of each statement: %s', (_, totals, payments, left) => {
  const { balances } = accountOf(numbered(totals), amounts(payments))
  expect(balances.map(({ number }) => leftOf(balances, number))).toEqual(left)
})

/** Totals, payments and credits, then what each statement was lowered by, paid and left, and the salon's credit. */
test.each<
  [string, number[], number[], number, lowered: number[], paid: number[], left: number[], credit: number]
>([
  ['a goodwill', [4050], [], 1000, [1000], [0], [3050], 0],
  ['a write-off of the rest', [4050], [1000], 3050, [3050], [1000], [0], 0],
  ['the oldest is lowered, the next one paid', [4050, 2000], [2000], 4050, [4050, 0], [0, 2000], [0, 0], 0],
  ['a goodwill after all is paid', [4050], [4050], 500, [500], [3550], [0], 500],
  ['before any statement', [], [], 500, [], [], [], 500],
  ['more than a statement', [300], [], 500, [300], [0], [0], 200],
  ['one in favour of the salon', [-300, 500], [], 100, [0, 100], [0, 300], [0, 100], 0],
])('credits: %s', (_, totals, payments, credited, lowered, paid, left, credit) => {
  const account = accountOf(numbered(totals), amounts(payments), credited)
  expect(account.balances.map((one) => one.credited)).toEqual(lowered)
  expect(account.balances.map((one) => one.paid)).toEqual(paid)
  expect(account.balances.map(({ outstanding }) => outstanding)).toEqual(left)
  expect(account.credit).toBe(credit)
})
