import { setTimeout as wait } from 'node:timers/promises'
import { eventNames } from '@salonback/shared/http/wire.ts'
import type { Database } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { createHub, type Hub, type Screen } from './eventHub.ts'

/**
 * All screens of this process, told by one listening connection, opened with the first and kept from then on; where
 * nothing is heard, by a look every second.
 */
export function createListeningHub({ listener, sql, log }: Pick<Deps, 'listener' | 'sql' | 'log'>) {
  const hub = createHub()
  const polling = createPolling({ sql, log }, hub)
  let listening: Promise<unknown> | undefined
  let heardFrom = Number.POSITIVE_INFINITY
  /** The driver keeps failed attempts too, and listens again for each: one that is not this one is nobody's. */
  let current: object | undefined
  // The driver listens again after a lost connection; what was committed in between was told to nobody.
  const hearing = () => {
    if (Number.isFinite(heardFrom)) tellAll(hub)
    heardFrom = performance.now()
  }
  return {
    /** Names of what changed in the seconds before now, as far as that is known: of all where it is not. */
    recent(): string[] {
      if (!listener) return []
      return performance.now() - heardFrom < RECENT_MS ? [...eventNames] : hub.recent(RECENT_MS)
    },
    join(screen: Screen, session: string) {
      const member = hub.join(screen, session)
      if (!listener) polling.start()
      return member
    },
    async listen() {
      if (!listener) return
      if (listening) return void (await listening)
      const attempt = {}
      current = attempt
      const whileCurrent =
        <T extends unknown[]>(act: (...given: T) => void) =>
        (...given: T) => {
          if (attempt === current) act(...given)
        }
      listening = Promise.all([
        listener.listen('events', whileCurrent(hub.tell), whileCurrent(hearing)),
        listener.listen('sessions', whileCurrent(hub.endSession)),
      ]).catch((error) => {
        // The next stream to open tries again, and is told nothing of what was heard before: nobody had joined.
        listening = current = undefined
        heardFrom = Number.POSITIVE_INFINITY
        throw error
      })
      await listening
    },
  }
}

/** Longer than a console takes from its first read to its stream, on the slowest of lines. */
const RECENT_MS = 30_000

const EVERY_MS = 1000
/** Rounds between two clean-ups. */
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
 * Tells the hub what was committed since the last look, while any screen is open. A transaction that began before a look
 * may commit after it, so each look goes back to the oldest one that was open at the look before.
 */
function createPolling({ sql, log }: Pick<Deps, 'sql' | 'log'>, hub: Hub) {
  let running = false
  return {
    /** Call it for every screen that joins. */
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
        for (const change of changes) if (!known.has(change.id)) hub.tell(payloadOf(change))
        // What was committed before the first look, or during a break, left nothing to read.
        if (from !== null && !complete) tellAll(hub)
        complete = from !== null
        from = oldest
        known = new Set(changes.filter(({ transaction }) => transaction >= oldest).map(({ id }) => id))
        await endSessions(sql, hub)
        if (round % CLEAN_EVERY === 0) await cleanUp(sql)
      } catch (error) {
        if (complete) log.warn({ err: error }, 'changes cannot be read; screens are told when they can')
        complete = false
      }
      await wait(EVERY_MS, undefined, { ref: false })
    }
  }
}

const tellAll = (hub: Hub) => {
  for (const name of eventNames) hub.tell(JSON.stringify({ name }))
}

function payloadOf({ name, subject, phone, inbound }: Change): string {
  const known = Object.entries({ id: subject, phone, inbound }).filter(([, value]) => value !== null)
  return JSON.stringify({ name, ...Object.fromEntries(known) })
}

/** What transactions from this one on changed, and the oldest one still open. Asks for what comes to be written down. */
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

/** A stream ends with its session, as it would be told where sessions are heard. */
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
