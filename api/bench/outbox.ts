import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { readEnv } from '../env.ts'
import { createRefusals } from '../http/refusals.ts'
import { createLog } from '../log.ts'
import type { Carrier } from '../messages/carrier.ts'
import { claimDue } from '../messages/claim.ts'
import { createWorker } from '../messages/worker.ts'

const TEXTS = 2000

/** A carrier that takes everything at once: what is left to measure is our own work per text. */
function instantCarrier(): Carrier {
  let n = 0
  return {
    sender: '+447700900100',
    accountSid: '',
    simulated: true,
    send: async (_, fence) =>
      (await fence.check())
        ? { kind: 'accepted', sid: `SM${String(++n).padStart(32, '0')}`, segments: 1 }
        : { kind: 'held' },
    find: async () => [],
    async *list() {},
    fetchStatus: async () => null,
    deleteText: async () => undefined,
    verify: () => false,
  }
}

/** Texts a second through the outbox, beside bare single-row updates on the same database: what safety costs. */
export async function benchOutbox(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonback-bench-'))
  const server = await startEmbedded({ dataDir })
  const sql = openDatabase(server.url)
  try {
    await migrate(sql)
    const bare = await perSecond(TEXTS, () => bareUpdates(sql))
    await fillOutbox(sql, TEXTS)
    const env = readEnv({ SEND_RATE_PER_SECOND: '1000', QUIET_HOURS: '00:00-24:00' })
    const clock = fastClock(100)
    const log = createLog('silent')
    const deps = {
      sql,
      reserved: sql,
      listener: sql,
      env,
      clock,
      log,
      refusals: createRefusals({ env, clock, log }),
      carrier: instantCarrier(),
      isStarted: () => true,
      countryOf: () => null,
    }
    const worker = createWorker(deps)
    const ours = await perSecond(TEXTS, async () => {
      while ((await worker.round()) > 0);
    })
    const [left] = await sql<[{ count: number }]>`
      select count(*)::int as count from messages where status <> 'sent'`
    if (left.count > 0) throw new Error(`${left.count} texts were not sent: the figures mean nothing`)
    process.stdout.write(`bare updates, one commit each   ${bare.toFixed(0)} a second\n`)
    process.stdout.write(
      `texts claimed, sent and settled ${ours.toFixed(0)} a second (ratio ${(bare / ours).toFixed(1)})\n`,
    )
    await claimBehindQueue(sql)
  } finally {
    await sql.end()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Every look at the clock is that much later, so that the rate limit never waits; fifty texts at once look too seldom to end a lease by it. */
function fastClock(stepMs: number) {
  let now = Date.now()
  return () => {
    now += stepMs
    return new Date(now)
  }
}

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return count / ((performance.now() - start) / 1000)
}

async function bareUpdates(sql: Database) {
  await sql`create table bare (id int primary key, n int)`
  await sql`insert into bare select n, 0 from generate_series(1, ${TEXTS}) n`
  for (let n = 1; n <= TEXTS; n += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, i) => sql`update bare set n = 1 where id = ${n + i}`))
  }
}

function fillOutbox(sql: Database, count: number) {
  return sql`
    insert into messages (direction, kind, phone, body, created_at, status, due_at, priority)
    select 'outbound', 'details', '+1202555' || lpad(n::text, 4, '0'), 'Hi', now(), 'queued', now() - interval '1 day', 1
    from generate_series(1, ${count}) n`
}

/** A claim with a hundred thousand queued behind it, beside one with an empty queue. */
async function claimBehindQueue(sql: Database) {
  const env = readEnv({ SEND_RATE_PER_SECOND: '10', QUIET_HOURS: '00:00-24:00' })
  const clock = fastClock(1000)
  const claimTime = async () => {
    const start = performance.now()
    for (let n = 0; n < 20; n++) await claimDue({ sql, env, clock }, 10)
    return (performance.now() - start) / 20
  }
  const empty = await claimTime()
  await fillOutbox(sql, 100_000)
  await sql`analyze messages`
  const full = await claimTime()
  process.stdout.write(
    `one claim: ${empty.toFixed(1)} ms with nothing queued, ${full.toFixed(1)} ms with 100 000 queued\n`,
  )
}
