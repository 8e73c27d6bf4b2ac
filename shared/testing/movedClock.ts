import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nextSalonWindow } from '../salons/salons/sendWindow.ts'

const DAY_MS = 86_400_000

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
 * A clock for a server in another process, which Postgres does not follow. It starts when salons in London may text next,
 * so that a test passes on every day of the week.
 */
export function movedClock() {
  // Not in a folder of ours: a service that drops root could not read it.
  const file = join(tmpdir(), `salonback-clock-${randomUUID()}`)
  let ahead = nextOpening().getTime() - Date.now()
  const write = () => writeFileSync(file, String(ahead))
  write()
  return {
    settings: {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preload)}`,
      CLOCK_FILE: file,
    },
    /** The server's day, or the one this many days later. */
    day: (days = 0) => new Date(Date.now() + ahead + days * DAY_MS).toISOString().slice(0, 10),
    advanceDays(days: number) {
      ahead += days * DAY_MS
      write()
    },
    remove: () => rmSync(file, { force: true }),
  }
}

function nextOpening(): Date {
  const windowAfter = (from: Date) =>
    nextSalonWindow({ timeZone: 'Europe/London' }, '+447700900100', '00:00-24:00', from)
  const now = new Date()
  const { opensAt, closesAt } = windowAfter(now)
  return opensAt > now || !closesAt ? opensAt : windowAfter(closesAt).opensAt
}
