import { inTransaction, type Sql } from './open.ts'

const DEADLOCK = '40P01'
const TRIES = 3

/**
 * As inTransaction, and done again when Postgres ended it to free a deadlock: a webhook must not be lost to one,
 * because the carrier posts it once. The steps must touch nothing but the database.
 */
export async function inTransactionAgain<T>(sql: Sql, steps: (sql: Sql) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(sql, steps)
    } catch (error) {
      if (tries >= TRIES || !isDeadlock(error)) throw error
    }
  }
}

const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === DEADLOCK
