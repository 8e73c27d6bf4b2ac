import { expect, test } from 'vitest'
import { saysWrongNumber } from './wrongNumber.ts'

test.each([
  ['Wrong number', true],
  ['WRONG NUMBER!! remove me', true],
  ['rong numbr, stop texting', true],
  ['Sorry, wrong person. Please stop.', true],
  ['Not the right number, unsubscribe me', true],
  ['Stop texting me', false],
  ['please do not contact me', false],
  ['What is your number?', false],
  ['That is the wrong day', false],
])('%j: %s', (body, expected) => {
  expect(saysWrongNumber(body)).toBe(expected)
})
