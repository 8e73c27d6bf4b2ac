import type { Fragment, Sql } from './open.ts'

/** A timestamptz column or expression as ISO-8601 in UTC with milliseconds. */
export const instant = (sql: Sql, at: string | Fragment) =>
  sql`to_char(${typeof at === 'string' ? sql(at) : at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
