import { expect, test } from 'vitest'
import { priorityLabel, priorityParts, priorityScore, withRanks } from './priority.ts'

test.each([
  ['1000+', '100+', 'immediately', 'yes-clearly', 17],
  ['1000+', '60-100', 'immediately', 'somewhat', 15],
  ['500-1000', '60-100', 'immediately', 'somewhat', 14],
  ['under-100', 'under-30', 'later', 'no-consent', 4],
  ['under-100', 'under-30', 'later', 'no', 4],
  ['250-500', '30-60', 'within-3-months', 'somewhat', 10],
  ['100-250', '30-60', 'within-3-months', 'somewhat', 9],
  ['1000+', '100+', null, 'yes-clearly', 12],
  [null, null, undefined, null, 0],
  ['constructor', 'toString', 'constructor', 'toString', 0],
])(
  'customers %s, spend %s, start %s, consent %s score %i',
  (customerCount, avgSpend, whenToStart, hasMarketingConsent, score) => {
    expect(priorityScore({ customerCount, avgSpend, whenToStart, hasMarketingConsent })).toBe(score)
  },
)

test('scores follow the order of the codes', () => {
  expect(
    ['under-100', '100-250', '250-500', '500-1000', '1000+'].map(
      (customerCount) => priorityParts({ customerCount }).customerCount,
    ),
  ).toEqual([1, 2, 3, 4, 5])
  expect(
    ['under-30', '30-60', '60-100', '100+'].map((avgSpend) => priorityParts({ avgSpend }).avgSpend),
  ).toEqual([1, 2, 3, 4])
})

test.each([
  [17, 'High'],
  [15, 'High'],
  [14, 'Medium'],
  [10, 'Medium'],
  [9, 'Low'],
  [0, 'Low'],
])('score %i is %s', (score, label) => {
  expect(priorityLabel(score)).toBe(label)
})

test('equal scores share a rank and the next rank is skipped', () => {
  const scored = (customerCount: string) => ({ customerCount })
  const ranks = withRanks(['under-100', '1000+', '100-250', '1000+'].map(scored)).map(({ rank, of }) => [
    rank,
    of,
  ])
  expect(ranks).toEqual([
    [4, 4],
    [1, 4],
    [3, 4],
    [1, 4],
  ])
})
