import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { codeOf, isTransient } from './retryOnDeadlock.ts'

/** How long one start waits, all its steps together, for a database that went away or is itself starting. */
const START_TIMEOUT_MS = 60_000
const PAUSE_MS = 500

/** No server was reached: more likely a wrong address than a restart, so it is not retried. */
const NOBODY = new Set(['ECONNREFUSED', 'CONNECT_TIMEOUT', 'ETIMEDOUT'])

/**
 * Runs the steps of a start, each retried while the database is away. A server that was never reached fails at once.
 * A step must be safe to run twice: the connection may have been lost after the commit and before its answer.
 */
export function retryWhileAway(log: Logger, timeoutMs = START_TIMEOUT_MS) {
  const until = performance.now() + timeoutMs
  let reached = false
  return async function step<T>(act: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await act()
        reached = true
        return result
      } catch (error) {
        reached ||= !NOBODY.has(codeOf(error))
        if (!isTransient(error) || !reached || performance.now() > until) throw error
        log.warn({ code: codeOf(error) }, 'the database is away in the middle of starting; trying again')
        await wait(PAUSE_MS)
      }
    }
  }
}

/** What ends a start without a fault in the program, in one line; null for anything else. */
export function unreachable(error: unknown): string | null {
  const code = codeOf(error)
  if (!isTransient(error) && !/^(28|3D)|^E(NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)/.test(code)) return null
  const words = error instanceof Error && error.message ? error.message : code
  return `The database cannot be used (${code}): ${words}`
}
