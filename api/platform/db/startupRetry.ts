import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DatabaseUrlFault } from './databaseUrl.ts'
import { isConnectionLoss } from './open.ts'
import { codeOf, isTransient } from './retryOnDeadlock.ts'

/** How long a start waits in total for an unavailable database. */
const START_TIMEOUT_MS = 60_000
const PAUSE_MS = 500

/** No server reached: probably a wrong address, so not retried. Poolers refuse with 08P01. */
const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'CONNECT_TIMEOUT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  '08P01',
])

/**
 * Runs the steps of a start, each retried while the database is unavailable. A server that was never reached fails
 * immediately. Steps must be safe to run twice.
 */
export function retryWhileUnavailable(log: Logger, timeoutMs = START_TIMEOUT_MS) {
  const until = performance.now() + timeoutMs
  let reached = false
  return async function step<T>(act: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await act()
        reached = true
        return result
      } catch (error) {
        reached ||= !UNREACHABLE_CODES.has(codeOf(error))
        if (!isTransient(error) || !reached || performance.now() > until) throw error
        log.warn({ code: codeOf(error) }, 'the database became unavailable during the start; retrying')
        await wait(PAUSE_MS)
      }
    }
  }
}

/** Instructions by error code; the last match counts. */
const instructions: [codes: RegExp, wording: RegExp, instruction: string][] = [
  [/^ECONNREFUSED$/, /./, 'start the server there, or correct host and port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, /./, 'correct the name of the host'],
  [/^(E(HOST|NET)UNREACH|ETIMEDOUT|CONNECT_TIMEOUT)$/, /./, 'correct host and port, or check the firewall'],
  [/^3D000$/, /./, 'correct the name of the database, or create it'],
  [/^28P01$/, /./, 'correct the password, with its special characters percent-encoded'],
  [/^28000$/, /./, 'correct the role, or allow it in pg_hba.conf'],
  [/^28000$/, /no encryption|SSL off/i, 'this server requires TLS: add ?sslmode=require'],
  [/^NO_TLS$/, /./, 'remove sslmode, or enable TLS on the server'],
  [
    /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/,
    /./,
    'set sslrootcert=FILE to its root certificate, or use sslmode=require to encrypt without verification',
  ],
  [/^53300$/, /./, 'a process of the service needs 20 connections: raise the limit of the role or server'],
  [/^42501$/, /./, 'the role must own its database'],
  [/^42704$/, /configuration parameter/, 'remove this parameter'],
  [/^08P01$/, /./, 'the pooler rejected this database or role: configure it there'],
  [/^08P01$/, /startup parameter/, 'a pooler is in between: use the direct address of the database'],
]

/** Why the service cannot start on this database, with instructions, in one line. */
export class StartFault extends Error {}

/** One line about an unusable database, with setting and instructions; null for other errors. */
export function databaseFault(error: unknown, setting = 'DATABASE_URL'): string | null {
  if (error instanceof StartFault) return error.message
  if (error instanceof DatabaseUrlFault) return `${setting}: ${error.message}`
  const code = codeOf(error)
  const message = error instanceof Error && error.message ? error.message : code
  const instruction = instructions.findLast(
    ([codes, wording]) => codes.test(code) && wording.test(message),
  )?.[2]
  if (instruction) return `${setting}: ${message.replaceAll('\n', ' ')} (${code}); ${instruction}`
  return isConnectionLoss(error) || code.startsWith('28')
    ? `${setting}: the database became unavailable: ${message} (${code})`
    : null
}
