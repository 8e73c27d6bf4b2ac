import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { deferred } from '../../testing/deferred.ts'
import { fictional, makeText } from '../../testing/factories.ts'
import { messageSid, receiptFor, textFrom } from '../../testing/webhooks.ts'
import type { Database } from './open.ts'

/** Occupies every connection of a pool until the test ends. */
async function takeAll(sql: Database) {
  const over = deferred()
  const held = Array.from({ length: sql.options.max }, () => {
    const opened = deferred()
    const done = sql.begin(async () => {
      opened.resolve()
      await over.promise
    })
    return { opened, done }
  })
  onTestFinished(async () => {
    over.resolve()
    await Promise.all(held.map(({ done }) => done))
  })
  await Promise.all(held.map(({ opened }) => opened.promise))
}

test('webhooks and readiness are answered while all other connections are in use', async () => {
  const { deps, origin, request } = await testApp()
  const sid = messageSid()
  const to = fictional(1)
  const { id } = await makeText(deps.sql, { phone: to, sid, acceptedAt: new Date('2026-03-10T11:00:00Z') })
  await takeAll(deps.sql)
  expect((await textFrom(origin, fictional(2), 'STOP')).status).toBe(200)
  expect((await receiptFor(origin, { id, sid, to }, 'delivered')).status).toBe(204)
  expect((await request('/readyz')).status).toBe(200)
  expect(await (await request('/metrics')).text()).toContain('salonback_outbox_texts')
  const [row] = await deps.reserved`select
    (select count(*)::int from suppressions) as stopped, (select status from messages where id = ${id})`
  expect(row).toEqual({ stopped: 1, status: 'delivered' })
})
