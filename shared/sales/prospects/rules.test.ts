import { expect, test } from 'vitest'
import { statusLabel } from '../../core/inbox/contactStatus.ts'
import { matchesRating, matchesReviews, ratingRanges, reviewRanges } from './rules.ts'

test.each([
  [5, ['4-5']],
  [4.5, ['4-5']],
  [4, ['4-5', '3-4']],
  [3.999, ['3-4']],
  [3, ['3-4', '2-3']],
  [2, ['2-3', '1-2']],
  [1, ['1-2']],
  [0.5, []],
  [0, []],
  [null, ['no-rating']],
])('rating %s is in %j', (rating, ranges) => {
  expect(ratingRanges.filter((range) => matchesRating(rating, range))).toEqual(ranges)
})

test.each([
  [1204, ['100+']],
  [101, ['100+']],
  [100, ['51-100']],
  [51, ['51-100']],
  [50, ['11-50']],
  [11, ['11-50']],
  [10, ['0-10']],
  [1, ['0-10']],
  [0, ['0-10', 'no-reviews']],
  [null, ['no-reviews']],
])('%s reviews are in %j', (reviews, ranges) => {
  expect(reviewRanges.filter((range) => matchesReviews(reviews, range))).toEqual(ranges)
})

test('a missing status is called No Status', () => {
  expect(statusLabel(null)).toBe('No Status')
  expect(statusLabel('Contacted')).toBe('Contacted')
})
