import { expect, test } from 'vitest'
import { findHeader } from './columns.ts'
import { describeColumns, proposePhoneColumn } from './phoneColumn.ts'

test('a person sees the name, values and count of numbers of each column', () => {
  const numberOf = (n: string) => `0770090012${n}`
  const rows = [['Name', 'Nummer'], ...['1', '2', '3', '4', '5', '6'].map((n) => [`Ann ${n}`, numberOf(n)])]
  const header = findHeader(rows)
  expect(describeColumns(rows, header, 'GB')).toEqual([
    { index: 0, name: 'Name', values: ['Ann 1', 'Ann 2', 'Ann 3', 'Ann 4', 'Ann 5'], filled: 6, numbers: 0 },
    { index: 1, name: 'Nummer', values: ['1', '2', '3', '4', '5'].map(numberOf), filled: 6, numbers: 6 },
  ])
  expect(proposePhoneColumn(rows, header, 'GB')).toBe(1)
})

const proposals: [string, 'GB' | 'IE' | 'US', string, number | null][] = [
  ['a list without header', 'GB', 'Mary Byrne,07700900811,2026-03-04\nElla Ward,07700900813,2026-01-20', 1],
  ['unknown heading', 'GB', 'Name,Rufen,Since\nMary,07700900801,2026-03-04\nElla,07700900802,2026-02-11', 1],
  ['landlines beside mobiles', 'GB', 'Foo,Bar\n020 7946 0123,07700 900123\n020 7946 0124,07700 900124', 1],
  ['landlines alone', 'GB', 'Foo,Bar\n020 7946 0123,Ann\n020 7946 0124,Bea', null],
  ['loyalty cards', 'GB', 'Foo,Bar\n6331740012345678,+447700900123\n6331740012345679,+447700900124', 1],
  [
    'ids that count up',
    'US',
    'Foo,Bar\n2025550101,(860) 555-0142\n2025550102,(860) 555-0177\n2025550103,(860) 555-0199',
    1,
  ],
  [
    'ids with a heading',
    'US',
    'Client ID,Bar\n2025559101,8605550142\n3125551702,8605550177\n4155550103,8605550199',
    1,
  ],
  ['spend', 'GB', 'Foo,Bar\n"£1,204.50",07700900123\n£88.00,07700900124', 1],
  ['dates', 'GB', 'Foo,Bar\n20260304,07700900123\n20260211,07700900124', 1],
  ['postcodes', 'GB', 'Foo,Bar\nSW1A 1AA,7700900123\nEC1A 1BB,7700900124', 1],
  ['bar codes', 'IE', 'Foo,Bar\n5012345678900,0871234567\n5012345678917,0861234567', 1],
  ['other people', 'GB', 'Emergency contact,Bar\n07700900801,07700 900123\n07700900802,07700 900124', 1],
  ['a few numbers in notes', 'GB', 'Foo,Notes\nAnn,call 07700900123\nBea,tea\nCat,window seat', null],
  ['no numbers', 'GB', 'Name,Email\nAnn,a@example.com', null],
  ['numbers without zero', 'IE', 'Foo,Bar\nAnn,871234567\nBea,861234567', 1],
]

test.each(proposals)('%s', (_, country, text, column) => {
  const rows = text
    .split('\n')
    .map((line) => line.match(/"[^"]*"|[^,]+/g)?.map((cell) => cell.replaceAll('"', '')) ?? [])
  expect(proposePhoneColumn(rows, findHeader(rows), country)).toBe(column)
})
