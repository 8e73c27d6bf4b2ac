import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction, isLoss, type Sql } from './open.ts'

/** A deadlock, a lock or a statement that took too long. */
const CLASHES = new Set(['40P01', '40001', '55P03', '57014'])
/**
 * Two that inserted the same at once (23505), or a row referred to that went since it was read (23503): whoever looks
 * again finds the one there, and the other gone.
 */
const OVERTAKEN = new Set(['23505', '23503'])
const TRIES = 3
const PAUSE_MS = 50

/**
 * As inTransaction, and done again when it clashed with another, or its connection was lost: a webhook must not be lost
 * to either, because the carrier posts it once. The steps must touch nothing but the database, and must do no harm when
 * they are done after all, because the word that they had been may be what was lost.
 */
export const retryOnDeadlock = <T>(sql: Sql, steps: (sql: Sql) => Promise<T>): Promise<T> =>
  retryStatement(() => inTransaction(sql, steps))

/** The same for one statement, which is a transaction by itself. */
export async function retryStatement<T>(steps: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await steps()
    } catch (error) {
      if (tries >= TRIES || !(isPassing(error) || OVERTAKEN.has(codeOf(error)))) throw error
      await wait(PAUSE_MS * tries)
    }
  }
}

/** Whether the same steps may succeed a moment later. */
export const isPassing = (error: unknown) => isLoss(error) || CLASHES.has(codeOf(error))

/** Postgres's, the driver's or the system's code of an error. */
export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
