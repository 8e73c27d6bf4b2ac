import { expect, test } from 'vitest'
import { unusualStatement } from './unusual.ts'

const line = (paid: number | null, client = 'M. …123') => ({ client, paid })

test.each([
  ['as usual', 4050, [4500], [4000, 4100, 4200], null],
  ['too few statements to compare', 40_500, [4500], [4000, 4100], null],
  ['over three times the usual total', 12_301, [4500], [4000, 4100, 4200], 'Usually about £41.00.'],
  ['three times the usual total', 12_300, [4500], [4000, 4100, 4200], null],
  ['a visit over £300 among few', 9003, [4500, 30_010], [], 'M. …123 paid £300.10.'],
  ['a visit over five times the others', 9000, [4500, 4500, 4500, 22_501], [], 'M. …123 paid £225.01.'],
  ['both', 20_000, [45_000, null], [4000, 4100, 4200], 'Usually about £41.00. M. …123 paid £450.00.'],
])('%s', (_, total, paid, earlier, reason) => {
  expect(unusualStatement({ total, lines: paid.map((one) => line(one)) }, earlier, 'GBP')).toBe(reason)
})
