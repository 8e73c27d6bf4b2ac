import { expect, test } from 'vitest'
import { findHeader } from './columns.ts'
import { describeColumns, proposePhoneColumn } from './phoneColumn.ts'

test('a person sees the name, values and count of numbers of each column', () => {
  const rows = [
    ['Name', 'Nummer'],
    ...['1', '2', '3', '4', '5', '6'].map((n) => [`Ann ${n}`, `0770090012${n}`]),
  ]
  const header = findHeader(rows)
  expect(describeColumns(rows, header, 'GB')).toEqual([
    { index: 0, name: 'Name', values: ['Ann 1', 'Ann 2', 'Ann 3', 'Ann 4', 'Ann 5'], numbers: 0 },
    {
      index: 1,
      name: 'Nummer',
      values: ['07700900121', '07700900122', '07700900123', '07700900124', '07700900125'],
      numbers: 6,
    },
  ])
  expect(proposePhoneColumn(rows, header, 'GB')).toBe(1)
})
