import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { fictional } from '../testing/factories.ts'
import { queueText } from './outbox.ts'

const HOUR = 3_600_000

test('a clock that was set back a day does not keep texts from being asked about, nor old rows from going', async () => {
  const app = await testApp()
  const text = { kind: 'details', phone: fictional(60), body: 'Hi', dedupeKey: 'details:60' } as const
  const id = await queueText(app.sql, { ...text, now: app.clock() })
  const statusOf = async () => (await app.sql`select status from messages where id = ${id}`)[0]?.status
  await app.worker.round()
  await app.simulator.drain()
  expect(await statusOf()).toBe('delivered')

  app.clock.advance(-24 * HOUR)
  // As if its receipts had been lost.
  await app.sql`delete from receipts`
  await app.sql`update messages set status = 'sent', accepted_at = ${new Date(app.clock().getTime() - HOUR)}`
  const old = new Date(app.clock().getTime() - 100 * HOUR)
  await app.sql`insert into rate_limits (key, window_start, hits) values ('old', ${old}, 1)`
  await app.worker.round()

  expect(await statusOf()).toBe('delivered')
  expect(await app.sql`select 1 from rate_limits where key = 'old'`).toHaveLength(0)
})
