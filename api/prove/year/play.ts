import type { CallInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { v1 } from '@salonback/shared/salons/v1/contract.ts'
import type { Json } from '../../platform/db/open.ts'
import type { Random } from '../../testing/random.ts'
import type { startApp } from '../../testing/start.ts'

const DAY = 24 * 3_600_000

/** Settings of both processes, so that their rules agree. */
export const settings = { QUIET_HOURS: '08:00-21:00', LOG_LEVEL: 'error' }

/** A clock that changes only through `advance`. */
export function movedClock(start: Date) {
  let now = start
  const clock = () => now
  clock.advance = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return clock
}

export type App = Awaited<ReturnType<typeof startApp<ReturnType<typeof movedClock>>>>

/** What the events need of a salon. Everything else is in the database. */
export interface PlayedSalon {
  id: string
  name: string
  country: 'GB' | 'IE' | 'US'
  timeZone: string
  address: string
  paused: boolean
  /** Numbers that its lists can have. */
  phones: string[]
  owner: { phone: string; home: string; promptness: number }
  /** Null: staff start its campaigns. */
  programme: {
    state: 'off' | 'running' | 'paused'
    offerId: string
    until: string
    askDay: number
    keptAside: number
  } | null
  /** Its booking system; null: none sends appointments. */
  feed: { send(input: CallInput<typeof v1.recordVisits>): Promise<unknown>; silentUntil: string } | null
}

export interface Play {
  app: App
  random: Random
  salons: PlayedSalon[]
  /** Offers so far; each has its number in its words. */
  offers: number
  /** Statements so far. */
  statements: number
}

export type Event = (play: Play, salon: PlayedSalon) => Promise<void>

export const numbered = (prefix: string, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(from + n).padStart(3, '0')}`)

/** Numbers that several salons and the agency know. */
export const sharedPhones = [
  ...numbered('+447700900', 0, 14),
  ...numbered('+353850000', 0, 10),
  ...['+1212555', '+1206555', '+1203555', '+1401555', '+1808555'].map((area) => `${area}0141`),
]

/** The date of a salon so many days before today. */
export const daysAgo = ({ app }: Play, { timeZone }: PlayedSalon, days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(app.clock().getTime() - days * DAY))

/** Ignores an answer that the state of the salon forbids. */
export const unlessConflict = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: { status?: number }) => {
    if (error.status === 409) return null
    throw error
  })

export const tokenOf = (url: string) => url.split('/o/')[1] ?? ''

interface About {
  salon?: string
  phone?: string
  subject?: string
}

/** Stores what happened, for the invariants: what people did, as opposed to what the service made of it. */
export async function note({ app: { sql, clock } }: Play, kind: string, about: About, value: Json = {}) {
  const { salon = '', phone = '', subject = '' } = about
  await sql`
    insert into proof.facts (at, kind, salon, phone, subject, value)
    values (${clock()}, ${kind}, ${salon}, ${phone}, ${subject}, ${sql.json(value)})`
}
