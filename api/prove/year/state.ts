import type { Sql } from '../../platform/db/open.ts'
import type { Random } from '../../testing/random.ts'
import type { startApp } from '../../testing/start.ts'
import type { KnownSalon } from './oracle.ts'

/** Settings of both processes, so that their rules agree. */
export const settings = { QUIET_HOURS: '08:00-21:00', LOG_LEVEL: 'error' }

/** A clock that changes only through `advance`. */
export function yearClock(start: Date) {
  let now = start
  const clock = () => now
  clock.advance = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return clock
}

export type App = Awaited<ReturnType<typeof startApp<ReturnType<typeof yearClock>>>>

export const numbered = (prefix: string, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(from + n).padStart(3, '0')}`)

/** Numbers that several salons and the agency know. */
export const sharedPhones = [
  ...numbered('+447700900', 0, 14),
  ...numbered('+353850000', 0, 10),
  ...['+1212555', '+1206555', '+1203555', '+1401555', '+1808555'].map((area) => `${area}0141`),
]

/** The paid visit of a texted client. */
export interface KnownVisit {
  externalId: string
  phone: string
  bookedAt: string
  startsAt: string
  /** The last known amount paid. */
  amount: number
  /** An appointment was in force when the first text left. */
  hadBooking: boolean
  /** Its amount was corrected, by the booking system or by staff. */
  corrected: 'by call' | 'by dispute' | null
}

export interface KnownMoney {
  visits: Map<string, KnownVisit>
  /** The rate of each statement, by its number. */
  rates: Map<number, number>
}

/** Salons with shared clients, owners and staff who act at random, and the known state of all of them. */
export interface SalonYear {
  app: App
  random: Random
  salons: KnownSalon[]
  /** Addresses to which a number has sent STOP, without a START to the same one since. */
  stops: Map<string, Set<string>>
  /** Addresses to which a number has written, without an answer or decision since. */
  waiting: Map<string, Set<string>>
  /** Numbers that said no to the agency. */
  refused: Set<string>
  /** Shared numbers, which are also prospects of the agency: why one may get no first text, or null. */
  prospects: Map<string, string | null>
  money: KnownMoney
  /** What happened, for the message of a failure. */
  log: string[]
}

export type Event = (year: SalonYear, salon: KnownSalon) => Promise<void>

/** Ignores an answer that the state of the salon forbids. */
export const unlessConflict = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: { status?: number }) => {
    if (error.status === 409) return null
    throw error
  })

export const tokenOf = (url: string) => url.split('/o/')[1] ?? ''

/** The words of the mail `e`: what it will show, or, once it was sent, what was kept of it. */
export const mailWords = (sql: Sql) => sql`
  coalesce(e.content::text, (select regexp_replace(k.body, '\\s+', ' ', 'g') from simulator.mails k where k.id = e.id))`
