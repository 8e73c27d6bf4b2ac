import { expect, onTestFinished, test, vi } from 'vitest'
import { queueText } from '../core/messages/outbox.ts'
import { testApp } from '../testing/app.ts'
import { fictional } from '../testing/factories.ts'
import { createWorker } from './worker.ts'

const HOUR = 3_600_000

test('a clock set back by a day delays neither receipts nor pruning', async () => {
  const app = await testApp()
  const text = { kind: 'details', phone: fictional(60), body: 'Hi', dedupeKey: 'details:60' } as const
  const id = await queueText(app.sql, { ...text, now: app.clock() })
  const statusOf = async () => (await app.sql`select status from messages where id = ${id}`)[0]?.status
  await app.worker.round()
  await app.simulator.drain()
  expect(await statusOf()).toBe('delivered')

  app.clock.advance(-24 * HOUR)
  // Simulate lost receipts.
  await app.sql`delete from receipts`
  await app.sql`update messages set status = 'sent', accepted_at = ${new Date(app.clock().getTime() - HOUR)}`
  const old = new Date(app.clock().getTime() - 100 * HOUR)
  await app.sql`insert into rate_limits (key, window_start, hits) values ('old', ${old}, 1)`
  await app.worker.round()

  expect(await statusOf()).toBe('delivered')
  expect(await app.sql`select 1 from rate_limits where key = 'old'`).toHaveLength(0)
})

/** Makes the pauses of the worker endless: it can only continue because a call has ended. */
function neverEndPauses() {
  const original = globalThis.setTimeout
  const endless = (run: () => void, ms?: number) => original(run, ms === 100 || ms === 1000 ? 600_000 : ms)
  vi.stubGlobal('setTimeout', Object.assign(endless, { __promisify__: original.__promisify__ }))
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('a worker claims more as soon as calls end and never makes more than 50 calls at a time', async () => {
  const app = await testApp()
  for (let n = 0; n < 120; n++) {
    const text = { kind: 'details', phone: fictional(n), body: 'Hi', dedupeKey: `details:${n}` } as const
    await queueText(app.sql, { ...text, now: app.clock() })
  }
  const answers: (() => void)[] = []
  let calls = 0
  const send = () => {
    const sid = `SM${String(calls++).padStart(32, '0')}`
    return new Promise<{ kind: 'accepted'; sid: string; segments: number }>((resolve) => {
      answers.push(() => resolve({ kind: 'accepted', sid, segments: 1 }))
    })
  }
  neverEndPauses()
  const worker = createWorker({ ...app.deps, carrier: { ...app.deps.carrier, send } })
  await worker.start()
  await expect.poll(() => calls).toBe(50)
  for (const more of [75, 100, 120]) {
    for (const answer of answers.splice(0, 25)) answer()
    await expect.poll(() => calls).toBe(more)
  }
  for (const answer of answers) answer()
  await worker.stop()
  expect(await app.sql`select distinct status from messages`).toEqual([{ status: 'sent' }])
})
