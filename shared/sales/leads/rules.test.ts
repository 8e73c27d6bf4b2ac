import { expect, test } from 'vitest'
import { isLeadNumber, leadErrors, numberWithCountry } from './rules.ts'

test.each([
  ['+353871234567', true],
  ['353 87 123 4567', true],
  ['+353 (87) 123-4567', true],
  ['+353087123456', false],
  ['+35387123456', false],
  ['+3538712345678', false],
  ['+447700900123', true],
  ['44 7700 900123', true],
  ['+4407700900123', false],
  ['+44770090012', false],
  ['+44 7700 9001234', false],
  ['+12025550142', true],
  ['+1 (202) 555-0142', true],
  ['12025550142', true],
  ['+11025550142', false],
  ['1202555014', false],
  ['120255501', false],
  ['+1202555014', false],
  ['07700900123', true],
  ['0871234567', true],
  ['087123456', false],
  ['077009001234', false],
  ['871234567', true],
  ['7700900123', true],
  ['2025550142', true],
  ['1125550142', true],
  ['87123456', false],
  ['87 12 34 5', false],
  ['77009001234', false],
  ['+33612345678', false],
  ['00353871234567', false],
  ['', false],
  ['         ', false],
  ['not a number', false],
  ['0abcdefghi', false],
  ['+', false],
])('isLeadNumber(%j) is %s', (text, expected) => {
  expect(isLeadNumber(text)).toBe(expected)
})

test('a missing and a short number give the same error', () => {
  const sentence = { mobileNumber: 'Please enter a valid mobile number' }
  expect(leadErrors({})).toEqual(sentence)
  expect(leadErrors({ mobileNumber: '12' })).toEqual(sentence)
  expect(leadErrors({ mobileNumber: '07700 900123' })).toEqual({})
})

test.each([
  ['07700 900123', 'GB', '+447700900123'],
  ['7700 900123', 'GB', '+447700900123'],
  ['447700900123', 'GB', '447700900123'],
  ['+353 87 123 4567', 'GB', '+353871234567'],
  ['087 123 4567', 'IE', '+353871234567'],
  ['087 123 4567', 'GB', '0871234567'],
  ['(202) 555-0142', 'US', '+12025550142'],
  ['1 202 555 0142', 'US', '12025550142'],
] as const)('%j with the country %s is sent as %s', (typed, country, sent) => {
  expect(numberWithCountry(typed, country)).toBe(sent)
})
