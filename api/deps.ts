import type { Logger } from 'pino'
import type { Database } from './db/open.ts'
import type { Env } from './env.ts'
import type { Rejections } from './http/rejections.ts'
import type { Carrier } from './messages/carrier.ts'
import type { IngestFailures } from './messages/ingestFailures.ts'

/** The present moment; passed in, so that tests decide what time it is. */
export type Clock = () => Date

/** The clock of the service. Where processes must agree about time they ask the database's instead: see databaseNow. */
export const systemClock: Clock = () => new Date()

/** Everything the app stands on, built once by main (or a test) and passed in. */
export interface Deps {
  sql: Database
  /** Connections for the carrier's webhooks and health, which nothing else may take. */
  reserved: Database
  /** Where LISTEN is heard; null behind a pooler of transactions: changes are then read every second. */
  listener: Database | null
  env: Env
  clock: Clock
  log: Logger
  carrier: Carrier
  /** Counts and logs calls that are turned away. */
  rejections: Rejections
  /** Received texts this process could not store: they are fetched from the carrier. */
  ingestFailures: IngestFailures
  /** False until the start is over; readiness is 503 until then. */
  isStarted(): boolean
  /** Two-letter country of an address, or null when it tells nothing. */
  countryOf(address: string): string | null
}
