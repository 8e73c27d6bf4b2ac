import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eventsPath } from '@salonback/shared/http/wire.ts'
import { sessionCookie, startServer } from '@salonback/shared/testing/server.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { cpuOf } from './cpu.ts'
import { onPostgres } from './postgres.ts'
import { type Figure, median, percentile } from './table.ts'

const SCREENS = 200
const MANY_SCREENS = 2000
const EVENTS = 60
/** Longer than the hub gathers, so that each event is written by itself. */
const PAUSE_MS = 70
const ROUNDS = 3

/** One event to many open consoles, beside a bare server that writes what it hears from Postgres to as many clients. */
export const benchEvents = (): Promise<Figure[]> => onPostgres(({ url }) => measure(url))

async function measure(url: string): Promise<Figure[]> {
  const server = await startServer({ DATABASE_URL: url })
  const sql = openDatabase(url, { max: 1 })
  const bare = fork(fileURLToPath(new URL('bare/events.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: url },
    execArgv: ['--import', 'tsx'],
  })
  try {
    const [port] = (await once(bare, 'message')) as [number]
    const cookie = await sessionCookie(server.origin)
    const ours: Heard[] = []
    const its: Heard[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await hear(sql, server.child, `${server.origin}${eventsPath}`, cookie, SCREENS))
      its.push(await hear(sql, bare, `http://127.0.0.1:${port}/`, '', SCREENS))
    }
    const many = await hear(sql, server.child, `${server.origin}${eventsPath}`, cookie, MANY_SCREENS)
    const itsMany = await hear(sql, bare, `http://127.0.0.1:${port}/`, '', MANY_SCREENS)
    return [
      {
        what: `one event to ${SCREENS} consoles`,
        ours: median(ours.map(({ cpu }) => cpu)),
        reference: median(its.map(({ cpu }) => cpu)),
        unit: 'ms CPU',
        beside: 'bare LISTEN and write',
        reach: { atMost: 6, ofOurs: true },
      },
      {
        what: `one event to ${SCREENS} consoles, heard by the last: p99`,
        ours: median(ours.map(({ p99 }) => p99)),
        reference: median(its.map(({ p99 }) => p99)),
        unit: 'ms',
        beside: 'bare LISTEN and write',
        reach: { atMost: 30, ofOurs: true },
      },
      {
        what: `one event to ${MANY_SCREENS} consoles on one process`,
        ours: many.cpu,
        reference: itsMany.cpu,
        unit: 'ms CPU',
        beside: 'bare LISTEN and write',
        reach: { atMost: 1.5 },
        note: `each of ${EVENTS} events reached each of them; ${(many.memory / MANY_SCREENS).toFixed(0)} KB of memory a console`,
      },
      {
        what: `one event to ${MANY_SCREENS} consoles, heard by the last: p99`,
        ours: many.p99,
        reference: itsMany.p99,
        unit: 'ms',
        beside: 'bare LISTEN and write',
        reach: { atMost: 1.5 },
      },
    ]
  } finally {
    bare.kill()
    await sql.end()
    await server.stop()
    await server.remove()
  }
}

interface Heard {
  /** Of the server, per event. */
  cpu: number
  /** From the commit to the last screen. */
  p99: number
  /** KB that the server has grown by with these streams open. */
  memory: number
}

async function hear(
  sql: Database,
  server: ChildProcess,
  url: string,
  cookie: string,
  screens: number,
): Promise<Heard> {
  let heard = 0
  let all = () => undefined as unknown
  const memory = residentKb(server)
  const agent = new Agent()
  const streams: IncomingMessage[] = []
  for (let n = 0; n < screens; n++) {
    const [stream] = (await once(get(url, { agent, headers: { cookie } }), 'response')) as [IncomingMessage]
    if (stream.statusCode !== 200) throw new Error(`events: ${stream.statusCode}`)
    streams.push(stream)
    await once(stream, 'data')
    stream.on('data', (bytes: Buffer) => {
      if (bytes.includes('event: message') && ++heard === screens) all()
    })
  }
  const times: number[] = []
  const before = cpuOf(server.pid as number)
  for (let n = 0; n < EVENTS; n++) {
    heard = 0
    const done = new Promise((resolve) => {
      all = () => resolve(null)
    })
    const from = performance.now()
    await sql`select pg_notify('events', ${JSON.stringify({ name: 'message', id: String(n), phone: '+447700900001' })})`
    await done
    times.push(performance.now() - from)
    await wait(PAUSE_MS)
  }
  const cpu = (cpuOf(server.pid as number) - before) / EVENTS
  const grown = residentKb(server) - memory
  for (const stream of streams) stream.destroy()
  await wait(500)
  return { cpu, p99: percentile(times, 99), memory: grown }
}

const residentKb = ({ pid }: ChildProcess) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
