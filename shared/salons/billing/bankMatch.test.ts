import { expect, test } from 'vitest'
import { matchBankRows, type PayingAccount } from './bankMatch.ts'

const glow: PayingAccount = {
  salonId: 'glow',
  names: ['Glow & Co.', 'Glow Hair Ltd'],
  accountNumber: 101,
  currency: 'GBP',
  statements: [
    { number: 1, total: 4050 },
    { number: 2, total: 2000 },
  ],
  paid: 1000,
  credited: 0,
}
const fern = { ...glow, salonId: 'fern', names: ['Fern Hair'], accountNumber: 102, currency: 'EUR', paid: 0 }
const day = '2026-11-03'

/** Text, minor units and currency of a payment, then the salon, whether it is sure, and why. */
test.each<[string, number, string | null, string | null, boolean, string]>([
  ['BGC 101-1', 3050, null, 'glow', true, 'Reference and sum of statement 1'],
  ['101 - 2 thanks', 5050, 'GBP', 'glow', true, 'Reference and sum of statement 2'],
  ['REF 101/2', 2000, null, 'glow', true, 'Reference and sum of statement 2'],
  ['101-1', 1000, null, 'glow', false, 'Reference of statement 1, of which £30.50 is left'],
  ['101-1', 9999, null, 'glow', false, 'Reference of statement 1, of which £30.50 is left'],
  ['101-1', 3050, 'EUR', null, false, 'It is in EUR, and the salon pays in GBP'],
  ['101-1 and 102-1', 3050, null, null, false, 'No reference or name of a salon'],
  ['101-9', 3050, null, null, false, 'No reference or name of a salon'],
  ['20101-1', 3050, null, null, false, 'No reference or name of a salon'],
  ['GLOW HAIR LTD', 3050, null, 'glow', false, 'Name, and the sum of statement 1'],
  ['FERN HAÏR', 6050, null, 'fern', false, 'Name, and the sum of statement 2'],
  ['GLOW HAIR LTD', 3049, null, null, false, 'Name of a salon, but no statement of this sum'],
  ['Glow Hair Ltd for Fern Hair', 3050, null, null, false, 'No reference or name of a salon'],
  ['GAS', 3050, null, null, false, 'No reference or name of a salon'],
])('%s, %i %s', (text, amount, currency, salonId, isSure, reason) => {
  const row = { line: 2, day, amount, currency, text }
  expect(matchBankRows([row], [glow, fern])).toEqual([{ ...row, salonId, isSure, reason }])
})

test('a statement is paid once by two rows, and what we pay is left out', () => {
  const row = { line: 2, day, amount: 3050, currency: null, text: '101-1' }
  const rows = [row, { ...row, line: 3 }, { ...row, line: 4, amount: -3050 }]
  expect(matchBankRows(rows, [glow]).map(({ line, isSure }) => [line, isSure])).toEqual([
    [2, true],
    [3, false],
  ])
})
