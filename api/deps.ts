import type { Logger } from 'pino'
import type { Carrier } from './core/messages/carrier.ts'
import type { IngestFailures } from './core/messages/ingestFailures.ts'
import type { Subscribers } from './core/messages/subscribers.ts'
import type { Env } from './env.ts'
import type { Database } from './platform/db/open.ts'
import type { ChangeFeed } from './platform/http/changeFeed.ts'
import type { Rejections } from './platform/http/rejections.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Post } from './platform/receivers/post.ts'

/** Returns the current time. Passed in, so that tests can set it. */
export type Clock = () => Date

/** The system's clock. Where processes must agree on the time they use the database's: see databaseNow. */
export const systemClock: Clock = () => new Date()

/** Dependencies of the app, built once by main.ts or a test. */
export interface Deps {
  sql: Database
  /** A separate pool for the carrier's webhooks and for health checks. */
  reserved: Database
  env: Env
  clock: Clock
  log: Logger
  carrier: Carrier
  mailer: Mailer
  /** Sends events to other systems. */
  post: Post
  /** What follows from a text; see api/subscribers.ts. */
  subscribers: Subscribers
  /** Committed changes, for the event streams. */
  changeFeed: ChangeFeed
  /** Counts and logs rejected requests. */
  rejections: Rejections
  /** Inbound texts that this process failed to store, which it fetches from the carrier later. */
  ingestFailures: IngestFailures
  /** False during startup, when readiness is 503. */
  isStarted(): boolean
  /** Two-letter country of an IP address, or null when unknown. */
  countryOf(address: string): string | null
}
