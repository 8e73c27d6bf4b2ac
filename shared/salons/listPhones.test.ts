import { expect, test } from 'vitest'
import { readPhone } from './listPhones.ts'

test.each([
  ['07700 900123', 'GB', '+447700900123'],
  ['7700900123', 'GB', '+447700900123'],
  ['7700900123.0', 'GB', '+447700900123'],
  ['447700900123', 'GB', '+447700900123'],
  ['447700900123', 'IE', '+447700900123'],
  ['447700900123', 'US', '+447700900123'],
  ['00447700900123', 'GB', '+447700900123'],
  ["'+447700900123", 'GB', '+447700900123'],
  ['="07700900123"', 'GB', '+447700900123'],
  ['"07700900123"', 'GB', '+447700900123'],
  ['tel:+447700900123', 'GB', '+447700900123'],
  ['+44 (0)7700 900123', 'GB', '+447700900123'],
  ['(0)7700-900-123', 'GB', '+447700900123'],
  ['Mobile: 07700 900123', 'GB', '+447700900123'],
  ['07700 900123/4', 'GB', '+447700900123'],
  ['0871234567', 'IE', '+353871234567'],
  ['871234567', 'IE', '+353871234567'],
  ['353871234567', 'GB', '+353871234567'],
  ['+353 (0)87 123 4567', 'IE', '+353871234567'],
  ['(202) 555-0142', 'US', '+12025550142'],
  ['2025550142', 'US', '+12025550142'],
  ['1-202-555-0142', 'US', '+12025550142'],
  ['202.555.0142', 'US', '+12025550142'],
  ['+1 202 555 0142', 'GB', '+12025550142'],
  ['+33 6 12 34 56 78', 'GB', '+33612345678'],
  // Landlines are kept: another rule says that they get no texts.
  ['020 7946 0123', 'GB', '+442079460123'],
] as const)('%j in %s is %s', (cell, country, phone) => {
  expect(readPhone([cell], country)).toEqual({ phone, hints: [] })
})

const lost = 'digits were lost in a spreadsheet, export the column as text'

test.each([
  ['', 'GB', 'no phone number'],
  ['---', 'GB', 'no phone number'],
  ['N/A', 'GB', 'no phone number'],
  ['null', 'GB', 'no phone number'],
  ['0', 'GB', 'no phone number'],
  ['4.47701E+11', 'GB', lost],
  ['4,47701E+11', 'GB', lost],
  ['7.7E9', 'GB', lost],
  ['4.47700900123E+11', 'GB', lost],
  ['447701000000', 'GB', lost],
  ['12345', 'GB', 'not a phone number'],
  ['ann@example.com', 'GB', 'not a phone number'],
  ['#REF!', 'GB', 'not a phone number'],
  ['077009001234', 'GB', 'not a phone number'],
  ['0770090012', 'GB', 'not a complete phone number'],
  ['+44 770 090 012', 'GB', 'not a complete phone number'],
  ['3538712345678', 'IE', 'not a complete phone number'],
  ['1234567', 'GB', 'not a complete phone number'],
  ['0871234567', 'GB', 'may be an Irish number: write it with +353'],
  ['07700 900123', 'IE', 'may be a UK number: write it with +44'],
  ['x'.repeat(300), 'GB', 'not a phone number'],
] as const)('%j in %s is rejected: %s', (cell, country, reason) => {
  expect(readPhone([cell], country)).toEqual({ reason })
})

const other = (end: string) => [`the other number, ending in ${end}, is not used`]

test.each([
  [['07700 900123 / 07700 900124'], '+447700900123', other('124')],
  [['07700 900123; 07700 900124'], '+447700900123', other('124')],
  [['07700 900123 ::: 07700 900124'], '+447700900123', other('124')],
  [['07700 900123 or 07700 900124'], '+447700900123', other('124')],
  [['07700 900123\n07700 900124'], '+447700900123', other('124')],
  [['020 7946 0123 / 07700 900124'], '+447700900124', other('123')],
  [['020 7946 0123 / 020 7946 0124'], '+442079460123', other('124')],
  [['07700 900123 / +44 7700 900123'], '+447700900123', []],
  [['4.47701E+11 / 07700 900124'], '+447700900124', []],
  [['', '07700 900123'], '+447700900123', []],
  [['020 7946 0123', '07700 900124'], '+447700900124', other('123')],
  [['12345', '07700 900123'], '+447700900123', []],
] as const)('of %j the first mobile number is used', (cells, phone, hints) => {
  expect(readPhone(cells, 'GB')).toEqual({ phone, hints })
})
