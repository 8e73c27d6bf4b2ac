import { setTimeout as wait } from 'node:timers/promises'
import { eventNames } from '@salonback/shared/http/wire.ts'
import type { Database } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { createHub, type EventStream, type Hub } from './eventHub.ts'

/**
 * Publishes committed changes to the event streams of this process. LISTENs on one connection from the first stream on;
 * without LISTEN it polls every second.
 */
export function createChangeFeed({ listener, sql, log }: Pick<Deps, 'listener' | 'sql' | 'log'>) {
  const hub = createHub()
  const polling = createPolling({ sql, log }, hub)
  let listening: Promise<unknown> | undefined
  let listeningSince = Number.POSITIVE_INFINITY
  /** The driver also retries failed LISTEN attempts. Callbacks from superseded attempts are ignored. */
  let current: object | undefined
  const onListening = () => {
    // After a reconnect: changes committed in between were missed.
    if (Number.isFinite(listeningSince)) publishAll(hub)
    listeningSince = performance.now()
  }
  return {
    /** Names of recent changes; all names while the feed has not listened long enough to know. */
    recent(): string[] {
      if (!listener) return []
      return performance.now() - listeningSince < RECENT_MS ? [...eventNames] : hub.recent(RECENT_MS)
    },
    subscribe(stream: EventStream, session: string) {
      const subscription = hub.subscribe(stream, session)
      if (!listener) polling.start()
      return subscription
    },
    async listen() {
      if (!listener) return
      if (listening) return void (await listening)
      const attempt = {}
      current = attempt
      const whileCurrent =
        <T extends unknown[]>(callback: (...args: T) => void) =>
        (...args: T) => {
          if (attempt === current) callback(...args)
        }
      listening = Promise.all([
        listener.listen('events', whileCurrent(hub.publish), whileCurrent(onListening)),
        listener.listen('sessions', whileCurrent(hub.endSession)),
      ]).catch((error) => {
        // The next stream tries again.
        listening = current = undefined
        listeningSince = Number.POSITIVE_INFINITY
        throw error
      })
      await listening
    },
  }
}

/** Longer than a console takes from its first request to its stream on a slow connection. */
const RECENT_MS = 30_000

const EVERY_MS = 1000
/** Polling rounds between two clean-ups. */
const CLEAN_EVERY = 60

interface Change {
  id: string
  transaction: number
  name: string
  subject: string | null
  phone: string | null
  inbound: boolean | null
}

/**
 * Publishes the changes committed since the last poll while any stream is open. A transaction that began before a poll
 * may commit after it, so each poll starts at the oldest transaction that was open at the poll before.
 */
function createPolling({ sql, log }: Pick<Deps, 'sql' | 'log'>, hub: Hub) {
  let running = false
  return {
    /** Call it for every new stream. */
    start() {
      if (running) return
      running = true
      void poll().finally(() => {
        running = false
      })
    },
  }

  async function poll() {
    let from: number | null = null
    let known = new Set<string>()
    let complete = false
    for (let round = 1; hub.sessions().length > 0; round++) {
      try {
        const { oldest, changes } = await readChanges(sql, from)
        for (const change of changes) if (!known.has(change.id)) hub.publish(formatPayload(change))
        // Changes committed before the first poll or during an outage were not recorded.
        if (from !== null && !complete) publishAll(hub)
        complete = from !== null
        from = oldest
        known = new Set(changes.filter(({ transaction }) => transaction >= oldest).map(({ id }) => id))
        await endSessions(sql, hub)
        if (round % CLEAN_EVERY === 0) await cleanUp(sql)
      } catch (error) {
        if (complete) log.warn({ err: error }, 'changes cannot be read; retrying every second')
        complete = false
      }
      await wait(EVERY_MS, undefined, { ref: false })
    }
  }
}

const publishAll = (hub: Hub) => {
  for (const name of eventNames) hub.publish(JSON.stringify({ name }))
}

function formatPayload({ name, subject, phone, inbound }: Change): string {
  const known = Object.entries({ id: subject, phone, inbound }).filter(([, value]) => value !== null)
  return JSON.stringify({ name, ...Object.fromEntries(known) })
}

/** Changes of transactions from `from` on, and the oldest open transaction. Extends the recording of changes by 10 s. */
async function readChanges(sql: Database, from: number | null) {
  await sql`
    update event_polling set until = clock_timestamp() + interval '10 seconds'
    where until < clock_timestamp() + interval '5 seconds'`
  const [row] = await sql<[{ oldest: number; changes: Change[] }]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest, coalesce((
      select json_agg(json_build_object('id', e.id, 'transaction', e.transaction, 'name', e.name,
        'subject', e.subject, 'phone', m.phone, 'inbound', e.inbound))
      from polled_events e left join messages m on m.id = e.subject
      where e.transaction >= ${from}), '[]') as changes`
  return row
}

/** Ends the streams of ended sessions, which LISTEN would report. */
async function endSessions(sql: Database, hub: Hub) {
  const open = hub.sessions()
  const rows = await sql<{ session: string }[]>`
    select encode(token_hash, 'hex') as session from sessions
    where token_hash = any(select decode(hash, 'hex') from unnest(${open}::text[]) hash)`
  const current = new Set(rows.map(({ session }) => session))
  for (const session of open) if (!current.has(session)) hub.endSession(session)
}

const cleanUp = (sql: Database) =>
  sql`delete from polled_events where at < clock_timestamp() - interval '1 minute'`
