import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { until } from '@salonback/shared/testing/server.ts'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { fictional } from '../../testing/factories.ts'
import { textsPerHandset } from '../../testing/handsetTexts.ts'
import { queueDetails } from '../../testing/queuedTexts.ts'
import { startTlsProxy } from '../../testing/tlsProxy.ts'
import { textFrom } from '../../testing/webhooks.ts'

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

/** A worker with one claimed text per connection, suspended while it connects to the carrier over TLS. */
async function suspendWhileConnecting(app: App, numbers: string[]) {
  const carrier = await startTlsProxy(app.origin)
  carrier.holdHandshakes()
  for (const phone of numbers) await queueDetails(app, phone)
  const worker = startWorker(app, { TWILIO_API_BASE_URL: carrier.url })
  await until(
    async () => carrier.heldHandshakes(),
    (held) => held === numbers.length,
  )
  worker.kill('SIGSTOP')
  return {
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

test('a worker suspended before the carrier call sends nothing to numbers that sent STOP', async () => {
  const app = await testApp()
  const numbers = Array.from({ length: 10 }, (_, n) => fictional(700 + n))
  const suspended = await suspendWhileConnecting(app, numbers)
  for (const phone of numbers) expect((await textFrom(app.origin, phone, 'STOP')).status).toBe(200)
  await suspended.resume()
  expect(await textsPerHandset(app.sql)).toEqual([])
  const statuses = await app.sql`select distinct status from messages where direction = 'outbound'`
  expect(statuses).toEqual([{ status: 'canceled' }])
})
