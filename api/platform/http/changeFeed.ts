import { eventNames } from '@salonback/shared/platform/http/wire.ts'
import type { Database } from '../db/open.ts'
import { createHub, type Hub } from './eventHub.ts'

export type ChangeFeed = ReturnType<typeof createChangeFeed>

/** Publishes committed changes to the event streams of this process. LISTENs on one connection. */
export function createChangeFeed(sql: Database) {
  const hub = createHub()
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
    /** How many ms ago each name last changed, of recent changes. Any name may have changed until the feed listened. */
    recent(): Record<string, number> {
      const listened = Math.floor(performance.now() - listeningSince)
      const unknown = listened < RECENT_MS ? eventNames.map((name) => [name, listened] as const) : []
      return { ...Object.fromEntries(unknown), ...hub.recent(RECENT_MS) }
    },
    subscribe: hub.subscribe,
    async listen() {
      if (listening) return void (await listening)
      const attempt = {}
      current = attempt
      const whileCurrent =
        <T extends unknown[]>(callback: (...args: T) => void) =>
        (...args: T) => {
          if (attempt === current) callback(...args)
        }
      listening = Promise.all([
        sql.listen('events', whileCurrent(hub.publish), whileCurrent(onListening)),
        sql.listen('sessions', whileCurrent(hub.endSession)),
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

const publishAll = (hub: Hub) => {
  for (const name of eventNames) hub.publish(JSON.stringify({ name }))
}
