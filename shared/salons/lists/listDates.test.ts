import { expect, test } from 'vitest'
import type { Market } from '../../sms/markets.ts'
import { type DateCell, DateOrderFinder } from './dateOrder.ts'
import { isMinor, readVisitDate } from './listDates.ts'
import { ListFault } from './listFault.ts'

function findDateOrder(cells: Iterable<DateCell>, country: Market) {
  const order = new DateOrderFinder()
  for (const cell of cells) order.add(cell)
  return order.find(country)
}

test.each([
  ['2025-04-03', 'iso', '2025-04-03'],
  ['2025-4-3', 'iso', '2025-04-03'],
  ['2025/04/03', 'day-first', '2025-04-03'],
  ['2025-04-03T12:30:00Z', 'iso', '2025-04-03'],
  ['2025-04-03 12:30', 'month-first', '2025-04-03'],
  ['03/04/2025', 'day-first', '2025-04-03'],
  ['03/04/2025', 'month-first', '2025-03-04'],
  ['3.4.2025', 'day-first', '2025-04-03'],
  ['3-4-25', 'day-first', '2025-04-03'],
  ['3/4/2025 2:30 PM', 'month-first', '2025-03-04'],
  ['03/04/2025, 14:30', 'day-first', '2025-04-03'],
  ['3 Apr 2025', 'iso', '2025-04-03'],
  ['03-Apr-25', 'iso', '2025-04-03'],
  ['3rd April 2025', 'month-first', '2025-04-03'],
  ['Thu 3 Apr 2025 14:30', 'iso', '2025-04-03'],
  ['Thursday, 3 April 2025', 'iso', '2025-04-03'],
  ['Apr 3, 2025', 'day-first', '2025-04-03'],
  ['September 3, 2025 at 2:30pm', 'iso', '2025-09-03'],
  ['Sept 3 2025', 'iso', '2025-09-03'],
  [' 29/02/2024 ', 'day-first', '2024-02-29'],
  ['29/02/2025', 'day-first', null],
  ['31/04/2025', 'day-first', null],
  ['13/13/2025', 'day-first', null],
  ['2025-13-01', 'iso', null],
  ['3 Foo 2025', 'iso', null],
  ['last week', 'iso', null],
  ['45750', 'iso', null],
  ['03/04', 'day-first', null],
  ['03/04-2025', 'day-first', null],
  ['', 'iso', ''],
  ['---', 'iso', ''],
  ['Never', 'iso', ''],
  ['N/A', 'iso', ''],
  ['null', 'iso', ''],
  ['1900-01-01', 'iso', ''],
  ['01/01/1900', 'month-first', ''],
  ['1899-12-30', 'iso', ''],
  ['0000-00-00', 'iso', ''],
  ['0000-00-00 00:00:00', 'iso', ''],
  ['0001-01-01T00:00:00', 'iso', ''],
  ['1970-01-01', 'iso', ''],
] as const)('%j %s is %j', (value, order, date) => {
  expect(readVisitDate(value, order)).toBe(date)
})

const cells = (values: string[]) =>
  values.map((value, index) => ({ row: index + 2, column: 'Last Visit', value }))

test.each([
  [['03/04/2025', '25/04/2025'], 'US', 'day-first'],
  [['03/04/2025', '04/25/2025'], 'GB', 'month-first'],
  [['03/04/2025'], 'GB', 'day-first'],
  [['03/04/2025'], 'IE', 'day-first'],
  [['03/04/2025', '2025-04-25', ''], 'US', 'month-first'],
  [['25.4.25'], 'US', 'day-first'],
  [['2025-04-25', '25 Apr 2025', 'Never'], 'US', 'iso'],
  [[], 'US', 'iso'],
] as const)('dates %j of a salon in %s are %s', (values, country, order) => {
  expect(findDateOrder(cells([...values]), country)).toBe(order)
})

test('two orders in one list are refused with a row of each', () => {
  const find = () => findDateOrder(cells(['03/04/2025', '04/25/2025', '25/04/2025', '26/04/2025']), 'GB')
  expect(find).toThrow(ListFault)
  expect(find).toThrow(
    expect.objectContaining({
      code: 'mixed_dates',
      row: 4,
      column: 'Last Visit',
      message:
        'The dates have two orders: 25/04/2025 in row 4 starts with the day, 04/25/2025 in row 3 with the month. ' +
        'Export the list with one kind of date.',
    }),
  )
})

test.each([
  ['2007-06-02', true],
  ['2007-06-01', false],
  ['2025-06-01', true],
  ['2025-06-02', false],
  ['1985-01-01', false],
  // 6 May or 5 June: under 18 in one reading is enough.
  ['05/06/2007', true],
  ['05/06/2006', false],
  ['14 Mar 2012', true],
  ['03/14/12', true],
  ['14/03', false],
  ['1900-01-01', false],
  ['', false],
  ['unknown', false],
])('a birthday %j is of a minor on 1 June 2025: %s', (birthday, expected) => {
  expect(isMinor(birthday, '2025-06-01')).toBe(expected)
})
