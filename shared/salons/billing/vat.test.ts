import { expect, test } from 'vitest'
import { REVERSE_CHARGE, type Treated, vatOf, vatOfAll, vatPartsOf, vatTermsOf } from './vat.ts'

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

const own = { bps: 2300, note: null }
const old = { bps: 2000, note: null }
const abroad = { bps: 0, note: REVERSE_CHARGE }

/** Amounts with the statements and the treatment that they correct; then net, VAT and statements of each part. */
test.each<[string, Treated[], [net: number, vat: number, corrects: number[]][]]>([
  ['nothing', [], []],
  ['own lines', [{ amount: 1352 }, { amount: 1352 }, { amount: 1352 }], [[4056, 933, []]]],
  [
    'a correction at the same rate',
    [{ amount: 1350 }, { amount: -450, corrects: 1, vat: own }],
    [[900, 207, [1]]],
  ],
  [
    'a correction at another rate',
    [{ amount: 1350 }, { amount: -450, corrects: 1, vat: old }],
    [
      [1350, 311, []],
      [-450, -90, [1]],
    ],
  ],
  [
    'a correction before the own line',
    [{ amount: -450, corrects: 1, vat: old }, { amount: 1350 }],
    [
      [1350, 311, []],
      [-450, -90, [1]],
    ],
  ],
  ['only a correction', [{ amount: -450, corrects: 4, vat: old }], [[-450, -90, [4]]]],
  [
    'one without VAT',
    [{ amount: 1350 }, { amount: -450, corrects: 1, vat: { bps: 0, note: null } }],
    [
      [1350, 311, []],
      [-450, 0, [1]],
    ],
  ],
  [
    'one of abroad',
    [{ amount: 1350 }, { amount: -450, corrects: 1, vat: abroad }],
    [
      [1350, 311, []],
      [-450, 0, [1]],
    ],
  ],
  [
    'abroad and without VAT',
    [
      { amount: -1, corrects: 2, vat: abroad },
      { amount: -2, corrects: 1, vat: { bps: 0, note: null } },
    ],
    [
      [-1, 0, [2]],
      [-2, 0, [1]],
    ],
  ],
  [
    'two of one statement',
    [
      { amount: -3, corrects: 1, vat: old },
      { amount: -3, corrects: 1, vat: old },
    ],
    [[-6, -1, [1]]],
  ],
  [
    'two of two statements',
    [
      { amount: -3, corrects: 2, vat: old },
      { amount: -3, corrects: 1, vat: old },
    ],
    [[-6, -1, [1, 2]]],
  ],
  [
    'three treatments',
    [{ amount: 100 }, { amount: -100, corrects: 1, vat: old }, { amount: 100, corrects: 2, vat: abroad }],
    [
      [100, 23, []],
      [-100, -20, [1]],
      [100, 0, [2]],
    ],
  ],
])('parts of a statement: %s', (_, amounts, parts) => {
  const found = vatPartsOf(amounts, own)
  expect(found.map(({ net, vat, corrects }) => [net, vat, corrects])).toEqual(parts)
  expect(vatOfAll(amounts, own)).toBe(parts.reduce((sum, [, vat]) => sum + vat, 0))
})
