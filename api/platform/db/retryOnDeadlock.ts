import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction, isConnectionLoss, type Sql } from './open.ts'

/** Deadlock, lock or statement timeout, or a server that became a standby. */
const CLASHES = new Set(['40P01', '40001', '55P03', '57014', '25006'])
/** Concurrent insert of the same row (23505) or deletion of a referenced row (23503): a retry reads the new state. */
const OVERTAKEN = new Set(['23505', '23503'])
const TRIES = 3
const PAUSE_MS = 50

/**
 * inTransaction with retries after deadlocks and lost connections. The steps must only use the database and be safe to run
 * twice: the connection may have been lost after the commit.
 */
export const retryOnDeadlock = <T>(sql: Sql, steps: (sql: Sql) => Promise<T>): Promise<T> =>
  retryStatement(() => inTransaction(sql, steps))

/** The same for a single statement. */
export async function retryStatement<T>(steps: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await steps()
    } catch (error) {
      if (tries >= TRIES || !(isTransient(error) || OVERTAKEN.has(codeOf(error)))) throw error
      await wait(PAUSE_MS * tries)
    }
  }
}

/** Whether a retry may succeed. */
export const isTransient = (error: unknown) => isConnectionLoss(error) || CLASHES.has(codeOf(error))

/** Error code of Postgres, the driver or the system. */
export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
