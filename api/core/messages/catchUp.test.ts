import { until } from '@salonback/shared/testing/server.ts'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import type { App } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { fictional, makeProspects } from '../../testing/factories.ts'
import { textsPerHandset } from '../../testing/handsetTexts.ts'
import { separateCarrier } from '../../testing/separateCarrier.ts'
import { inboundParams, textFrom } from '../../testing/webhooks.ts'
import { createWorker } from '../../worker/worker.ts'
import { erase } from '../erasure/erase.ts'
import { keepOnlyHash } from '../erasure/queries.ts'
import { receiveText } from './inbound.ts'

const MINUTE = 60_000
const STOPS = fictional(300)
const ASKS = fictional(301)
const RETURNS = fictional(302)

let setup: Awaited<ReturnType<typeof separateCarrier>>
beforeEach(async () => {
  setup = await separateCarrier()
})

async function received(sql: Sql) {
  const texts = await sql`select phone, body from messages where direction = 'inbound' order by seq`
  return texts.map(({ phone, body }) => `${phone} ${body}`)
}

const suppressed = async (sql: Sql) =>
  (await sql`select phone from suppressions order by 1`).map(({ phone }) => phone)

/** Queues texts to all three; one of them has opted out. */
async function beforeTheStop() {
  const { start, sql, queue, clock } = setup
  await makeProspects(sql, 3)
  const app = await start()
  await app.worker.round()
  await textFrom(app.origin, RETURNS, 'STOP')
  await queue(STOPS)
  await queue(ASKS)
  await sql`update messages set due_at = ${new Date(clock().getTime() + MINUTE)} where direction = 'outbound'`
  await app.stop()
  return app
}

async function missThree() {
  const { missed } = setup
  await missed(STOPS, 'STOP')
  await missed(ASKS, 'How much is it?')
  await missed(RETURNS, 'START')
}

async function roundsOf(app: Pick<App, 'worker'>, count: number, pauseMs: number) {
  for (let n = 0; n < count; n++) {
    setup.advance(pauseMs)
    await app.worker.round()
  }
}

const THREE = [`${RETURNS} STOP`, `${STOPS} STOP`, `${ASKS} How much is it?`, `${RETURNS} START`]

test('texts received during downtime are backfilled once, in order, before any text is sent', async () => {
  const { sql, advance, arrived, carrierApi, start } = setup
  await beforeTheStop()
  await missThree()
  advance(5 * MINUTE)
  const before = carrierApi.listCalls
  const app = await start()
  await app.worker.round()
  expect(await received(sql)).toEqual(THREE)
  expect(await suppressed(sql)).toEqual([STOPS])
  expect([await arrived(STOPS), await arrived(ASKS)]).toEqual([[], ['Here are the details']])
  const ledger = await sql<{ change: string }[]>`
    select phone, change from consent_ledger where source = 'keyword' order by id`
  expect(ledger.map(({ change }) => change)).toEqual(['opt_out', 'opt_out', 'opt_in'])
  expect(carrierApi.listCalls - before).toBe(1)

  // The carrier may list a text late: one second look, then none.
  await setup.missed(ASKS, 'Hello?')
  await roundsOf(app, 120, 5000)
  expect(await received(sql)).toEqual([...THREE, `${ASKS} Hello?`])
  expect(carrierApi.listCalls - before).toBe(2)
})

test('two processes that start together store each text once and send nothing before', async () => {
  const { sql, arrived, carrier, start } = setup
  await beforeTheStop()
  await missThree()
  await setup.missed(ASKS, 'yes please')
  setup.advance(MINUTE)
  const apps = [await start(), await start()]
  await Promise.all(apps.map(({ worker }) => worker.round()))
  await Promise.all(apps.map(({ worker }) => worker.round()))
  expect(await received(sql)).toEqual([...THREE, `${ASKS} yes please`])
  expect(await suppressed(sql)).toEqual([STOPS])
  expect(await arrived(STOPS)).toEqual([])
  expect(await textsPerHandset(carrier.sql)).toEqual([{ handset: ASKS, texts: 2 }])
})

