import type { OpenAPIHono } from '@hono/zod-openapi'
import { contracts } from '@salonback/shared/contracts.ts'
import { createClient } from '@salonback/shared/platform/http/client.ts'
import { withCookie } from '@salonback/shared/testing/server.ts'
import { createApp } from '../app.ts'
import { createIngestFailures } from '../core/messages/ingestFailures.ts'
import { chooseAgencySender } from '../core/messages/senders.ts'
import { createCarrier } from '../core/messages/twilio.ts'
import type { Deps } from '../deps.ts'
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { hashPassword } from '../platform/auth/passwords.ts'
import type { Clock } from '../platform/context.ts'
import type { Database } from '../platform/db/open.ts'
import { createSession, sessionCookieName } from '../platform/http/access.ts'
import { createChangeFeed } from '../platform/http/changeFeed.ts'
import type { Limits } from '../platform/http/limitClients.ts'
import { listen } from '../platform/http/listen.ts'
import { createRejections } from '../platform/http/rejections.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { createPost, type Post } from '../platform/receivers/post.ts'
import { reads } from '../reads.ts'
import { createSimulator } from '../simulator/app.ts'
import { simulatorGuard } from '../simulator/guard.ts'
import { keepMailIn } from '../simulator/mails.ts'
import { createSubscribers } from '../subscribers.ts'
import { createWorker } from '../worker/worker.ts'

export const ACCOUNT_SID = `AC${'0'.repeat(32)}`
export const AUTH_TOKEN = 'simulated-auth-token'
export const HASH_KEY = 'ab'.repeat(32)
export const SENDER = '+447700900100'

interface Start<C extends Clock> {
  sql: Database
  /** Connections of their own for webhooks and health, as production has them. */
  reserved?: Database
  clock: C
  settings?: Record<string, string>
  limits?: Partial<Limits> | undefined
  /** Another server that speaks the carrier's language, instead of the simulated network on our own port. */
  carrierUrl?: string
  /** False where rounds of its worker are far apart: a process that listens stores a heartbeat every few seconds. */
  listens?: boolean
  /** Other than to any address. */
  post?: Post
}

/** In ms; in tests a server that never answers costs this long. */
const mailTimeouts = { session: 1500, answer: 1500 }

/**
 * The whole service on the given database, listening on its own loopback port, because the carrier's SDK and the
 * network talk over HTTP. Works without a test runner. Several may share one database.
 */
export async function startApp<C extends Clock>({
  sql,
  reserved = sql,
  clock,
  settings = {},
  limits,
  carrierUrl,
  listens = true,
  post = createPost({ anyAddress: true, timeoutMs: mailTimeouts.answer }),
}: Start<C>) {
  const holder: { app?: OpenAPIHono } = {}
  const server = await listen((request, ...more) => (holder.app as OpenAPIHono).fetch(request, ...more), {
    host: '127.0.0.1',
    port: 0,
    ...(limits && { limits }),
  })
  const origin = `http://127.0.0.1:${server.port}`
  const env = readEnv({
    NODE_ENV: 'test',
    PUBLIC_URL: origin,
    TWILIO_ACCOUNT_SID: ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: AUTH_TOKEN,
    TWILIO_FROM_NUMBER: SENDER,
    TWILIO_API_BASE_URL: carrierUrl ?? origin,
    QUIET_HOURS: '00:00-24:00',
    SEND_RATE_PER_SECOND: '1000',
    PUBLIC_POSTS_PER_MINUTE: '1000',
    LOG_LEVEL: 'silent',
    PHONE_HASH_KEY: HASH_KEY,
    ...settings,
  })
  const logged: string[] = []
  const log = createLog(env.LOG_LEVEL, (line) => logged.push(line))
  const carrier = createCarrier(env, { simulated: carrierUrl === undefined })
  const mailer = createMailer(env, { keep: env.SMTP_URL ? null : keepMailIn(sql), timeouts: mailTimeouts })
  const deps: Deps = {
    sql,
    reserved,
    env,
    clock,
    log,
    changeFeed: createChangeFeed(sql),
    rejections: createRejections({ env, clock, log }),
    ingestFailures: createIngestFailures(),
    carrier,
    post,
    mailer,
    subscribers: createSubscribers({ env, log, clock, carrier, mailer }),
    ...reads,
    isStarted: () => true,
    countryOf: () => null,
  }
  await chooseAgencySender(sql, env)
  const app = createApp(deps)
  holder.app = app
  const simulator = createSimulator({
    sql,
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    publicUrl: env.PUBLIC_URL,
    clock,
    log,
    guard: simulatorGuard(deps),
  })
  if (carrierUrl === undefined) app.route('/', simulator.app)
  const worker = createWorker(deps, { listens })
  const admin = await firstAdmin(sql)
  // The session a login would have given, without the password's cost: most tests are about something else.
  const token = await createSession(sql, admin.id, clock())
  const cookie = `${sessionCookieName(env)}=${token}`
  const { staff, staffFetch } = withCookie(origin, cookie)
  return {
    app,
    sql,
    clock,
    env,
    deps,
    origin,
    simulator,
    worker,
    /** Log lines; set LOG_LEVEL to have some. */
    logged,
    admin,
    cookie,
    visitor: createClient(contracts, { base: origin }),
    staff,
    /** Raw calls: `request` as a visitor, `staffRequest` with the session. */
    request: (path: string, init?: RequestInit) => fetch(origin + path, init),
    staffRequest: (path: string, init?: RequestInit) => staffFetch(origin + path, init),
    async stop() {
      await worker.stop()
      await simulator.stop()
      await server.drop()
    },
  }
}

let passwordHash: Promise<string> | undefined

/**
 * The admin that `logIn` is, made by the first service on a database. Hashing is slow on purpose: here it is cheap, and so
 * are the logins of tests.
 */
async function firstAdmin(sql: Database): Promise<{ id: string; username: string }> {
  passwordHash ??= hashPassword('correct horse', { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  await sql`
    insert into admins (username, password_hash) values ('maya', ${await passwordHash})
    on conflict do nothing`
  const [admin] = await sql<[{ id: string; username: string }]>`
    select id, username from admins where username = 'maya'`
  return admin
}
