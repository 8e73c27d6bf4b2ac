import { expect, test } from 'vitest'
import { readCsv } from './readCsv.ts'
import { csvOf, dublin, london, newYork, now, readOne } from './testing.ts'

/** The amount of a client who came, or why the row is not stored. */
const amountOf = (cells: Record<string, string>, ...more: [salon?: typeof london | typeof newYork]) => {
  const { appointment, reason } = readOne({ Status: 'Completed', ...cells }, ...more)
  return reason ?? appointment?.amount
}

test.each([
  ['£45.00', 4500],
  ['45', 4500],
  ['45,00', 4500],
  ['45.00 GBP', 4500],
  ['£45.00 GBP', 4500],
  ['£ 1,200.50', 120_050],
  ['1.200,50 £', 120_050],
  ['0', 0],
  ['', null],
  ['-', null],
  ['N/A', null],
  ['$45.00', 'The amount “$45.00” is not in GBP'],
  ['45 EUR', 'The amount “45 EUR” is not in GBP'],
  ['free', 'The amount “free” cannot be read'],
  ['TBC', 'The amount “TBC” cannot be read'],
  ['from £45', 'The amount “from £45” cannot be read'],
  ['45-60', 'The amount “45-60” cannot be read'],
  ['1,234', 'The amount “1,234” cannot be read'],
  ['CHF 45', 'The amount “CHF 45” cannot be read'],
  ['£45000', 'At most 20,000 for one visit'],
])('the amount %j is %j', (text, expected) => {
  expect(amountOf({ Price: text })).toBe(expected)
})

test.each<[Record<string, string>, number | string | null]>([
  [{ 'Price (EUR)': '45.00' }, 'The amount is in EUR, not in GBP'],
  [{ 'Price €': '45.00' }, 'The amount is in EUR, not in GBP'],
  [{ 'Price USD': '45.00' }, 'The amount is in USD, not in GBP'],
  [{ 'Price (£)': '45.00' }, 4500],
  [{ 'Price GBP': '45.00' }, 4500],
  [{ 'Price (pence)': '4500' }, 4500],
  [{ Price: '45.00', Currency: 'EUR' }, 'The amount is in EUR, not in GBP'],
  [{ Price: '45.00', Currency: 'CHF' }, 'The amount is in CHF, not in GBP'],
  [{ Price: '45.00', Currency: 'GBP' }, 4500],
  [{ Price: '45.00', Currency: '£' }, 4500],
  [{ Price: '45.00', Currency: '' }, 4500],
  [{ Price: '100.00', Discount: '20.00' }, 8000],
  [{ Price: '100.00', Discount: '-20.00' }, 8000],
  [{ Price: '100.00', Discount: '20%' }, 8000],
  [{ Price: '100.00', Discount: '10% off' }, 9000],
  [{ Price: '100.00', 'Discount (%)': '15' }, 8500],
  [{ Price: '100.00', 'Discount %': '12.5' }, 8750],
  [{ Price: '100.00', 'Discount Amount': '£5.00' }, 9500],
  [{ Price: '100.00', Discount: '' }, 10_000],
  [{ Price: '100.00', Discount: 'None' }, 10_000],
  [{ Price: '100.00', Discount: 'Student' }, 'The amount “Student” cannot be read'],
  [{ Price: '100.00', Discount: '120.00' }, 'Discount, tips and products are more than the amount'],
  [{ 'Net sales': '80.00', 'Gross sales': '100.00', Discounts: '20.00' }, 8000],
  [{ 'Gross sales': '120.00', VAT: '20.00' }, 10_000],
  [{ 'Gross sales': '120.00', 'VAT rate': '20' }, 10_000],
  [{ 'Gross sales': '120.00' }, null],
  [{ 'Price (inc VAT)': '120.00', 'Price (ex VAT)': '100.00' }, 10_000],
  [{ 'Total inc. VAT': '120.00', VAT: '20%' }, 10_000],
  [{ 'Total (excl. VAT)': '100.00', VAT: '20.00' }, 10_000],
  [{ Price: '120.00', VAT: '20.00' }, 10_000],
  [{ Price: '100.00', VAT: '20.00', Total: '120.00' }, 10_000],
  [{ Total: '130.00', Tip: '10.00', VAT: '20.00' }, 10_000],
  [{ Total: '150.00', Tips: '10.00', Retail: '40.00' }, 10_000],
  [{ Price: '100.00', Tip: '10.00' }, 10_000],
  [{ Price: '80.00', Refunded: '80.00' }, 0],
  [{ Price: '80.00', Refunded: '30.00' }, 5000],
  [{ Price: '80.00', 'Refund amount': '-30.00' }, 5000],
  [{ Price: '80.00', Refunded: 'Yes' }, 0],
  [{ Price: '80.00', Refunded: 'No' }, 8000],
  [{ Price: '80.00', 'Refunded at': '19/07/2026' }, 0],
  [{ Price: '80.00', 'Payment status': 'Refunded' }, 0],
  [{ Price: '80.00', 'Payment status': 'Paid' }, 8000],
  [{ Price: '80.00', 'Payment status': 'Partially refunded' }, '“Partially refunded” does not say how much'],
  [{ Price: '80.00', 'Payment status': 'Partially refunded', Refunded: '30.00' }, 5000],
  [{ Price: '-80.00' }, 'A refund without its appointment'],
  [{ Price: '80.00', Type: 'Refund' }, 'A refund without its appointment'],
  [{ Price: '80.00', Status: 'Refunded' }, 'A refund without its appointment'],
])('the amount of a row with %j is %j', (cells, expected) => {
  expect(amountOf(cells)).toBe(expected)
})

