import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction, isConnectionLoss, type Sql } from './open.ts'

/** A deadlock, a lock or a statement that took too long; a server that became a standby, so that another takes writes. */
const CLASHES = new Set(['40P01', '40001', '55P03', '57014', '25006'])
/**
 * Two transactions inserted the same row (23505), or a referenced row was deleted since it was read (23503): a retry
 * reads the new state.
 */
const OVERTAKEN = new Set(['23505', '23503'])
const TRIES = 3
const PAUSE_MS = 50

/**
 * As inTransaction, retried after a deadlock or a lost connection: the carrier posts a webhook once, so it must not be
 * lost to either. The steps must touch nothing but the database and be safe to run twice: the connection may have been
 * lost after the commit.
 */
export const retryOnDeadlock = <T>(sql: Sql, steps: (sql: Sql) => Promise<T>): Promise<T> =>
  retryStatement(() => inTransaction(sql, steps))

/** The same for one statement, which is a transaction by itself. */
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

/** Whether the same steps may succeed a moment later. */
export const isTransient = (error: unknown) => isConnectionLoss(error) || CLASHES.has(codeOf(error))

/** Postgres's, the driver's or the system's code of an error. */
export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
