import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import type { Database } from './db/open.ts'
import type { ChangeFeed } from './http/changeFeed.ts'
import type { Rejections } from './http/rejections.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Post } from './receivers/post.ts'
import type { KeyAmounts, SalonReads } from './salons.ts'

/** Returns the current time. Passed in, so that tests can set it. */
export type Clock = () => Date

/** The system's clock. Where processes must agree on the time they use the database's: see databaseNow. */
export const systemClock: Clock = () => new Date()

/** What the platform needs. Features that send texts get more: `Deps`. */
export interface PlatformContext {
  sql: Database
  /** A separate pool for the carrier's webhooks and for health checks. */
  reserved: Database
  env: Env
  clock: Clock
  log: Logger
  mailer: Mailer
  /** Sends events to other systems. */
  post: Post
  /** Committed changes, for the event streams. */
  changeFeed: ChangeFeed
  /** Counts and logs rejected requests. */
  rejections: Rejections
  salons: SalonReads
  keyAmounts: KeyAmounts
  /** False during startup, when readiness is 503. */
  isStarted(): boolean
  /** Two-letter country of an IP address, or null when unknown. */
  countryOf(address: string): string | null
}
