import type { Sql } from './open.ts'

/** A timestamptz column as ISO-8601 in UTC with milliseconds. */
export const instant = (sql: Sql, column: string) =>
  sql`to_char(${sql(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