test('prices in the US are without tax', () => {
  expect(amountOf({ Price: '$45.00', Tax: '$4.00' }, newYork)).toBe(4500)
  expect(amountOf({ Total: '$49.00', Tax: '$4.00' }, newYork)).toBe(4500)
})

test('an amount of an appointment to come is not read', () => {
  expect(readOne({ Status: 'Booked', Price: 'TBC' }).appointment?.amount).toBeNull()
})

/** The amount of an appointment with these rows. */
const amountOfRows = (...rows: Record<string, string>[]) => {
  const cells = { ID: 'r1', Phone: '07700900600', Start: '18/07/2026 14:30', Status: 'Completed' }
  const { appointments, rejected } = readCsv(
    [csvOf(...rows.map((row) => ({ ...cells, ...row })))],
    london,
    now,
  )
  return rejected[0]?.reason ?? appointments.map(({ amount, state }) => [amount, state])
}

test.each([
  '-80.00',
  '(80.00)',
  '80.00-',
  '£-80',
  '-£80',
  '£ -80.00',
  '−80',
  '–80.00',
  '80.00 CR',
  '£80.00CR',
  '(£80.00)',
  '£(80.00)',
  '-80,00',
  'GBP -80.00',
  '-80.00 GBP',
])('a row with the amount %s is a refund', (text) => {
  expect(amountOfRows({ Price: '80.00' }, { Price: text })).toEqual([[0, 'attended']])
})

test.each<[string, Record<string, string>]>([
  ['in a column of types', { Price: '80.00', Type: 'Refund' }],
  ['with its own sign', { Price: '-80.00', Type: 'Refund' }],
  ['as a transaction', { Price: '80.00', 'Transaction type': 'Chargeback' }],
  ['in the status', { Price: '80.00', Status: 'Refunded' }],
  ['with the status of a cancellation', { Price: '-80.00', Status: 'Cancelled' }],
])('a refund %s is subtracted', (_, refund) => {
  const sale = { Price: '80.00', Type: 'Sale', 'Transaction type': 'Sale' }
  expect(amountOfRows(sale, { ...sale, ...refund })).toEqual([[0, 'attended']])
})

test('a partial refund leaves the rest, and one that is larger than the amount is refused', () => {
  expect(amountOfRows({ Price: '80.00' }, { Price: '-30.00' })).toEqual([[5000, 'attended']])
  expect(amountOfRows({ Price: '80.00' }, { Price: '-90.00' })).toBe('More was refunded than was paid')
})

test('a row that cannot be read refuses the other rows of its appointment', () => {
  expect(amountOfRows({ Price: '80.00' }, { Price: 'see notes' })).toBe(
    'Row 3 of the same appointment is not imported',
  )
})

const rowsOf = (...prices: string[]) =>
  csvOf(
    ...prices.map((Price, n) => ({
      ...{ ID: `a${n}`, Phone: '07700900600', Start: `${n + 10}/07/2026 14:30`, Status: 'Completed', Price },
    })),
  )

test.each([
  [['120', '45'], '120'],
  [['', '0', '45'], '45'],
  [['120', '45.50'], null],
  [['£120', '45'], null],
  [['', ''], null],
])('amounts such as %j need a decision about their unit, with the example %j', (prices, expected) => {
  expect(readCsv([rowsOf(...prices)], london, now).unclearAmount).toBe(expected)
})

test.each([
  ['major', ['120', '45'], [12_000, 4500]],
  ['minor', ['120', '4500'], [120, 4500]],
  ['minor', ['120', '45.50'], [120]],
] as const)('with the unit %s the amounts %j are %j', (unit, prices, expected) => {
  const { appointments } = readCsv([rowsOf(...prices)], london, now, { unit })
  expect(appointments.map(({ amount }) => amount)).toEqual(expected)
})

test('a chosen column counts before others, also one with VAT', () => {
  const cells = { Status: 'Completed', Price: '45.00', 'Gross sales': '54.00' }
  expect(readOne(cells).appointment?.amount).toBe(4500)
  expect(readOne(cells, london, { amountColumn: 'Gross sales' }).appointment?.amount).toBe(5400)
})

test('an amount in euros is one of a salon in Ireland', () => {
  expect(readOne({ Status: 'Completed', Price: '€45,00' }, dublin).appointment?.amount).toBe(4500)
})
