import { expect, test } from 'vitest'
import { isEmail } from './forms.ts'

test.each([
  ['dee@willowandrye.ie', true],
  [' dee@willowandrye.ie ', true],
  ['d.o+salon@mail.willow-and-rye.co.uk', true],
  ["o'hara@example.com", true],
  ['', false],
  ['dee', false],
  ['dee@', false],
  ['dee@salon', false],
  ['dee@salon.', false],
  ['dee@@salon.ie', false],
  ['dee o@salon.ie', false],
  ['.dee@salon.ie', false],
  ['dee..o@salon.ie', false],
  ['dee.@salon.ie', false],
  ['dee@-salon.ie', false],
  [`${'d'.repeat(250)}@salon.ie`, false],
])('isEmail(%j) is %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected)
})
