import { expect, test } from 'vitest'
import type { Prospect } from './contract.ts'
import { parseSort, sortParam, sortProspects } from './sorting.ts'
import { prospectForTests } from './testing.ts'

const prospect = (name: string, values: Partial<Prospect> = {}) =>
  prospectForTests(name.charCodeAt(0) - 64, { name, ...values })

const byName = [
  prospect('A', { address: '10 Mare St', rating: 4.5, teamSize: 2, contactStatus: 'Responded' }),
  prospect('B', { address: '9 Mare St', teamSize: 12 }),
  prospect('C', { address: 'Áras Nua', rating: 3, contactStatus: 'Contacted' }),
  prospect('D', { address: 'Baggot Lane', rating: 4.5, teamSize: 1 }),
]
const sorted = (list: Prospect[], param: string | null) =>
  sortProspects(list, parseSort(param)).map(({ name }) => name)

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
])('%s sorts as %s: equal values by name, missing values last', (param, expected) => {
  expect(sorted(byName, param).join('')).toBe(expected)
})

test('phone numbers are sorted by country code', () => {
  const phones = ['+6421123456', '+447700900142', '+12025550107', '+353871234567']
  const list = phones.map((phone, index) => prospect(String(index), { phone }))
  expect(sorted(list, 'phone')).toEqual(['2', '3', '1', '0'])
})

test('the default order is left out of the address', () => {
  expect([null, '-name', 'rating'].map((param) => sortParam(parseSort(param)))).toEqual([
    undefined,
    '-name',
    'rating',
  ])
})
