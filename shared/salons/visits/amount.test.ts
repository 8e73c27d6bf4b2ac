import { expect, test } from 'vitest'
import { amountField, amountText, parseAmount, parseSignedAmount, withoutText } from './amount.ts'

test.each([
  ['45', 4500],
  ['45.5', 4550],
  ['45.50', 4550],
  ['45,50', 4550],
  ['45,5', 4550],
  [' 45.05 ', 4505],
  ['£45', 4500],
  ['€ 45,50', 4550],
  ['$1234.99', 123_499],
  ['0', 0],
  ['0.00', 0],
  ['0,07', 7],
  ['19.99', 1999],
  ['1.10', 110],
  ['1000000', 100_000_000],
  ['1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['1,200.00', 120_000],
  ['1.200,00', 120_000],
  ['1 200,00', 120_000],
  ['1 200', 120_000],
  ['12,345,678.90', 1_234_567_890],
  ['£1,200.50', 120_050],
  ['£ 45.00', 4500],
  ['45 €', 4500],
  ['45.50 GBP', 4550],
  ['gbp45', 4500],
  ['45 pounds', 4500],
  ['45 Pound', 4500],
  ['45,50 euros', 4550],
  ['45 dollars', 4500],
  ['45 poundses', null],
  ['45 quids', null],
  ['', null],
  ['1.234', null],
  ['1,234,567', null],
  ['1,2345.00', null],
  ['12,34.00', null],
  ['1,200,00', null],
  ['1.200.00', null],
  ['1 20', null],
  ['£45 €', null],
  ['£-45', null],
  ['−45', null],
  ['1e5', null],
  ['0x2d', null],
  ['45p', null],
  ['45.50.', null],
  ['.', null],
  ['.50', null],
  ['45.', null],
  ['45.505', null],
  ['1,234', null],
  ['-45', null],
  ['45 50', null],
  ['45.5.0', null],
  ['forty', null],
  ['4e3', null],
  ['Infinity', null],
  ['12345678', null],
  ['٤٥', null],
])('%j is %j minor units', (text, minor) => {
  expect(parseAmount(text)).toBe(minor)
})

test.each([
  ['£45', 'GBP', 4500],
  ['45 gbp', 'GBP', 4500],
  ['€45', 'GBP', null],
  ['$45', 'GBP', null],
  ['45 EUR', 'GBP', null],
  ['45 pounds', 'GBP', 4500],
  ['45 euros', 'GBP', null],
  ['€45', 'EUR', 4500],
  ['£45', 'EUR', null],
  ['$45', 'USD', 4500],
  ['45', 'USD', 4500],
])('%s in %s is %j minor units', (text, currency, minor) => {
  expect(parseAmount(text, currency)).toBe(minor)
})

test.each([
  ['80', 8000],
  ['+80.00', 8000],
  ['-80.00', -8000],
  ['- £80', -8000],
  ['£-80', -8000],
  ['−80', -8000],
  ['80.00-', -8000],
  ['80.00 -', -8000],
  ['80 € -', -8000],
  ['(80.00)', -8000],
  ['(£1,200.00)', -120_000],
  ['80.00 CR', -8000],
  ['80 cr.', -8000],
  ['-0.00', 0],
  ['40-60', null],
  ['--80', null],
  ['80.00 DR', null],
  ['(80', null],
  ['2026-07-18', null],
])('%j is %j minor units, negative for a refund', (text, minor) => {
  expect(parseSignedAmount(text)).toBe(minor)
})

test('a field may be empty, and refuses another currency and more than 20,000', () => {
  const field = amountField('GBP')
  expect(field.parse('  ')).toBeNull()
  expect(field.parse('45,50')).toBe(4550)
  expect(field.parse('20,000.00')).toBe(2_000_000)
  const problemOf = (text: string) => field.safeParse(text).error?.issues[0]?.message
  expect(problemOf('a lot')).toBe('Please enter an amount like 45.50')
  expect(problemOf('€45')).toBe('Please enter an amount in GBP, like 45.50')
  expect(problemOf('20,000.01')).toBe('At most 20,000 for one visit')
})

test('what an amount leaves out is said in the words of the country', () => {
  expect(withoutText('GBP')).toBe('without VAT, tips and products')
  expect(withoutText('USD')).toBe('without sales tax, tips and products')
})

test.each([
  [4550, '45.50'],
  [0, '0.00'],
  [7, '0.07'],
  [null, ''],
])('%j minor units are shown as %j', (minor, text) => {
  expect(amountText(minor)).toBe(text)
})
