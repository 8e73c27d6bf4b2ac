import { type Clock, systemClock } from '../deps.ts'
import type { Sql } from './open.ts'

/**
 * This moment as SQL, by the one clock all processes share: their own differ, and one that was set would end another's
 * lease. A test's clock stands in for the database's.
 */
export const databaseNow = (sql: Sql, clock: Clock) =>
  clock === systemClock ? sql`clock_timestamp()` : sql`${clock()}::timestamptz`

/** A moment as SQL. */
export type Moment = ReturnType<typeof databaseNow>

/** That many milliseconds after a moment; before it when negative. */
export const after = (sql: Sql, moment: Moment, ms: number) =>
  sql`(${moment} + ${ms} * interval '1 millisecond')`
