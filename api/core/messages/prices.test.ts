import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional } from '../../testing/factories.ts'
import { queueDetails } from '../../testing/queuedTexts.ts'
import { fetchPrices, findSegmentPrices } from './prices.ts'

const DAY = 24 * 3_600_000
const LONG = 'a'.repeat(200)

async function sentTexts(bodies: string[]) {
  const app = await testApp()
  for (const [n, body] of bodies.entries()) await queueDetails(app, n, { body })
  const prices = async () =>
    (await app.sql`select price from messages order by seq`).map(({ price }) => price as number | null)
  return { ...app, prices }
}

test('the price of each text is fetched once and kept; a text that was not sent has none', async () => {
  const { deps, sql, worker, simulator, prices, clock } = await sentTexts(['Hi', LONG])
  expect(await fetchPrices(deps)).toBe(0)
  await worker.round()
  expect(await prices()).toEqual([null, null])
  await simulator.drain()
  expect(await fetchPrices(deps)).toBe(2)
  expect(await prices()).toEqual([46_300, 92_600])
  await sql`update messages set price = 4000 * segments`
  expect(await fetchPrices(deps)).toBe(0)
  expect(await prices()).toEqual([4000, 8000])
  expect(await findSegmentPrices(sql, clock())).toEqual([{ area: 'GB', price: 4000, unit: 'USD' }])
})

test('a received text gets its price, also on a day without a sent one', async () => {
  const { deps, origin, simulator, prices } = await sentTexts([])
  await handsetsOf(origin).send(fictional(7), 'Is it free?')
  await simulator.drain()
  expect(await prices()).toEqual([null])
  expect(await fetchPrices(deps)).toBe(1)
  expect(await prices()).toEqual([7500])
})

test('the worker fetches prices once a day', async () => {
  const { worker, simulator, prices, clock } = await sentTexts(['Hi'])
  await worker.round()
  await simulator.drain()
  await worker.round()
  expect(await prices()).toEqual([null])
  clock.advance(DAY)
  await worker.round()
  expect(await prices()).toEqual([46_300])
})

test('a text of long ago is not looked up any more', async () => {
  const { deps, sql, worker, simulator, prices, clock } = await sentTexts(['Hi'])
  await worker.round()
  await simulator.drain()
  clock.advance(31 * DAY)
  expect(await fetchPrices(deps)).toBe(0)
  expect(await prices()).toEqual([null])
  expect(await findSegmentPrices(sql, clock())).toEqual([])
})
