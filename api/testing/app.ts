import type { OpenAPIHono } from '@hono/zod-openapi'
import { contracts } from '@salonback/shared/contracts.ts'
import { createClient } from '@salonback/shared/http/client.ts'
import { onTestFinished } from 'vitest'
import { createApp } from '../app.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { Deps } from '../deps.ts'
import { readEnv } from '../env.ts'
import { listen } from '../http/listen.ts'
import { createRefusals } from '../http/refusals.ts'
import { createLog } from '../log.ts'
import { createCarrier } from '../messages/twilio.ts'
import { createWorker } from '../messages/worker.ts'
import { createSimulator } from '../simulator/app.ts'
import { testDatabase } from './database.ts'
import { logIn } from './server.ts'

export const ACCOUNT_SID = `AC${'0'.repeat(32)}`
export const AUTH_TOKEN = 'simulated-auth-token'
export const SENDER = '+447700900100'
/** Noon in London, Dublin and (8 in the morning, 5 in the west) not yet everywhere in the US. */
export const NOON = new Date('2026-03-10T12:00:00Z')

/** A clock that stands still until a test moves it. */
export function testClock(start = NOON) {
  let now = start
  const clock = () => now
  clock.set = (to: Date) => {
    now = to
  }
  clock.advance = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return clock
}

/**
 * The whole service on a database of its own, with the simulated phone network behind the true carrier SDK.
 * It listens on a loopback port, because the SDK and the network talk over HTTP; calls of tests go there too.
 */
export async function testApp(settings: Record<string, string> = {}) {
  const { sql, url: databaseUrl } = await testDatabase()
  const clock = testClock()
  const holder: { app?: OpenAPIHono } = {}
  const server = await listen((request, ...more) => (holder.app as OpenAPIHono).fetch(request, ...more), {
    host: '127.0.0.1',
    port: 0,
  })
  const origin = `http://127.0.0.1:${server.port}`
  const env = readEnv({
    NODE_ENV: 'test',
    PUBLIC_URL: origin,
    TWILIO_ACCOUNT_SID: ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: AUTH_TOKEN,
    TWILIO_FROM_NUMBER: SENDER,
    TWILIO_API_BASE_URL: origin,
    QUIET_HOURS: '00:00-24:00',
    SEND_RATE_PER_SECOND: '1000',
    PUBLIC_POSTS_PER_MINUTE: '1000',
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const logged: string[] = []
  const log = createLog(env.LOG_LEVEL, (line) => logged.push(line))
  const deps: Deps = {
    sql,
    env,
    clock,
    log,
    refusals: createRefusals({ env, clock, log }),
    carrier: createCarrier(env, { timeoutMs: 2000, simulated: true }),
    countryOf: () => null,
  }
  const app = createApp(deps)
  holder.app = app
  const simulator = createSimulator({
    sql,
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    publicUrl: env.PUBLIC_URL,
    clock,
    log,
  })
  app.route('/', simulator.app)
  const worker = createWorker(deps)
  onTestFinished(async () => {
    await worker.stop()
    await simulator.stop()
    await server.drop()
  })
  const [admin] = await sql<{ id: string; username: string }[]>`
    insert into admins (username, password_hash) values ('maya', ${await hashPassword('correct horse')}) returning id, username`
  const { staff, staffFetch } = await logIn(origin)
  return {
    app,
    sql,
    databaseUrl,
    clock,
    env,
    deps,
    origin,
    simulator,
    worker,
    /** Log lines; set LOG_LEVEL to have some. */
    logged,
    admin: admin as { id: string; username: string },
    visitor: createClient(contracts, { base: origin }),
    staff,
    /** Raw calls: `request` as a visitor, `staffRequest` with the session. */
    request: (path: string, init?: RequestInit) => fetch(origin + path, init),
    staffRequest: (path: string, init?: RequestInit) => staffFetch(origin + path, init),
  }
}
