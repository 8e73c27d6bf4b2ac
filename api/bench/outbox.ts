import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { systemClock } from '../deps.ts'
import { readEnv } from '../env.ts'
import { claimDue } from '../messages/claim.ts'
import { ACCOUNT_SID, AUTH_TOKEN, SENDER } from '../testing/start.ts'
import { cpuOf } from './cpu.ts'
import { onPostgres, type Place as PostgresPlace } from './postgres.ts'
import { type Figure, median } from './table.ts'

const ROUNDS = 3
/** Sent by one worker in a round; more than one sends as many each. */
const TEXTS = 3000
const WARM_UP = 500
const BARE_MS = 4000
/** As many as a worker has. */
const CALLS = 50
const QUEUED = 100_000
const TEMPLATE =
  'Hi {name}, Salonback here. We text your past clients to come back and rebook. Interested? Reply YES. Reply STOP to opt out.'

const run = fileURLToPath(new URL('../run.js', import.meta.url))

/** First texts of a campaign to a carrier that answers in 50 ms, beside its SDK in a bare loop with as many calls at once. */
export const benchOutbox = (): Promise<Figure[]> => onPostgres(measure)

async function measure({ url: databaseUrl, postmaster }: PostgresPlace): Promise<Figure[]> {
  const sql = openDatabase(databaseUrl)
  const carrier = fork(fileURLToPath(new URL('bare/carrier.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  const [port] = (await once(carrier, 'message')) as [number]
  const url = `http://127.0.0.1:${port}`
  const bare = fork(fileURLToPath(new URL('bare/sdk.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, CARRIER: url, CALLS: String(CALLS) },
  })
  await once(bare, 'message')
  try {
    await migrate(sql)
    const [admin] = await sql<[{ id: string }]>`
      insert into admins (username, password_hash) values ('maya', '') returning id`
    const place = { sql, databaseUrl, carrier, carrierUrl: url, admin: admin.id, postmaster }
    const [one, two, its]: [Sent[], Sent[], Sent[]] = [[], [], []]
    await loop(bare, carrier, 1000)
    for (let round = 0; round < ROUNDS; round++) {
      one.push(await send(place, 1))
      its.push(await loop(bare, carrier, BARE_MS))
      two.push(await send(place, 2))
    }
    const claims = await claimBehindQueue(sql)
    return [
      {
        what: 'first texts sent, carrier answers in 50 ms, one worker',
        ours: rateOf(one),
        reference: rateOf(its),
        unit: 'a second',
        beside: 'bare SDK loop',
        reach: { atLeast: 0.75 },
        note: `ms CPU a text: ${costOf(one)}; the loop: ${costOf(its)}`,
      },
      {
        what: 'the same, two workers',
        ours: rateOf(two),
        reference: rateOf(one),
        unit: 'a second',
        beside: 'one worker',
        reach: { atLeast: 1.5 },
        note: `ms CPU a text: ${costOf(two)}`,
      },
      {
        what: `a claim, ${QUEUED.toLocaleString('en')} queued behind it`,
        ours: claims.full,
        reference: claims.empty,
        unit: 'ms',
        beside: 'nothing queued behind it',
        reach: { atMost: 1.5 },
      },
    ]
  } finally {
    bare.disconnect()
    carrier.disconnect()
    await sql.end()
  }
}

interface Place {
  sql: Database
  databaseUrl: string
  carrier: ChildProcess
  carrierUrl: string
  admin: string
  postmaster: number
}

/** Texts a second and ms CPU a text of one round. */
interface Sent {
  rate: number
  sender: number
  postgres: number
  carrier: number
}

const rateOf = (rounds: Sent[]) => median(rounds.map(({ rate }) => rate))

function costOf(rounds: Sent[]): string {
  const cost = (who: 'sender' | 'postgres' | 'carrier') =>
    median(rounds.map((round) => round[who])).toFixed(2)
  return `sender ${cost('sender')}, Postgres ${cost('postgres')}, carrier ${cost('carrier')}`
}

async function answeredBy(carrier: ChildProcess): Promise<number> {
  carrier.send('how many')
  const [count] = (await once(carrier, 'message')) as [number]
  return count
}

/** A campaign sent by so many workers, each a process of its own that has sent some before. */
async function send(place: Place, workers: number): Promise<Sent> {
  const { sql, carrier, postmaster } = place
  const processes = Array.from({ length: workers }, () => startWorker(place))
  try {
    await sendAll(place, await addCampaign(place, workers * WARM_UP))
    const campaign = await addCampaign(place, workers * TEXTS)
    const texts = workers * TEXTS
    const cpu = () => ({
      sender: processes.reduce((sum, { pid }) => sum + cpuOf(pid as number), 0),
      postgres: cpuOf(postmaster),
      carrier: cpuOf(carrier.pid as number),
    })
    const before = cpu()
    const ms = await sendAll(place, campaign)
    const after = cpu()
    const [left] = await sql<[{ count: number }]>`
      select count(*)::int as count from messages where status <> 'sent'`
    if (left.count > 0) throw new Error(`${left.count} texts were not sent: the figures mean nothing`)
    return {
      rate: texts / (ms / 1000),
      sender: (after.sender - before.sender) / texts,
      postgres: (after.postgres - before.postgres) / texts,
      carrier: (after.carrier - before.carrier) / texts,
    }
  } finally {
    for (const worker of processes) worker.kill('SIGTERM')
    await Promise.all(processes.map((worker) => once(worker, 'exit')))
  }
}

function startWorker({ databaseUrl, carrierUrl }: Place): ChildProcess {
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

let numbers = 0

/** A paused campaign to so many prospects of its own. */
async function addCampaign({ sql, admin }: Place, texts: number): Promise<string> {
  const from = numbers
  numbers += texts
  const [{ id }] = await sql<[{ id: string }]>`
    insert into campaigns (state, template, basis, created_by, created_at, watched_from)
    values ('paused', ${TEMPLATE}, 'consent', ${admin}, now(), now()) returning id`
  await sql`
    with added as (
      insert into prospects (name, phone, category, country)
      select 'Salon ' || n, '+447' || (300000000 + n), 'Hair Salon', 'GB'
      from generate_series(${from + 1}::int, ${from + texts}::int) n returning id, phone
    )
    insert into messages (direction, kind, phone, body, prospect_id, created_at, segments, status, status_at, priority,
      due_at, due_until, campaign_id, created_by)
    select 'outbound', 'first_text', phone, ${TEMPLATE}, id, now(), 2, 'queued', now(), 2, now(), 'infinity', ${id}, ${admin}
    from added`
  await sql.unsafe('vacuum analyze messages, prospects')
  return id
}

/** Until the last text of the campaign is written down as sent; in ms. */
async function sendAll({ sql }: Place, campaign: string): Promise<number> {
  const from = performance.now()
  await sql`update campaigns set state = 'running' where id = ${campaign}`
  for (;;) {
    const [row] = await sql`select 1 from campaigns where id = ${campaign} and state = 'finished'`
    if (row) return performance.now() - from
    await wait(10)
  }
}

async function loop(bare: ChildProcess, carrier: ChildProcess, forMs: number): Promise<Sent> {
  const cpu = () => ({ sender: cpuOf(bare.pid as number), carrier: cpuOf(carrier.pid as number) })
  const [before, count] = [cpu(), await answeredBy(carrier)]
  bare.send(forMs)
  const [{ sent, ms }] = (await once(bare, 'message')) as [{ sent: number; ms: number }]
  const after = cpu()
  if ((await answeredBy(carrier)) - count !== sent)
    throw new Error('the carrier and the loop count differently')
  return {
    rate: sent / (ms / 1000),
    sender: (after.sender - before.sender) / sent,
    postgres: 0,
    carrier: (after.carrier - before.carrier) / sent,
  }
}

/** A claim of ten with a hundred thousand queued behind it, beside one with an empty queue. */
async function claimBehindQueue(sql: Database) {
  const env = readEnv({ SEND_RATE_PER_SECOND: '10000', QUIET_HOURS: '00:00-24:00' })
  const claimTime = async () => {
    const times: number[] = []
    for (let n = 0; n < 30; n++) {
      const from = performance.now()
      const texts = await claimDue({ sql, env, clock: systemClock }, 10)
      times.push(performance.now() - from)
      if (texts.length === 0) throw new Error('nothing was due')
    }
    return median(times)
  }
  const fill = (count: number) => sql`
    insert into messages (direction, kind, phone, body, created_at, status, due_at, priority)
    select 'outbound', 'details', '+1202555' || lpad(n::text, 4, '0'), 'Hi', now(), 'queued', now() - interval '1 day', 1
    from generate_series(1, ${count}) n`
  await fill(400)
  const empty = await claimTime()
  await fill(QUEUED)
  await sql`analyze messages`
  return { empty, full: await claimTime() }
}
