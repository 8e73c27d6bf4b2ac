import type { testApp } from './app.ts'
import type { Random } from './random.ts'
import type { KnownSalon } from './salonOracle.ts'

export type App = Awaited<ReturnType<typeof testApp>>

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(3, '0')}`)

export const phones = [
  ...numbered('+447700900', 14),
  ...numbered('+353850000', 10),
  ...['+1212555', '+1206555', '+1203555', '+1401555', '+1808555'].map((area) => `${area}0141`),
]

/** Three salons with shared clients, their owners and staff, who act at random; and what we know of it all. */
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
  /** Every number is also a prospect of the agency: why it may get no first text, or null. */
  prospects: Map<string, string | null>
  /** What happened, for the message of a failure. */
  log: string[]
}

export type Event = (year: SalonYear, salon: KnownSalon) => Promise<void>
