import { onTestFinished } from 'vitest'
import { openDatabase } from '../platform/db/open.ts'
import type { Limits } from '../platform/http/limitClients.ts'
import { testDatabase } from './database.ts'
import { startApp } from './start.ts'

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

/**
 * The whole service on its own database, with the real carrier SDK and the simulated phone network. A failed test prints the
 * errors that the service logged.
 */
export async function testApp(settings: Record<string, string> = {}, limits?: Partial<Limits>) {
  const { sql, url: databaseUrl } = await testDatabase()
  const reserved = openDatabase(databaseUrl, { max: 4, unpipelined: true })
  onTestFinished(() => reserved.end({ timeout: 5 }))
  const clock = testClock()
  const app = await startApp({ sql, reserved, clock, settings: { LOG_LEVEL: 'error', ...settings }, limits })
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') process.stdout.write(app.logged.join(''))
    return app.stop()
  })
  return { ...app, databaseUrl }
}

export type App = Awaited<ReturnType<typeof testApp>>
