import { describe, expect, test } from 'vitest'
import type { Prospect } from './contract.ts'
import {
  countStatuses,
  filterProspects,
  filtersInUse,
  modelOf,
  noFilters,
  type ProspectFilters,
  withRows,
  withStatus,
} from './model.ts'
import { contactStatuses, matches, ratingRanges, reviewRanges } from './rules.ts'

/** A fixed row of numbers that looks random (mulberry32). */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below)
  }
}

function prospects(count: number): Prospect[] {
  const next = random(7)
  const pick = <T>(from: readonly T[]) => from[next(from.length)] as T
  return Array.from({ length: count }, (_, n) => ({
    id: `p${n}`,
    name: `Salon ${n}`,
    category: pick([null, 'Nail Salon', 'Day Spa', 'Barbershop']),
    country: pick([null, 'GB', 'IE', 'US']),
    phone: `+447700900${String(n % 1000).padStart(3, '0')}`,
    phoneType: pick([null, 'mobile', 'landline']),
    address: pick([null, '9 Mare St, London']),
    rating: pick([null, 0, 1, 2, 3, 3.5, 4, 4.7, 5]),
    reviewCount: pick([null, 0, 1, 10, 11, 50, 51, 100, 101, 400]),
    teamSize: pick([null, 1, 6]),
    contactStatus: pick([null, ...contactStatuses]),
  }))
}

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

describe('changing a status', () => {
  test('changes these rows only, and counts and filters follow', () => {
    const rows = prospects(200)
    const changed = withStatus(rows, ['p3', 'p4', 'gone'], 'Responded')
    expect(changed[3]?.contactStatus).toBe('Responded')
    expect(changed[5]).toBe(rows[5])
    expect(rows[3]?.contactStatus).toBe(prospects(200)[3]?.contactStatus)
    expect(idsOf(changed, { status: 'Responded' })).toEqual(
      changed.filter(({ contactStatus }) => contactStatus === 'Responded').map(({ id }) => id),
    )
    expect(countStatuses(modelOf(changed)).Responded).toBe(
      changed.filter(({ contactStatus }) => contactStatus === 'Responded').length,
    )
  })

  test('taken back, the rows are as before and a later change elsewhere stays', () => {
    const rows = prospects(200)
    const changed = withStatus(rows, ['p3', 'p4'], 'Responded')
    const later = withStatus(changed, ['p9'], 'Selected')
    const back = withRows(later, [rows[3], rows[4]] as Prospect[])
    expect(back.slice(0, 9)).toEqual(rows.slice(0, 9))
    expect(back[9]?.contactStatus).toBe('Selected')
  })
})
