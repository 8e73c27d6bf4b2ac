import { expect, test } from 'vitest'
import type { Prospect } from './contract.ts'
import {
  distinctOptions,
  matches,
  matchesRating,
  matchesReviews,
  type ProspectFilter,
  ratingRanges,
  reviewRanges,
  statusLabel,
} from './rules.ts'

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
])('a rating of %s lies in %j', (rating, ranges) => {
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
])('%s reviews lie in %j', (reviews, ranges) => {
  expect(reviewRanges.filter((range) => matchesReviews(reviews, range))).toEqual(ranges)
})

const prospect = (over: Partial<Prospect>): Prospect => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Noir Nails',
  category: 'Nail Salon',
  country: 'GB',
  phone: '+447700900142',
  phoneType: 'mobile',
  address: null,
  rating: 4.2,
  reviewCount: 30,
  teamSize: null,
  contactStatus: null,
  ...over,
})

test.each<[ProspectFilter, Partial<Prospect>, boolean]>([
  [{}, {}, true],
  [{ status: '', category: '', country: '', rating: '', reviews: '', phoneType: '' }, {}, true],
  [{ status: 'none' }, {}, true],
  [{ status: 'none' }, { contactStatus: 'Selected' }, false],
  [{ status: 'Selected' }, { contactStatus: 'Selected' }, true],
  [{ status: 'Selected' }, {}, false],
  [{ category: 'Nail Salon' }, {}, true],
  [{ category: 'Day Spa' }, {}, false],
  [{ category: 'Day Spa' }, { category: null }, false],
  [{ country: 'IE' }, {}, false],
  [{ phoneType: 'mobile' }, {}, true],
  [{ phoneType: 'landline' }, { phoneType: null }, false],
  [{ rating: '4-5', reviews: '11-50' }, {}, true],
  [{ rating: '4-5', reviews: '100+' }, {}, false],
  [{ rating: 'no-rating' }, { rating: null }, true],
  [{ status: 'Contacted', country: 'GB', rating: '3-4' }, { contactStatus: 'Contacted', rating: 4 }, true],
])('%j on %j: %s', (filter, over, passes) => {
  expect(matches(filter)(prospect(over))).toBe(passes)
})

test('options are the distinct values, sorted, without the missing ones', () => {
  const list = ['Spa', 'Éclat', 'Barbershop', null, 'Spa', ''].map((category) => prospect({ category }))
  expect(distinctOptions(list, 'category')).toEqual(['Barbershop', 'Éclat', 'Spa'])
  expect(distinctOptions([], 'country')).toEqual([])
})

test('a status without a value has words of its own', () => {
  expect(statusLabel(null)).toBe('No Status')
  expect(statusLabel('Contacted')).toBe('Contacted')
})

test('a hundred thousand prospects are filtered', () => {
  const list = Array.from({ length: 100_000 }, (_, i) =>
    prospect({ rating: (i % 50) / 10, reviewCount: i % 200 }),
  )
  const found = list.filter(matches({ status: 'none', rating: '4-5', reviews: '51-100', country: 'GB' }))
  expect(found).toHaveLength(5000)
})
