import { describe, expect, test } from 'vitest'
import { manyProspects as prospects } from '../testing/manyProspects.ts'
import type { Prospect } from './contract.ts'
import { filterProspects, filtersInUse, modelOf, noFilters, type ProspectFilters } from './model.ts'
import { contactStatuses, matches, ratingRanges, reviewRanges } from './rules.ts'

const idsOf = (rows: Prospect[], filters: Partial<ProspectFilters>) =>
  Array.from(filterProspects(modelOf(rows), { ...noFilters, ...filters }), (index) => rows[index]?.id)

describe('filters', () => {
  const rows = prospects(3000)

  test('those one of the dashboard’s numbers counts go through the other filters too', () => {
    const some = rows.slice(10, 20)
    const reached = new Set([...some.map(({ id }) => id), 'somebody who was erased'])
    const found = (filters: Partial<ProspectFilters>) =>
      Array.from(
        filterProspects(modelOf(rows), { ...noFilters, ...filters }, reached),
        (index) => rows[index],
      )
    expect(found({})).toEqual(some)
    expect(found({ country: 'IE' })).toEqual(some.filter(({ country }) => country === 'IE'))
  })

  test('the columns find exactly what the rules say, for every value of every filter and for mixtures', () => {
    const cases: Partial<ProspectFilters>[] = [
      {},
      ...(['none', ...contactStatuses] as const).map((status) => ({ status })),
      ...ratingRanges.map((rating) => ({ rating })),
      ...reviewRanges.map((reviews) => ({ reviews })),
      { category: 'Day Spa' },
      { country: 'IE' },
      { phoneType: 'landline' },
      {
        category: 'Nail Salon',
        country: 'GB',
        rating: '4-5',
        reviews: '100+',
        phoneType: 'mobile',
        status: 'none',
      },
      { category: 'Nowhere' },
    ]
    for (const filters of cases) {
      expect(idsOf(rows, filters), JSON.stringify(filters)).toEqual(
        rows.filter(matches(filters)).map(({ id }) => id),
      )
    }
  })

  test('search looks at name, number, address and category', () => {
    expect(idsOf(rows, { search: 'salon 2999' })).toEqual(['p2999'])
    expect(idsOf(rows, { search: '07700 900 123' })).toEqual(['p123', 'p1123', 'p2123'])
    expect(idsOf(rows, { search: 'mare st' })).toEqual(
      rows.filter(({ address }) => address).map(({ id }) => id),
    )
  })

  test('options are the values in the data, sorted', () => {
    expect(modelOf(rows).category.values).toEqual(['Barbershop', 'Day Spa', 'Nail Salon'])
  })

  test('the filters in use are counted, the search is none of them', () => {
    expect(filtersInUse({ ...noFilters, status: 'none', country: 'GB', search: 'x' })).toBe(2)
  })
})
