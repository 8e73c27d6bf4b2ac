import { type Clock, systemClock } from '../context.ts'
import type { Sql } from './open.ts'

/** The current time as SQL, by the database clock, because clocks of processes differ. Tests pass their own clock. */
export const databaseNow = (sql: Sql, clock: Clock) =>
  clock === systemClock ? sql`clock_timestamp()` : sql`${clock()}::timestamptz`

/** A time as SQL. */
export type Moment = ReturnType<typeof databaseNow>

/** `ms` after a time; negative: before it. */
export const after = (sql: Sql, moment: Moment, ms: number) =>
  sql`(${moment} + ${ms} * interval '1 millisecond')`
