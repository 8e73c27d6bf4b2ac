import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clockHours, type Schedule, windowOf } from '../sms/openHours.ts'

const DAY_MS = 86_400_000
const tuesdays: Schedule[] = [
  { zone: 'Europe/London', week: [null, null, clockHours(12, 13), null, null, null, null] },
]

/** Runs in the server before its own code: `Date` is ahead by the milliseconds in a file. */
const preload = `
  import { readFileSync } from 'node:fs'
  const Real = Date
  const now = () => Real.now() + Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))
  globalThis.Date = class Date extends Real {
    constructor(...given) {
      super(...(given.length === 0 ? [now()] : given))
    }
    static now = now
  }`

/**
 * A clock for a server in another process, which Postgres does not follow. It starts on a Tuesday at noon in London, when
 * salons text and both changes of clocks leave it inside their hours, so that a test passes on every day of the week.
 */
export function movedClock() {
  // Not in a folder of ours: a service that drops root could not read it.
  const file = join(tmpdir(), `salonback-clock-${randomUUID()}`)
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const advance = (milliseconds: number) => {
    ahead += milliseconds
    writeFileSync(file, String(ahead))
  }
  const toTuesday = () => advance(nextTuesdayNoon(now()).getTime() - now().getTime())
  toTuesday()
  return {
    settings: {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preload)}`,
      CLOCK_FILE: file,
    },
    /** The server's day, or the one this many days later. */
    day: (days = 0) => new Date(now().getTime() + days * DAY_MS).toISOString().slice(0, 10),
    advanceDays: (days: number) => advance(days * DAY_MS),
    /** Moves on to noon of the next Tuesday, for a test that sends texts after a number of days. */
    toTuesday,
    remove: () => rmSync(file, { force: true }),
  }
}

/** The first Tuesday noon in London after this time. */
export function nextTuesdayNoon(after: Date): Date {
  const { closesAt, opensAt } = windowOf(tuesdays, after)
  return closesAt ? windowOf(tuesdays, closesAt).opensAt : opensAt
}
