import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { until } from '@salonback/shared/testing/server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { fictional } from '../testing/factories.ts'
import { arrivedAt, arrivedInAll } from '../testing/network.ts'
import { certificateFile, slowCarrier } from '../testing/slowCarrier.ts'
import { textFrom } from '../testing/webhooks.ts'
import { queueText } from './outbox.ts'

type App = Awaited<ReturnType<typeof testApp>>
const run = fileURLToPath(new URL('../run.js', import.meta.url))

/** A worker in a process of its own that can be stopped by SIGSTOP, as sleep stops a laptop. */
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
      NODE_EXTRA_CA_CERTS: certificateFile,
      QUIET_HOURS: '00:00-24:00',
      SEND_RATE_PER_SECOND: '100',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await gone
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

/** A worker stopped while its connections to the carrier are being made, with one claimed text for each. */
async function frozenWhileConnecting(app: App, numbers: string[]) {
  const carrier = await slowCarrier(app.origin)
  carrier.hold()
  await queueTo(app, numbers)
  const worker = startWorker(app, { TWILIO_API_BASE_URL: carrier.url })
  await until(
    async () => carrier.held(),
    (held) => held === numbers.length,
  )
  worker.kill('SIGSTOP')
  return {
    /** Goes on, ends what it has in hand, and is gone when this resolves. */
    async thaw() {
      const gone = new Promise((resolve) => worker.once('exit', resolve))
      carrier.letGo()
      worker.kill('SIGCONT')
      worker.kill('SIGTERM')
      await gone
    },
  }
}

test('a worker stopped between its check and the carrier call sends nothing to numbers that sent STOP meanwhile', async () => {
  const app = await testApp()
  const numbers = Array.from({ length: 10 }, (_, n) => fictional(700 + n))
  const frozen = await frozenWhileConnecting(app, numbers)
  for (const phone of numbers) expect((await textFrom(app.origin, phone, 'STOP')).status).toBe(200)
  await frozen.thaw()
  expect(await arrivedInAll(app.sql)).toEqual([])
  expect(await statuses(app)).toEqual(['canceled'])
}, 60_000)

test('a worker stopped past its lease leaves the text to the process that reconciled and resent it', async () => {
  const app = await testApp()
  const frozen = await frozenWhileConnecting(app, [fictional(710)])
  app.clock.set(new Date(Date.now() + 60_000))
  for (let round = 0; round < 3; round++) {
    await app.worker.round()
    app.clock.advance(240_000)
  }
  expect(await arrivedAt(app.sql, fictional(710))).toHaveLength(1)
  await frozen.thaw()
  expect(await arrivedAt(app.sql, fictional(710))).toHaveLength(1)
}, 60_000)
