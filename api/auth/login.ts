import type { Context } from 'hono'
import type { Sql } from '../db/open.ts'
import type { Env } from '../env.ts'
import { AppError } from '../http/errors.ts'
import { isUnknownProxy, limit } from '../http/limits.ts'
import { findDevice } from './devices.ts'
import { loginName } from './names.ts'
import { isPassword } from './passwords.ts'
import { type Account, findAccount } from './queries.ts'
import {
  accountRule,
  clearTries,
  pairRule,
  type Rule,
  reserveTries,
  returnTry,
  throttleKey,
} from './throttle.ts'
import { createTurns } from './turns.ts'

// Against one address trying many names; far above what an office behind one address needs.
const LOGINS_PER_MINUTE = 60
// Where all visitors share one address because nobody told us of the proxy, it is no person's address.
const LOGINS_PER_MINUTE_OF_ALL = 600

interface Try {
  key: Buffer
  rule: Rule
}

interface Visit {
  http: Context
  sql: Sql
  env: Env
  address: string
  now: Date
}

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
  const strangers = createTurns({ atOnce: 1, waiting: 16 })
  const known = createTurns({ atOnce: 1, waiting: 16 })

  return async function accountOf(credentials: Credentials, visit: Visit): Promise<Account> {
    const { sql, now } = visit
    const device = await findDevice(visit.http, sql, visit.env, credentials.username)
    const tries = device
      ? [{ key: throttleKey('device', device.toString('hex')), rule: accountRule }]
      : await triesOf(credentials, visit)
    await reserveTries(sql, tries, now)
    const account = await findAccount(sql, credentials.username)
    const inTurn = device ? known : strangers
    const right = await inTurn(() => isPassword(credentials.password, account?.passwordHash)).catch(
      async (error) => {
        for (const { key } of tries) await returnTry(sql, key)
        throw error
      },
    )
    if (!account || !right) throw new AppError('unauthenticated', 'Invalid credentials')
    await clearTries(
      sql,
      tries.map(({ key }) => key),
    )
    return account
  }
}

async function triesOf({ username }: Credentials, { http, sql, env, address, now }: Visit): Promise<Try[]> {
  const shared = isUnknownProxy(http, env)
  await limit(sql, `login:${address}`, shared ? LOGINS_PER_MINUTE_OF_ALL : LOGINS_PER_MINUTE, now)
  const name = loginName(username)
  const account = { key: throttleKey('name', name), rule: accountRule }
  return shared ? [account] : [{ key: throttleKey('pair', name, address), rule: pairRule }, account]
}
