import { expect, test } from 'vitest'
import { costText, estimateCost, estimateText, knownCostText, priceArea } from './cost.ts'

test.each([
  ['+447700900142', 'GB'],
  ['+353871234567', 'IE'],
  ['+12065550167', 'US'],
  ['+33612345678', 'other'],
])('%s is priced as %s', (phone, area) => {
  expect(priceArea(phone)).toBe(area)
})

const gb = { area: 'GB', price: 46_300, unit: 'USD' }
const ie = { area: 'IE', price: 85_100, unit: 'USD' }
const text = (phone: string, segments = 1) => ({ phone, segments })
const british = text('+447700900142')
const irish = text('+353871234567')
const euro = { ...ie, unit: 'EUR' }
const inEuro = { amount: 85_100, unit: 'EUR' }
const usd = (amount: number) => [{ amount, unit: 'USD' }]

test.each([
  ['no texts', [], [gb], { cost: [], unpriced: 0 }],
  ['one segment', [british], [gb], { cost: usd(46_300), unpriced: 0 }],
  ['three segments', [text('+447700900142', 3)], [gb], { cost: usd(138_900), unpriced: 0 }],
  ['two places', [british, text('+353871234567', 2)], [gb, ie], { cost: usd(216_500), unpriced: 0 }],
  ['no price at all', [british], [], { cost: [], unpriced: 1 }],
  ['no price for one place', [british, text('+12065550167')], [gb], { cost: usd(46_300), unpriced: 1 }],
  ['two units', [british, irish], [gb, euro], { cost: [...usd(46_300), inEuro], unpriced: 0 }],
])('the estimate of %s', (_, texts, prices, estimate) => {
  expect(estimateCost(texts, prices)).toEqual(estimate)
})

test.each([
  [usd(6_991_300), 0, 'about $6.99', '$6.99'],
  [usd(6_991_300), 1, 'about $6.99, and 1 text without a known price', '$6.99, 1 without a price yet'],
  [[], 3, 'not known before the first texts have a price', '3 without a price yet'],
  [[], 0, 'not known before the first texts have a price', '–'],
])('%j with %i unpriced reads %s and %s', (cost, unpriced, before, after) => {
  const estimate = { cost, unpriced }
  expect([estimateText(estimate), knownCostText(estimate)]).toEqual([before, after])
})

test('costs in two units are named both', () => {
  expect(costText([...usd(1_000_000), { amount: 500_000, unit: 'GBP' }])).toBe('$1.00 + £0.50')
})
