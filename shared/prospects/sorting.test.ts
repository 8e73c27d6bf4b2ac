import { expect, test } from 'vitest'
import type { Prospect } from './contract.ts'
import { modelOf } from './model.ts'
import type { SlowColumn } from './slowColumn.ts'
import { slowOrders, sorted, sortOf, wordOf } from './sorting.ts'

const one = (name: string, more: Partial<Prospect> = {}): Prospect => ({
  id: name,
  name,
  category: null,
  country: null,
  phone: `+44${name.length}`,
  phoneType: null,
  address: null,
  rating: null,
  reviewCount: null,
  teamSize: null,
  contactStatus: null,
  ...more,
})

const rows = [
  one('A', { address: '10 Mare St', rating: 4.5, teamSize: 2, contactStatus: 'Responded' }),
  one('B', { address: '9 Mare St', teamSize: 12 }),
  one('C', { address: 'Áras Nua', rating: 3, contactStatus: 'Contacted' }),
  one('D', { address: 'Baggot Lane', rating: 4.5, teamSize: 1 }),
]
const model = modelOf(rows)
const all = Uint32Array.from([0, 1, 2, 3])
const order = (word: string | null, found = all) =>
  [...sorted(model, found, sortOf(word))].map((index) => rows[index]?.name).join('')

test.each([
  [null, 'ABCD'],
  ['-name', 'DCBA'],
  ['rating', 'CADB'],
  ['-rating', 'ADCB'],
  ['employees', 'DABC'],
  ['-employees', 'BADC'],
  ['address', 'BACD'],
  ['-address', 'DCAB'],
  ['status', 'BDCA'],
  ['-status', 'ACBD'],
  ['nonsense', 'ABCD'],
])('%s is the order %s: equal ones by name, those without a value last', (word, expected) => {
  expect(order(word)).toBe(expected)
})

test('only what was found is sorted', () => {
  expect(order('-rating', Uint32Array.from([1, 2]))).toBe('CB')
})

test('numbers are in the order of their country codes', () => {
  const phones = ['+6421123456', '+447700900142', '+12025550107', '+353871234567']
  const some = modelOf(phones.map((phone, n) => one(String(n), { phone })))
  expect([...sorted(some, all, sortOf('phone'))]).toEqual([2, 3, 1, 0])
})

test('a long list is sorted the same, whether its order was made ahead, half of it, or not at all', () => {
  const many = Array.from({ length: 2300 }, (_, n) =>
    one(String(n), { address: `${(n * 7) % 2300} King St` }),
  )
  const found = Uint32Array.from(many.keys())
  const address = slowOrders[0] as SlowColumn<unknown>
  for (const steps of [0, 3, 10_000]) {
    const long = modelOf([...many])
    for (let n = 0; n < steps; n++) address.step(long)
    const sortedAddresses = Array.from(
      sorted(long, found, sortOf('address')),
      (index) => many[index]?.address,
    )
    expect(sortedAddresses).toEqual(Array.from({ length: 2300 }, (_, n) => `${n} King St`))
  }
})

test('the order the list comes in is not said in the address', () => {
  expect([wordOf(sortOf(null)), wordOf(sortOf('-name')), wordOf(sortOf('rating'))]).toEqual([
    undefined,
    '-name',
    'rating',
  ])
})