test('a text that is delivered and listed is stored once with one effect', async () => {
  const { sql, start, missed } = setup
  await makeProspects(sql, 2)
  const sid = await missed(ASKS, 'yes please')
  const app = await start()
  await textFrom(app.origin, ASKS, 'yes please', { MessageSid: sid })
  const later = await missed(STOPS, 'STOP')
  setup.carrierApi.beforeList = async () => {
    await textFrom(app.origin, STOPS, 'STOP', { MessageSid: later })
  }
  await app.worker.round()
  expect(await received(sql)).toEqual([`${ASKS} yes please`, `${STOPS} STOP`])
  expect(await setup.arrived(ASKS)).toHaveLength(1)
  expect(await sql`select 1 from consent_ledger`).toHaveLength(1)
})

test('the later one of STOP and START counts, whichever is stored first', async () => {
  const { sql, start, missed, advance } = setup
  const old = await start()
  await old.worker.round()
  await textFrom(old.origin, RETURNS, 'STOP')
  await old.stop()
  await missed(STOPS, 'STOP')
  await missed(RETURNS, 'START')
  advance(MINUTE)
  const app = await start()
  // Delivered before the backfill, received later by the carrier.
  await textFrom(app.origin, STOPS, 'START', { MessageSid: await missed(STOPS, 'START') })
  await textFrom(app.origin, RETURNS, 'STOP', { MessageSid: await missed(RETURNS, 'STOP') })
  // Delivered late: the carrier received it before the missed STOP.
  const early = await missed(ASKS, 'START')
  await missed(ASKS, 'STOP')
  advance(MINUTE)
  await textFrom(app.origin, ASKS, 'START', { MessageSid: early })
  await app.worker.round()
  expect(await received(sql)).toHaveLength(7)
  expect(await suppressed(sql)).toEqual([ASKS, RETURNS])
})

test('a backfilled START lifts no opt-out that staff recorded later', async () => {
  const { sql, start, missed, advance } = setup
  await missed(STOPS, 'START')
  advance(MINUTE)
  const app = await start()
  await app.staff.inbox.recordOptOut({ phoneNumber: STOPS, reason: 'Asked on the phone' })
  await app.worker.round()
  expect(await received(sql)).toEqual([`${STOPS} START`])
  expect(await suppressed(sql)).toEqual([STOPS])
})

test('sending waits while the backfill fails, and the console says so after a minute', async () => {
  const { sql, carrierApi, advance, arrived, start } = setup
  await beforeTheStop()
  await missThree()
  advance(2 * MINUTE)
  carrierApi.isDown = true
  const app = await start()
  const sending = async () => (await app.staff.settings.service()).sendingStopped
  await app.worker.round()
  expect(await sending()).toBeNull()
  const reply = { phoneNumber: STOPS, message: 'Hi', includeLandingPage: false }
  await expect(app.staff.inbox.reply(reply)).rejects.toMatchObject({ status: 409 })
  await roundsOf(app, 10, 11_000)
  const missing = 'texts that came in while the service was away are missing'
  expect(await sending()).toBe(`The carrier does not answer, so ${missing}`)
  expect(await sql`select 1 from messages where attempts > 0`).toHaveLength(0)
  carrierApi.isDown = false
  await roundsOf(app, 1, 11_000)
  expect(await sending()).toBeNull()
  expect(await received(sql)).toEqual(THREE)
  expect([await arrived(STOPS), await arrived(ASKS)]).toEqual([[], ['Here are the details']])
})

test('staff can resume sending before the backfill succeeds', async () => {
  const { sql, carrierApi, advance, arrived, start } = setup
  await beforeTheStop()
  await missThree()
  advance(2 * MINUTE)
  carrierApi.listsFail = true
  const app = await start()
  await roundsOf(app, 10, 11_000)
  expect(await arrived(ASKS)).toEqual([])
  expect((await app.staff.settings.service()).sendingStopped).not.toBeNull()
  expect(await app.staff.settings.resumeSending()).toMatchObject({ sendingStopped: null })
  await app.worker.round()
  expect(await arrived(ASKS)).toEqual(['Here are the details'])
  carrierApi.listsFail = false
  await roundsOf(app, 1, 11_000)
  expect(await received(sql)).toEqual(THREE)
})

