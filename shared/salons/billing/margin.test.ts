import { expect, test } from 'vitest'
import type { MonthRow } from './contract.ts'
import { accountingCsv, monthCsv } from './csv.ts'
import { costInMinor, marginOf, totalsOf } from './margin.ts'
import { monthLabel, monthsBefore } from './months.ts'

const usd = (amount: number) => ({ amount, unit: 'USD' })
const row = (more: Partial<MonthRow> = {}): MonthRow => ({
  salonId: '5d6ff7a0-0000-4000-8000-000000000001',
  name: 'Glow & Co.',
  currency: 'USD',
  texts: 3,
  cost: [usd(1_250_000)],
  unpriced: 0,
  visits: 1,
  fees: 1350,
  paid: 0,
  outstanding: 1350,
  issued: true,
  ...more,
})

test.each([
  [0, 0],
  [4999, 0],
  [5000, 1],
  [10_000, 1],
  [14_999, 1],
  [15_000, 2],
  [1_250_000, 125],
  [123_456_789, 12_346],
])('%i millionths are %i minor units', (amount, minor) => {
  expect(costInMinor(amount)).toBe(minor)
})

test.each([
  ['the same currency', {}, 1225],
  ['no texts', { cost: [] }, 1350],
  ['another currency is not converted', { currency: 'GBP' as const }, null],
  ['another currency, but nothing charged', { currency: 'GBP' as const, cost: [usd(0)] }, 1350],
  ['a price is missing', { unpriced: 1 }, null],
  ['more cost than fees', { fees: 100, cost: [usd(2_000_000)] }, -100],
  ['fees taken back', { fees: -1350, cost: [] }, -1350],
  ['rounded one time on the sum', { fees: 0, cost: [usd(5000), { amount: 5000, unit: 'USD' }] }, -1],
  ['the agency', { currency: null }, null],
])('the margin: %s', (_, more, margin) => {
  expect(marginOf(row(more))).toBe(margin)
})

test('costs and sums are added by currency', () => {
  const rows = [
    row(),
    row({ currency: 'GBP', fees: 500, paid: 200, outstanding: 300, cost: [usd(50_000)] }),
    row({ fees: 150, paid: 100, outstanding: 50, cost: [{ amount: 1_000_000, unit: 'EUR' }] }),
    row({ salonId: null, currency: null, cost: [usd(700_000)] }),
  ]
  expect(totalsOf(rows)).toEqual({
    cost: [usd(2_000_000), { amount: 1_000_000, unit: 'EUR' }],
    sums: [
      { currency: 'USD', fees: 1500, paid: 100, outstanding: 1400 },
      { currency: 'GBP', fees: 500, paid: 200, outstanding: 300 },
    ],
  })
})

test('the month as CSV, with formulas escaped', () => {
  const csv = monthCsv([row({ name: '=HYPERLINK("x")' }), row({ currency: 'GBP', unpriced: 2 })], '2026-11')
  expect(csv.trim().split('\r\n').slice(1)).toEqual([
    `2026-11,"'=HYPERLINK(""x"")",3,1.25,USD,0,1,13.5,0,13.5,12.25,USD`,
    '2026-11,Glow & Co.,3,1.25,USD,2,1,13.5,0,13.5,,GBP',
  ])
})

test('statements and payments as CSV for the accountant', () => {
  const item = {
    kind: 'statement' as const,
    day: '2026-11-26',
    salonName: '+Glow Ltd',
    country: 'IE',
    vatNumber: 'IE1234567T',
    reference: '101-3',
    currency: 'EUR' as const,
    net: 1350,
    vatBps: 2300,
    vat: 311,
    total: 1661,
    note: '',
  }
  const sums = { vatBps: 0, vat: 0, net: -500, total: -500 }
  const payment = { ...item, ...sums, kind: 'payment' as const, note: '-5 back' }
  expect(accountingCsv([item, payment]).trim().split('\r\n').slice(1)).toEqual([
    `2026-11-26,Statement,'+Glow Ltd,IE,IE1234567T,101-3,13.5,23,3.11,16.61,EUR,`,
    `2026-11-26,Payment,'+Glow Ltd,IE,IE1234567T,101-3,-5,0,0,-5,EUR,'-5 back`,
  ])
})

test('months go back over the end of a year', () => {
  const months = ['2026-02', '2026-01', '2025-12', '2025-11']
  expect(monthsBefore(new Date('2026-02-28T12:00:00Z'), 4)).toEqual(months)
  expect(monthsBefore(new Date('2026-03-31T12:00:00Z'), 2)).toEqual(['2026-03', '2026-02'])
  expect(monthLabel('2026-11')).toBe('November 2026')
})
