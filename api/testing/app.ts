import { onTestFinished } from 'vitest'
import { openDatabase } from '../db/open.ts'
import type { Limits } from '../http/limitClients.ts'
import { testDatabase } from './database.ts'
import { startApp } from './start.ts'

/** Noon in London, Dublin and (8 in the morning, 5 in the west) not yet everywhere in the US. */
export const NOON = new Date('2026-03-10T12:00:00Z')

/** A clock that only a test moves. */
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

/** The whole service on its own database, with the simulated phone network behind the true carrier SDK. */
export async function testApp(settings: Record<string, string> = {}, limits?: Partial<Limits>) {
  const { sql, url: databaseUrl } = await testDatabase()
  const reserved = openDatabase(databaseUrl, { max: 4 })
  onTestFinished(() => reserved.end({ timeout: 5 }))
  const app = await startApp({ sql, reserved, clock: testClock(), settings, limits })
  onTestFinished(app.stop)
  return { ...app, databaseUrl }
}