test('a text that could not be stored is backfilled without a restart', async () => {
  const { sql, start, missed, advance } = setup
  const app = await start()
  await app.worker.round()
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$;
    create trigger refuse before insert on messages execute function refuse()`)
  const sid = await missed(STOPS, 'STOP')
  expect((await textFrom(app.origin, STOPS, 'STOP', { MessageSid: sid })).status).toBe(500)
  await sql`drop trigger refuse on messages`
  await setup.queue(STOPS)
  advance(1000)
  await app.worker.round()
  expect(await received(sql)).toEqual([`${STOPS} STOP`])
  expect(await sql`select 1 from messages where attempts > 0`).toHaveLength(0)
})

test('other processes detect a dead process and backfill its texts before sending', async () => {
  const { sql, start, missed, advance, queue } = setup
  const [dead, alive] = [await start(), await start()]
  await dead.worker.round()
  await alive.worker.round()
  advance(10_000)
  await alive.worker.round()
  await missed(STOPS, 'STOP')
  await queue(STOPS)
  advance(6000)
  const sender = createWorker(alive.deps)
  await sender.round()
  expect(await sql`select 1 from messages where attempts > 0`).toHaveLength(0)
  await alive.worker.round()
  await sender.round()
  expect(await suppressed(sql)).toEqual([STOPS])
  expect(await setup.arrived(STOPS)).toEqual([])
})

test('a worker without webhooks waits while no process takes them', async () => {
  const { sql, start, queue, advance, missed } = setup
  const app = await start()
  await app.worker.round()
  const sender = createWorker(app.deps)
  await app.worker.stop()
  await queue(ASKS)
  await queue(STOPS)
  await missed(STOPS, 'STOP')
  advance(MINUTE)
  await sender.round()
  expect(await sql`select 1 from messages where attempts > 0`).toHaveLength(0)
  await (await start()).worker.round()
  await sender.round()
  expect([await setup.arrived(STOPS), await setup.arrived(ASKS)]).toEqual([[], ['Here are the details']])
})

test.each(['fetched', 'delivered'])(
  'texts from before an erasure do not come back after START, %s',
  async (way) => {
    const { sql, start, missed, advance, clock, carrier, carrierApi } = setup
    const first = await start()
    await first.worker.round()
    await first.stop()
    const sid = await missed(ASKS, 'my secret')
    advance(MINUTE)
    await erase(sql, first.env, null, { phone: ASKS, now: clock() })
    advance(MINUTE)
    const startSid = await missed(ASKS, 'START')
    const app = await start()
    if (way === 'delivered') await textFrom(app.origin, ASKS, 'START', { MessageSid: startSid })
    carrierApi.deletesFail = true
    const lookedAt = clock()
    for (const _look of [1, 2]) {
      await app.worker.round()
      expect(await received(sql)).toEqual([`${ASKS} START`])
      expect(await suppressed(sql)).toEqual([])
      advance(15 * MINUTE)
    }
    // It is deleted at the carrier too.
    const pending = await sql`select since from pending_carrier_deletions where sid = ${sid}`
    expect([...pending]).toEqual([{ since: lookedAt }])
    carrierApi.deletesFail = false
    await app.worker.round()
    expect(await carrier.sql`select 1 from simulator.texts where sid = ${sid} and listed`).toHaveLength(0)
  },
)

test('a text is not stored if its author is erased during the backfill', async () => {
  const { sql, start, clock } = setup
  const { env, deps } = await start()
  const said = clock()
  const params = (body: string) => inboundParams({ From: ASKS, Body: body })
  const fetched = (body: string, at: Date) => receiveText(deps, params(body), at, { earlier: [] })
  const erasing = await inTransaction(sql, async (open) => {
    await keepOnlyHash(open, env, ASKS, clock())
    const waiting = ['my secret', 'START'].map((body) => fetched(body, said))
    await until(
      () => waitingForLocks(sql),
      ({ length }) => length === 2,
    )
    return waiting
  })
  expect(await Promise.all(erasing)).toEqual([null, null])
  expect(await fetched('a new question', new Date(said.getTime() + 1000))).not.toBeNull()
  expect(await received(sql)).toEqual([`${ASKS} a new question`])
})
