import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../platform/db/open.ts'
import type { Limits } from '../platform/http/limitClients.ts'
import { copyDatabase } from './database.ts'
import { startApp } from './start.ts'
import { usedDatabase } from './usedDatabases.ts'

/** Noon in London and Dublin, 8:00 in New York, 5:00 in Los Angeles. */
export const NOON = new Date('2026-03-10T12:00:00Z')

/** A clock that changes only through `set` and `advance`. */
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

interface TestAppOptions {
  settings?: Record<string, string>
  limits?: Partial<Limits> | undefined
  /** The database to copy; by default one without rows. */
  template?: string
  now?: Date
  /** On a database that no test has used. */
  unused?: boolean
}

async function serviceOn({ settings, limits, template, now, unused }: TestAppOptions) {
  const { sql, url: databaseUrl, reserved } = await usedDatabase(template, unused)
  const clock = testClock(now)
  const app = await startApp({
    sql: withOwnListener(sql, databaseUrl),
    reserved,
    clock,
    settings: { LOG_LEVEL: 'error', ...settings },
    limits,
  })
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') process.stdout.write(app.logged.join(''))
    return app.stop()
  })
  return { ...app, databaseUrl }
}

/** The pool, which outlives the test, with another connection for LISTEN, which ends with it. */
function withOwnListener(sql: Database, url: string): Database {
  let listener: Database | undefined
  onTestFinished(() => listener?.end({ timeout: 5 }))
  return new Proxy(sql, {
    get(target, key, receiver) {
      if (key !== 'listen') return Reflect.get(target, key, receiver)
      listener ??= openDatabase(url, { max: 1 })
      return listener.listen
    },
  })
}

/**
 * The whole service on its own database, with the real carrier SDK and the simulated phone network. A failed test prints the
 * errors that the service logged.
 */
export const testApp = (settings: Record<string, string> = {}, limits?: Partial<Limits>) =>
  serviceOn({ settings, limits })

/** The same where statistics of Postgres are measured. */
export const appOnUnusedDatabase = () => serviceOn({ unused: true })

export type App = Awaited<ReturnType<typeof testApp>>

/**
 * Builds a world once per test worker. Each call returns the service on a copy of its database, at the time at which the
 * world was ready. Only data may leave `build`, because the service that it gets ends before the first copy.
 */
export function copiedWorld<World extends object>(build: (app: App) => Promise<World>) {
  let made: ReturnType<typeof buildOnce<World>> | undefined
  return async (settings: Record<string, string> = {}) => {
    made ??= buildOnce(build)
    const { template, now, world } = await made
    return { app: await serviceOn({ settings, template, now }), ...world }
  }
}

async function buildOnce<World>(build: (app: App) => Promise<World>) {
  const { name, url, sql } = await copyDatabase()
  const app = await startApp({ sql, clock: testClock() })
  try {
    const world = await build({ ...app, databaseUrl: url })
    await app.simulator.drain()
    return { template: name, now: app.clock(), world }
  } finally {
    await app.stop()
    await sql.end({ timeout: 5 })
  }
}
