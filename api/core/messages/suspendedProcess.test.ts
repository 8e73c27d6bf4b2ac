import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { until } from '@salonback/shared/testing/server.ts'
import { expect, inject, onTestFinished, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional } from '../../testing/factories.ts'
import { textsOnHandset, textsPerHandset } from '../../testing/handsetTexts.ts'
import { startTlsProxy } from '../../testing/tlsProxy.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { queueText } from './outbox.ts'
import { stopwatch } from './stopwatch.ts'

type App = Awaited<ReturnType<typeof testApp>>
const run = fileURLToPath(new URL('../../run.js', import.meta.url))

/** A worker process that can be suspended with SIGSTOP. */
function startWorker({ env, databaseUrl }: App, settings: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [run, 'main', 'worker'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: env.PUBLIC_URL,
      TWILIO_ACCOUNT_SID: env.TWILIO_ACCOUNT_SID,
      TWILIO_AUTH_TOKEN: env.TWILIO_AUTH_TOKEN,
      TWILIO_FROM_NUMBER: env.TWILIO_FROM_NUMBER,
      PHONE_HASH_KEY: env.PHONE_HASH_KEY,
      NODE_EXTRA_CA_CERTS: inject('certificateFile'),
      QUIET_HOURS: '00:00-24:00',
      SEND_RATE_PER_SECOND: '100',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return child
}

async function queueTo({ sql, clock }: App, numbers: string[]) {
  for (const phone of numbers)
    await queueText(sql, {
      kind: 'details',
      phone,
      body: 'Here are the details',
      dedupeKey: `details:${phone}`,
      now: clock(),
    })
}

const statuses = async ({ sql }: App) =>
  (await sql<{ status: string }[]>`select distinct status from messages where direction = 'outbound'`).map(
    ({ status }) => status,
  )

/** A worker that connects to the carrier over TLS, with one claimed text per connection. */
async function connectingWorker(app: App, numbers: string[]) {
  const carrier = await startTlsProxy(app.origin)
  carrier.holdHandshakes()
  await queueTo(app, numbers)
  const worker = startWorker(app, { TWILIO_API_BASE_URL: carrier.url })
  await until(
    async () => carrier.heldHandshakes(),
    (held) => held === numbers.length,
  )
  return {
    /** Lets the carrier answer the handshakes. */
    connect: () => carrier.releaseHandshakes(),
    suspend: () => void worker.kill('SIGSTOP'),
    /** Resumes the process; resolves when it has finished its texts and exited. */
    async resume() {
      const exited = new Promise((resolve) => worker.once('exit', resolve))
      carrier.releaseHandshakes()
      worker.kill('SIGCONT')
      worker.kill('SIGTERM')
      await exited
    },
  }
}

/** The same, suspended while it connects. */
async function suspendWhileConnecting(app: App, numbers: string[]) {
  const worker = await connectingWorker(app, numbers)
  worker.suspend()
  return worker
}

/** Statements that wait for a lock on the list of opt-outs: checks of the send guard. */
const waitingChecks = async ({ sql }: App) =>
  (await sql`select 1 from pg_locks where relation = 'suppressions'::regclass and not granted`).length

test('a worker suspended before the carrier call sends nothing to numbers that sent STOP', async () => {
  const app = await testApp()
  const numbers = Array.from({ length: 10 }, (_, n) => fictional(700 + n))
  const suspended = await suspendWhileConnecting(app, numbers)
  for (const phone of numbers) expect((await textFrom(app.origin, phone, 'STOP')).status).toBe(200)
  await suspended.resume()
  expect(await textsPerHandset(app.sql)).toEqual([])
  expect(await statuses(app)).toEqual(['canceled'])
})

test('a worker suspended during the checks of a burst checks again before it sends', async () => {
  const app = await testApp()
  const numbers = Array.from({ length: 10 }, (_, n) => fictional(720 + n))
  const worker = await connectingWorker(app, numbers)
  await app.sql.begin(async (sql) => {
    await sql`lock table suppressions in access exclusive mode`
    worker.connect()
    await until(
      () => waitingChecks(app),
      (waiting) => waiting > 0,
    )
    worker.suspend()
  })
  // The checks pass now; the suspended process reads their answers later.
  await until(
    () => waitingChecks(app),
    (waiting) => waiting === 0,
  )
  const suspended = stopwatch()
  for (const phone of numbers) expect((await textFrom(app.origin, phone, 'STOP')).status).toBe(200)
  // A younger check counts.
  await until(
    async () => suspended(),
    (ms) => ms > 300,
  )
  await worker.resume()
  expect(await textsPerHandset(app.sql)).toEqual([])
  expect(await statuses(app)).toEqual(['canceled'])
})

test('a worker suspended past its lease does not repeat a text that was reconciled and resent', async () => {
  const app = await testApp()
  const suspended = await suspendWhileConnecting(app, [fictional(710)])
  app.clock.set(new Date(Date.now() + 60_000))
  for (let round = 0; round < 3; round++) {
    await app.worker.round()
    app.clock.advance(240_000)
  }
  expect(await textsOnHandset(app.sql, fictional(710))).toHaveLength(1)
  await suspended.resume()
  expect(await textsOnHandset(app.sql, fictional(710))).toHaveLength(1)
})
