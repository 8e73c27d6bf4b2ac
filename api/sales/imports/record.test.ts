import { expect, test } from 'vitest'
import { excerptOf, readRecord } from './record.ts'

const full = {
  name: ' Noir Nails ',
  category: 'Nail Salon',
  country: 'GB',
  phone: '07700 900123',
  phone_type: 'Mobile',
  address: '1 King St, Leeds',
  rating: 4.7,
  review_count: 12,
  team_size: 3,
}
const read = {
  name: 'Noir Nails',
  category: 'Nail Salon',
  country: 'GB',
  phone: '+447700900123',
  phoneType: 'mobile',
  address: '1 King St, Leeds',
  rating: 4.7,
  reviewCount: 12,
  teamSize: 3,
}

test('a full record is read', () => {
  expect(readRecord(full)).toEqual({ prospect: read })
})

test('camelCase keys are read like snake_case, and unknown keys are ignored', () => {
  const { phone_type: phoneType, review_count: reviewCount, team_size: teamSize, ...rest } = full
  const record = { ...rest, phoneType, reviewCount, teamSize, extra: { a: 1 } }
  expect(readRecord(record)).toEqual({ prospect: read })
})

test.each([
  ['4.7', 4.7],
  [' 5 ', 5],
  ['0', 0],
  [0, 0],
  ['', null],
  ['  ', null],
  [null, null],
  [undefined, null],
  ['n/a', null],
  ['4,7', 4.7],
  [' 4,75 ', 4.75],
  ['4,667', 4.667],
  ['5,0', 5],
  ['0,5', 0.5],
  ['４,７', 4.7],
  ['５', 5],
  ['5,1', null],
  ['4,', null],
  [',7', null],
  ['4,7,1', null],
  ['1,204', 1.204],
  ['1,204,000', null],
  ['5.1', null],
  [-1, null],
  [-0, -0],
  [1e308, null],
  [Number.POSITIVE_INFINITY, null],
  ['NaN', null],
  ['9'.repeat(4000), null],
  [true, null],
  [{}, null],
])('a rating of %o is read as %o', (rating, expected) => {
  expect(readRecord({ ...full, rating })).toMatchObject({ prospect: { rating: expected } })
})

test.each([
  ['1,204', 1204],
  [' 6 ', 6],
  ['12', 12],
  ['12.0', 12],
  ['1.204', 1204],
  ['1 204', 1204],
  ['1\u00a0204', 1204],
  ['1\u202f204', 1204],
  ["1'204", 1204],
  ['1.082.300', 1_082_300],
  ['1,082,300', 1_082_300],
  ['', null],
  [null, null],
  ['many', null],
  ['1,2', null],
  ['-3', null],
  ['99999999999', null],
  [99999999999, null],
  [1e308, null],
  [Number.NEGATIVE_INFINITY, null],
  ['Infinity', null],
  ['9'.repeat(4000), null],
  [{}, null],
  [true, null],
])('a count of %o is read as %o', (given, expected) => {
  const record = { ...full, review_count: given, team_size: given }
  expect(readRecord(record)).toMatchObject({ prospect: { reviewCount: expected, teamSize: expected } })
})

test.each([
  [null, 'This is not a record'],
  [7, 'This is not a record'],
  ['row', 'This is not a record'],
  [[], 'This is not a record'],
  [{}, 'The name is missing'],
  [{ ...full, name: '  ' }, 'The name is missing'],
  [{ ...full, name: null }, 'The name is missing'],
  [{ ...full, name: '\0' }, 'The name is missing'],
  [{ ...full, name: Number.POSITIVE_INFINITY }, 'The name is missing'],
  [{ ...full, name: { first: 'Noir' } }, 'The name is missing'],
  [{ ...full, phone: undefined }, 'The phone number is missing'],
  [{ ...full, phone: null }, 'The phone number is missing'],
  [{ ...full, phone: '  ' }, 'The phone number is missing'],
  [{ ...full, phone: 'n/a' }, 'The phone number cannot be read'],
  [{ ...full, phone: '12345' }, 'The phone number cannot be read'],
  [{ ...full, phone: '7'.repeat(4000) }, 'The phone number cannot be read'],
  [{ ...full, phone: 1e308 }, 'The phone number cannot be read'],
  [{ ...full, phone: -0 }, 'The phone number cannot be read'],
  [{ ...full, country: 'x'.repeat(4000) }, 'The phone number cannot be read'],
  [{ ...full, phone: ['07700900123'] }, 'The phone number cannot be read'],
])('%j is rejected: %s', (record, reason) => {
  expect(readRecord(record)).toEqual({ reason })
})

test('a phone number is parsed with the country of its record', () => {
  const phoneOf = (country: string, phone: string | number) => readRecord({ ...full, country, phone })
  expect(phoneOf('US', '251-555-0157')).toMatchObject({ prospect: { phone: '+12515550157' } })
  expect(phoneOf('IE', '020 912 0142')).toMatchObject({ prospect: { phone: '+353209120142' } })
  expect(phoneOf('US', '+44 (0)7700900010')).toMatchObject({ prospect: { phone: '+447700900010' } })
  expect(phoneOf('US', 2515550157)).toMatchObject({ prospect: { phone: '+12515550157' } })
})

test('characters that Postgres rejects are removed or replaced', () => {
  const record = { ...full, name: 'No\0ir \uD83D', address: '💇 King St' }
  expect(readRecord(record)).toMatchObject({ prospect: { name: 'Noir \uFFFD', address: '💇 King St' } })
})

test('a rejected record is stored whole if small, else its start', () => {
  expect(excerptOf('{"name": "A", "list": [1, null]}')).toEqual({ name: 'A', list: [1, null] })
  expect(excerptOf(String.raw`{"a\u0000b": "c\u0000d\ud800"}`)).toEqual({ ab: 'cd\uFFFD' })
  expect(excerptOf('null')).toBe(null)
  expect(excerptOf('1e400')).toBe('Infinity')
  expect(excerptOf('{"__proto__": 1}')).toEqual(JSON.parse('{"__proto__": 1}'))
  for (const long of [`{"name": "${'x'.repeat(3000)}"}`, `{"name": "${'x'.repeat(10_000)}"}`]) {
    expect(excerptOf(long)).toMatch(/^{"name": "x{1990}…$/)
  }
  expect(excerptOf('['.repeat(100_000))).toMatch(/^\[{2000}…$/)
})

test.each([
  ['name', 300, 'The name is longer than 300 characters'],
  ['category', 200, 'The category is longer than 200 characters'],
  ['country', 100, 'The country is longer than 100 characters'],
  ['phone_type', 100, 'The phone type is longer than 100 characters'],
  ['address', 1000, 'The address is longer than 1,000 characters'],
])('a %s may have at max %i characters', (field, max, reason) => {
  const record = { ...full, phone: '+447700900123' }
  expect(readRecord({ ...record, [field]: 'x'.repeat(max) })).toHaveProperty('prospect')
  expect(readRecord({ ...record, [field]: 'x'.repeat(max + 1) })).toEqual({ reason })
})
