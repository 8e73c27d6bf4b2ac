import { createServer } from 'node:net'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { expect, onTestFinished, test } from 'vitest'
import { databaseNow } from '../../platform/db/now.ts'
import { inTransaction, openDatabase } from '../../platform/db/open.ts'
import { type App, appOnUnusedDatabase, testApp } from '../../testing/app.ts'
import { fictional } from '../../testing/factories.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { claimOne, queueDetails, stateOf } from '../../testing/queuedTexts.ts'
import { campaignTo } from '../../testing/startCampaign.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { createWorker } from '../../worker/worker.ts'
import { claimDue } from './claim.ts'
import { RECONCILE_AFTER_MS } from './reconcile.ts'
import { recordOutcome, sendClaimed } from './send.ts'
import { accept } from './transitions/accepted.ts'
import { expire } from './transitions/attempt.ts'
import { createCarrier } from './twilio.ts'

/** A guard that passes everything. */
const openGuard = { isOpen: () => true, check: async () => true }

const statusOf = async (app: App, id: string) => (await stateOf(app, id))?.status

test('a sender suspended past its lease sends nothing', async () => {
  const app = await testApp()
  await queueDetails(app, 500)
  const stale = await claimOne(app)
  for (const wait of [31_000, RECONCILE_AFTER_MS[1] + 1000]) {
    app.clock.advance(wait)
    await app.worker.round()
  }
  expect(await textsOnHandset(app.sql, fictional(500))).toHaveLength(1)
  expect(await sendClaimed(app.deps, stale)).toEqual({ kind: 'blocked', why: 'leaseLost' })
  expect(await textsOnHandset(app.sql, fictional(500))).toHaveLength(1)
})

test('an unknown text does not adopt the sid of an equal text still being sent', async () => {
  const app = await testApp()
  await handsetsOf(app.origin).injectFault({ kind: 'drop', count: 1 })
  await handsetsOf(app.origin).injectFault({ kind: 'withhold' })
  const lost = await queueDetails(app, 502)
  await app.worker.round()
  expect(await statusOf(app, lost)).toBe('unknown')
  const twin = await queueDetails(app, 502, { dedupeKey: 'details:again' })
  const text = await claimOne(app)
  const outcome = await app.deps.carrier.send({ ...text, to: text.phone }, openGuard)
  if (outcome.kind === 'blocked') throw new Error('blocked')
  app.clock.advance(10_000)
  await app.worker.round()
  await recordOutcome(app.deps, text, outcome)
  expect([await statusOf(app, lost), await statusOf(app, twin)]).toEqual(['unknown', 'sent'])
  app.clock.advance(61_000)
  await app.worker.round()
  expect(await statusOf(app, lost)).toBe('unknown')
})

test('a campaign finishes when its last two texts end concurrently', async () => {
  const app = await testApp()
  const { id } = await campaignTo(app, 2)
  const [first, second] = await claimDue(app.deps, 2)
  if (!first || !second) throw new Error('two are due')
  const acceptIn = (sql: App['sql'], text: { id: string }) =>
    accept(sql, app.deps.subscribers, { id: text.id, sid: null, segments: 1, now: app.clock() })
  await inTransaction(app.sql, async (one) => {
    await acceptIn(one as App['sql'], first)
    await inTransaction(app.sql, (other) => acceptIn(other as App['sql'], second))
  })
  await app.worker.round()
  expect((await app.staff.firstTexts.get({ id })).state).toBe('finished')
})

test('a text received while a reply is on its way stays unprocessed', async () => {
  const { origin, staff, deps } = await testApp()
  await textFrom(origin, fictional(503), 'How much is it?')
  const { send } = deps.carrier
  deps.carrier.send = async (...text) => {
    const taken = await send(...text)
    await textFrom(origin, fictional(503), 'And who are you?')
    return taken
  }
  await staff.inbox.reply({ phoneNumber: fictional(503), message: 'Nothing up front' })
  const texts = await staff.inbox.inbound()
  expect(texts.map(({ body, processed }) => [body, processed])).toEqual([
    ['And who are you?', false],
    ['How much is it?', true],
  ])
})

test('a reply found by reconciliation marks the texts it answers', async () => {
  const { origin, staff, worker, clock } = await testApp()
  await textFrom(origin, fictional(504), 'How much is it?')
  await handsetsOf(origin).injectFault({ kind: 'accept_drop', count: 1 })
  await handsetsOf(origin).injectFault({ kind: 'withhold' })
  await expect(staff.inbox.reply({ phoneNumber: fictional(504), message: 'Hi' })).rejects.toThrow(/^502/)
  expect(await staff.inbox.inbound()).toMatchObject([{ processed: false }])
  clock.advance(10_000)
  await worker.round()
  expect(await staff.inbox.inbound()).toMatchObject([{ processed: true }])
})

test('a carrier that does not answer list calls delays neither sending nor shutdown', async () => {
  const app = await testApp()
  const silent = createServer((socket) => socket.on('error', () => undefined))
  const sockets: import('node:net').Socket[] = []
  silent.on('connection', (socket) => sockets.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const env = { ...app.env, TWILIO_API_BASE_URL: `http://127.0.0.1:${port}` }
  const mute = createCarrier(env, { timeoutMs: 20_000 })
  await queueDetails(app, 505)
  await claimOne(app)
  app.clock.advance(31_000)
  // Before the worker starts: its lanes run concurrently, and the clock of the test brings no second round.
  await expire(app.sql, app.deps.subscribers, databaseNow(app.sql, app.clock), app.clock())
  const worker = createWorker({ ...app.deps, carrier: { ...app.deps.carrier, find: mute.find } })
  await worker.start()
  await expect.poll(() => sockets.length).toBe(1)
  const id = await queueDetails(app, 506)
  await expect.poll(() => statusOf(app, id)).toMatch(/sent|delivered/)
  const stopped = worker.stop()
  for (const socket of sockets) socket.destroy()
  await stopped
})

test('all waiting texts show their new time when quiet hours begin', async () => {
  const app = await testApp({ QUIET_HOURS: '08:00-21:00', SEND_RATE_PER_SECOND: '5' })
  const { id } = await campaignTo(app, 40)
  app.clock.set(new Date('2026-03-10T22:00:00Z'))
  expect(await app.worker.round()).toBe(0)
  expect(await app.staff.firstTexts.get({ id })).toMatchObject({ queued: 40, waiting: 40 })
})

test('a claim does not scan the texts of a paused campaign', async () => {
  const app = await appOnUnusedDatabase()
  const { id } = await campaignTo(app, 300)
  await app.staff.firstTexts.pause({ id })
  await app.sql`analyze messages`
  const one = openDatabase(app.databaseUrl, { max: 1 })
  onTestFinished(() => one.end())
  await one`set enable_seqscan = off`
  const read = async () => {
    await one`select pg_stat_force_next_flush()`
    const [row] = await one<[{ read: number }]>`
      select sum(idx_tup_read)::int as read from pg_stat_user_indexes where relname = 'messages'`
    return row.read
  }
  // A session hands in its counts when it is idle or ends: those of the campaign must not come in between.
  const others = await one<{ pid: number }[]>`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const pids = others.map(({ pid }) => pid)
  await expect.poll(() => one`select from pg_stat_activity where pid = any(${pids})`).toHaveLength(0)
  const before = await read()
  expect(await claimDue({ ...app.deps, sql: one }, 50)).toEqual([])
  expect((await read()) - before).toBeLessThan(50)
})
