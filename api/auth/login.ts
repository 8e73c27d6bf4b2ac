import type { ErrorCode } from '@salonback/shared/http/errors.ts'
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/errors.ts'
import { isUnknownProxy, limit } from '../http/limits.ts'
import type { RefusalReason } from '../http/refusals.ts'
import { findDevice } from './devices.ts'
import { maskName } from './names.ts'
import { isPassword } from './passwords.ts'
import { type Account, findAccount } from './queries.ts'
import { clearTries, deviceTries, reserveTries, returnTries, strangerTries, type Try } from './throttle.ts'
import { createTurns, type InTurn } from './turns.ts'

// Against one address trying many names; far above what an office behind one address needs.
const LOGINS_PER_MINUTE = 60
// Where all visitors share one address because nobody told us of the proxy, it is no person's address.
const LOGINS_PER_MINUTE_OF_ALL = 600

type Visit = Pick<Deps, 'sql' | 'env' | 'refusals'> & { http: Context; address: string; now: Date }

export interface Credentials {
  username: string
  password: string
}

/**
 * One login, up to the account that the words open. Guesses of strangers count for the name at their address and for
 * the name wherever they come from; those of a browser that has logged in to this account before count for that
 * browser alone, so that no attack on the account locks it out.
 */
export function createLogin() {
  // Lanes of their own: a flood of strangers leaves a core free, and does not keep known browsers waiting.
  const lanes = {
    stranger: createTurns({ atOnce: 1, waiting: 16 }),
    known: createTurns({ atOnce: 1, waiting: 16 }),
  }
  return async function accountOf(credentials: Credentials, visit: Visit): Promise<Account> {
    try {
      return await opened(credentials, visit, lanes)
    } catch (error) {
      note(error, credentials, visit)
      throw error
    }
  }
}

async function opened(
  { username, password }: Credentials,
  visit: Visit,
  lanes: { stranger: InTurn; known: InTurn },
): Promise<Account> {
  const { http, sql, env, now } = visit
  const device = await findDevice(http, sql, env, username)
  const tries = device ? deviceTries(username, device) : await ofStranger(username, visit)
  await reserveTries(sql, tries, now)
  const account = await findAccount(sql, username)
  const inTurn = device ? lanes.known : lanes.stranger
  const right = await inTurn(() => isPassword(password, account?.passwordHash)).catch(async (error) => {
    await returnTries(sql, tries)
    throw error
  })
  if (!account || !right) throw new AppError('unauthenticated', 'Invalid credentials')
  await clearTries(sql, tries)
  return account
}

const reasons: Partial<Record<ErrorCode, RefusalReason>> = {
  unauthenticated: 'login',
  too_many: 'login_throttled',
  unavailable: 'login_busy',
}

function note(error: unknown, { username }: Credentials, { http, refusals }: Visit) {
  const reason = error instanceof AppError && reasons[error.code]
  if (reason) refusals.note(http, reason, { username: maskName(username) })
}

async function ofStranger(username: string, { http, sql, env, address, now }: Visit): Promise<Try[]> {
  const shared = isUnknownProxy(http, env)
  await limit(sql, `login:${address}`, shared ? LOGINS_PER_MINUTE_OF_ALL : LOGINS_PER_MINUTE, now)
  return strangerTries(username, shared ? null : address)
}
