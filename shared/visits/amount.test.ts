import { expect, test } from 'vitest'
import { AmountField, amountText, parseAmount } from './amount.ts'

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
  ['', null],
  ['.', null],
  ['.50', null],
  ['45.', null],
  ['45.505', null],
  ['1,234', null],
  ['1,234.50', null],
  ['1.234,50', null],
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

test('a field may be empty, and refuses more than a million', () => {
  expect(AmountField.parse('  ')).toBeNull()
  expect(AmountField.parse('45,50')).toBe(4550)
  expect(AmountField.safeParse('a lot').error?.issues[0]?.message).toBe('Please enter an amount like 45.50')
  expect(AmountField.safeParse('1000000.01').success).toBe(false)
})

test.each([
  [4550, '45.50'],
  [0, '0.00'],
  [7, '0.07'],
  [null, ''],
])('%j minor units are shown as %j', (minor, text) => {
  expect(amountText(minor)).toBe(text)
})
