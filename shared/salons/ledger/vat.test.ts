import { expect, test } from 'vitest'
import { REVERSE_CHARGE, vatOf, vatTermsOf } from './vat.ts'

const british = { country: 'GB', number: 'GB123456789', bps: 2000 }
const irish = { country: 'IE', number: 'IE1234567T', bps: 2300 }

test.each([
  ['an Irish salon of an Irish agency', irish, 'IE', { bps: 2300, note: null }],
  ['a British one', irish, 'GB', { bps: 0, note: REVERSE_CHARGE }],
  ['an American one', irish, 'US', { bps: 0, note: REVERSE_CHARGE }],
  ['no rate is set', { ...irish, bps: null }, 'IE', { bps: 0, note: null }],
  ['no rate is set, abroad', { ...irish, bps: null }, 'GB', { bps: 0, note: REVERSE_CHARGE }],
  ['a rate of nothing', { ...irish, bps: 0 }, 'IE', { bps: 0, note: null }],
  ['no number', { ...irish, number: null, bps: null }, 'IE', { bps: 0, note: null }],
  ['no number, abroad', { ...irish, number: null, bps: null }, 'GB', { bps: 0, note: null }],
  ['no number but a rate', { ...irish, number: null }, 'IE', { bps: 0, note: null }],
  ['a British agency, a British salon', british, 'GB', { bps: 2000, note: null }],
  ['a British agency, an Irish salon', british, 'IE', { bps: 0, note: REVERSE_CHARGE }],
] as const)('%s', (_, agency, country, terms) => {
  expect(vatTermsOf(agency, country)).toEqual(terms)
})

test.each([
  [4050, 2300, 932],
  [4050, 0, 0],
  [0, 2300, 0],
  [1, 2300, 0],
  [2, 2300, 0],
  [3, 2300, 1],
  [100, 2300, 23],
  [1350, 2300, 311],
  [1352, 2300, 311],
  [1350, 2000, 270],
  [1353, 2000, 271],
  [1357, 2000, 271],
  [1358, 2000, 272],
  // Half a penny goes up.
  [50, 2300, 12],
  [150, 2300, 35],
  [10, 500, 1],
  [9, 500, 0],
  [1000, 1350, 135],
  [1001, 1350, 135],
  [1004, 1350, 136],
  [333, 900, 30],
  [200_000_000, 2300, 46_000_000],
  // What takes a statement back takes its VAT back.
  [-4050, 2300, -932],
  [-1, 2300, 0],
  [-50, 2300, -12],
  [-150, 2300, -35],
  [-10, 500, -1],
])('VAT of %i at %i hundredths of a percent is %i', (net, bps, vat) => {
  expect(vatOf(net, bps)).toBe(vat)
})

test('VAT is rounded one time on the sum, not on each line', () => {
  const lines = [1352, 1352, 1352]
  const net = lines.reduce((sum, line) => sum + line, 0)
  expect(vatOf(net, 2300)).toBe(933)
  expect(lines.reduce((sum, line) => sum + vatOf(line, 2300), 0)).toBe(933)
  expect(vatOf(15, 500)).toBe(1)
  expect(3 * vatOf(5, 500)).toBe(0)
})
