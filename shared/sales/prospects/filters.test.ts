import { expect, test } from 'vitest'
import type { Prospect } from './contract.ts'
import { countFilters, countStatuses, filterOptions, filterProspects, noFilters } from './filters.ts'
import { prospectForTests } from './testing.ts'

const prospect = (values: Partial<Prospect>) =>
  prospectForTests(1, { name: 'Noir Nails', phone: '+447700900142', rating: 4.2, reviewCount: 30, ...values })

test.each<[Partial<typeof noFilters>, Partial<Prospect>, boolean]>([
  [{}, {}, true],
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
  [{ search: ' noir ' }, {}, true],
  [{ search: 'nail salon' }, {}, true],
  [{ search: 'mare st' }, { address: '9 Mare St' }, true],
  [{ search: 'mare st' }, {}, false],
  [{ search: '07700 900 142' }, {}, true],
  [{ search: '07700 900 143' }, {}, false],
])('%j on %j: %s', (filters, values, passes) => {
  expect(filterProspects([prospect(values)], { ...noFilters, ...filters })).toHaveLength(Number(passes))
})

test('ids of a dashboard figure combine with the other filters', () => {
  const list = ['a', 'b', 'c'].map((id) => prospect({ id, country: id === 'b' ? 'IE' : 'GB' }))
  const reached = new Set(['a', 'b', 'erased'])
  const ids = (country: string) =>
    filterProspects(list, { ...noFilters, country }, reached).map(({ id }) => id)
  expect(ids('')).toEqual(['a', 'b'])
  expect(ids('IE')).toEqual(['b'])
})

test('options are the distinct values, sorted, without missing ones', () => {
  const list = ['Spa', 'Éclat', 'Barbershop', null, 'Spa', ''].map((category) => prospect({ category }))
  expect(filterOptions(list, 'category')).toEqual(['Barbershop', 'Éclat', 'Spa'])
  expect(filterOptions([], 'country')).toEqual([])
})

test('the number of filters in use leaves out the search', () => {
  expect(countFilters({ ...noFilters, status: 'none', country: 'GB', search: 'x' })).toBe(2)
})

test('statuses are counted, missing ones too', () => {
  const list = [null, 'Contacted', 'Contacted'] as const
  expect(countStatuses(list.map((contactStatus) => prospect({ contactStatus })))).toEqual({
    none: 1,
    Selected: 0,
    Contacted: 2,
    Responded: 0,
    Submitted: 0,
  })
})
