import { afterEach, expect, test } from 'vitest'
import type { Prospect } from './contract.ts'
import { modelOf } from './model.ts'
import { clearSelection, idsOf, select, untick, useTicked } from './selection.ts'

afterEach(clearSelection)

const prospect = (id: string): Prospect => ({
  id,
  name: id,
  category: 'Day Spa',
  country: 'GB',
  phone: '+447700900400',
  phoneType: 'mobile',
  address: '1 Mare St',
  rating: 4,
  reviewCount: 20,
  teamSize: 2,
  contactStatus: null,
})
const listOf = (...ids: string[]) => modelOf(ids.map(prospect))
const ticked = () => idsOf(useTicked.getState().ticks)

test('what is done is unticked, also in a later list with others in it and some gone', () => {
  const before = listOf('a', 'b', 'c')
  select(before, [0, 1], true)
  const later = listOf('new', 'b', 'c')
  select(later, [2], true)
  expect(ticked()).toEqual(['b', 'c'])
  untick({ model: before, indexes: Uint32Array.of(0, 1) })
  expect(ticked()).toEqual(['c'])
  expect(useTicked.getState().ticks.count).toBe(1)
})

test('where nothing is ticked any more, nothing is', () => {
  const before = listOf('a', 'b')
  untick({ model: before, indexes: Uint32Array.of(0) })
  select(before, [0, 1], true)
  clearSelection()
  untick({ model: before, indexes: Uint32Array.of(0, 1) })
  expect(ticked()).toEqual([])
})
