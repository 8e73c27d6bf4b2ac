import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '../platform/db/open.ts'
import { ACCOUNT_SID, AUTH_TOKEN, SENDER } from '../testing/start.ts'
import { type Figure, median } from './table.ts'
import { withTables } from './withDatabase.ts'

const ROUNDS = 3
/** Texts in a measured round. */
const TEXTS = 3000
/** Texts that each worker sends before it is measured. */
const WARM_UP = 500
const REFERENCE_MS = 4000
/** Parallel calls of the reference, as many as a worker makes. */
const CALLS = 50
const TEMPLATE =
  'Hi {name}, Salonback here. We text your past clients to come back and rebook. Interested? Reply YES. Reply STOP to opt out.'

const run = fileURLToPath(new URL('../run.js', import.meta.url))

/**
 * First texts a second to a carrier that answers in 50 ms, compared with a loop over its SDK with as many parallel calls.
 */
export const benchOutbox = (): Promise<Figure[]> => withTables(measure)

async function measure(sql: Database, databaseUrl: string): Promise<Figure[]> {
  const carrier = fork(fileURLToPath(new URL('bare/carrier.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  const [port] = (await once(carrier, 'message')) as [number]
  const carrierUrl = `http://127.0.0.1:${port}`
  const reference = fork(fileURLToPath(new URL('bare/sdk.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, CARRIER: carrierUrl, CALLS: String(CALLS) },
  })
  await once(reference, 'message')
  try {
    const [admin] = await sql<[{ id: string }]>`
      insert into admins (username, password_hash) values ('maya', '') returning id`
    const rates: number[] = []
    const referenceRates: number[] = []
    await measureReference(reference, 1000)
    for (let round = 0; round < ROUNDS; round++) {
      rates.push(await measureWorker({ sql, databaseUrl, carrierUrl, admin: admin.id }))
      referenceRates.push(await measureReference(reference, REFERENCE_MS))
    }
    return [
      {
        what: 'first texts sent, one worker',
        today: median(rates),
        reference: median(referenceRates),
        referenceName: 'bare SDK loop',
        unit: 'a second',
        floor: { of: 'today', atLeast: 250 },
      },
    ]
  } finally {
    reference.disconnect()
    carrier.disconnect()
  }
}

interface Setup {
  sql: Database
  databaseUrl: string
  carrierUrl: string
  admin: string
}

/** Texts a second of a campaign that a new, warmed-up worker sends. */
async function measureWorker(setup: Setup): Promise<number> {
  const worker = startWorker(setup)
  try {
    await sendCampaign(setup, await addCampaign(setup, WARM_UP))
    const ms = await sendCampaign(setup, await addCampaign(setup, TEXTS))
    const [unsent] = await setup.sql<[{ count: number }]>`
      select count(*)::int as count from messages where status <> 'sent'`
    if (unsent.count > 0) throw new Error(`${unsent.count} texts were not sent`)
    return TEXTS / (ms / 1000)
  } finally {
    const exited = once(worker, 'exit')
    worker.kill('SIGTERM')
    await exited
  }
}

function startWorker({ databaseUrl, carrierUrl }: Setup): ChildProcess {
  return spawn(process.execPath, [run, 'main', 'worker'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      TWILIO_ACCOUNT_SID: ACCOUNT_SID,
      TWILIO_AUTH_TOKEN: AUTH_TOKEN,
      TWILIO_FROM_NUMBER: SENDER,
      TWILIO_API_BASE_URL: carrierUrl,
      PHONE_HASH_KEY: 'ab'.repeat(32),
      QUIET_HOURS: '00:00-24:00',
      SEND_RATE_PER_SECOND: '10000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

let prospects = 0

/** Adds a paused campaign to this many new prospects. */
async function addCampaign({ sql, admin }: Setup, texts: number): Promise<string> {
  const first = prospects + 1
  prospects += texts
  const [{ id }] = await sql<[{ id: string }]>`
    insert into campaigns (state, template, basis, created_by, created_at, watched_from)
    values ('paused', ${TEMPLATE}, 'consent', ${admin}, now(), now()) returning id`
  await sql`
    with added as (
      insert into prospects (name, phone, category, country)
      select 'Salon ' || n, '+447' || (300000000 + n), 'Hair Salon', 'GB'
      from generate_series(${first}::int, ${prospects}::int) n returning id, phone
    )
    insert into messages (direction, kind, phone, body, prospect_id, created_at, segments, status, status_at, priority,
      due_at, due_until, campaign_id, created_by)
    select 'outbound', 'first_text', phone, ${TEMPLATE}, id, now(), 2, 'queued', now(), 2, now(), 'infinity', ${id}, ${admin}
    from added`
  await sql.unsafe('vacuum analyze messages, prospects')
  return id
}

/** Starts the campaign and waits until its last text is stored as sent. In ms. */
async function sendCampaign({ sql }: Setup, campaign: string): Promise<number> {
  const start = performance.now()
  await sql`update campaigns set state = 'running' where id = ${campaign}`
  for (;;) {
    const [row] = await sql`select 1 from campaigns where id = ${campaign} and state = 'finished'`
    if (row) return performance.now() - start
    await wait(10)
  }
}

/** Texts a second of the SDK loop. */
async function measureReference(reference: ChildProcess, durationMs: number): Promise<number> {
  reference.send(durationMs)
  const [rate] = (await once(reference, 'message')) as [number]
  return rate
}
