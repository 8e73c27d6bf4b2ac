import { after, type Moment } from './now.ts'
import type { Fragment, Sql } from './open.ts'

interface Change {
  /** Further assignments, such as the holder. */
  set?: Fragment
  /** Which row: the holder, or the rows that may be leased. */
  where?: Fragment
}

/**
 * A lease: the right of one process to do some work, kept as `lease_until` in a table. It holds no lock or connection, and
 * a process that dies loses it after `ms`. All times are the database's.
 */
export function createLease(table: string, ms: number) {
  const assign = (sql: Sql, until: Fragment, { set, where }: Change, condition = sql``) => sql`
    update ${sql(table)} set lease_until = ${until} ${set ? sql`, ${set}` : sql``}
    where ${where ?? sql`true`} ${condition}`
  return {
    /** Takes a free lease and returns the row, or undefined if another process has it. */
    async acquire<Row extends object>(
      sql: Sql,
      now: Moment,
      { returning, ...change }: Change & { returning?: Fragment } = {},
    ): Promise<Row | undefined> {
      const free = sql`and lease_until <= ${now} returning ${returning ?? sql`lease_until`}`
      const rows: unknown[] = await assign(sql, after(sql, now, ms), change, free)
      return rows[0] as Row | undefined
    },
    /** Extends the lease; false if another process has taken it over. */
    async renew(sql: Sql, now: Moment, where?: Fragment): Promise<boolean> {
      return (await assign(sql, after(sql, now, ms), { ...(where && { where }) })).count > 0
    },
    async release(sql: Sql, change: Change = {}): Promise<void> {
      await assign(sql, sql`'-infinity'`, change)
    },
  }
}
