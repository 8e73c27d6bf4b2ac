import { expect, test } from 'vitest'
import { parseAmount } from './amount.ts'

test.each([
  ['45', 4500],
  ['45.5', 4550],
  ['45.50', 4550],
  ['45,50', 4550],
  ['45,5', 4550],
  ['£45', 4500],
  ['€ 45,00', 4500],
  ['$1,234.50', 123450],
  ['1.234,50', 123450],
  ['1,234', 123400],
  ['1.234', 123400],
  ['0', 0],
  [' 12 ', 1200],
  ['', null],
  ['free', null],
  ['-5', null],
  ['4.5.6', null],
  ['45.', null],
  ['45.123', 4512300],
  ['45.1234', null],
])('parseAmount(%j) is %j', (written, minor) => {
  expect(parseAmount(written)).toBe(minor)
})
