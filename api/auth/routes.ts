import type { OpenAPIHono } from '@hono/zod-openapi'
import { auth } from '@salonback/shared/auth/contract.ts'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { endSession, findActor, startSession } from '../http/access.ts'
import { AppError } from '../http/errors.ts'
import { limit } from '../http/limits.ts'
import { serve } from '../http/serve.ts'
import { isPassword } from './passwords.ts'
import {
  type Account,
  findAccount,
  findAttempts,
  forgetAttempt,
  forgetFailures,
  recordAttempt,
} from './queries.ts'

const WINDOW_MS = 15 * 60_000
const FAILURES_ALLOWED = 5
// Against one address trying many names; far above what an office behind one address needs.
const LOGINS_PER_MINUTE = 60

export function authRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'auth', auth, {
    async login({ username, password }, { sql, env, clock, address, http }) {
      const now = clock()
      await limit(sql, `login:${address}`, LOGINS_PER_MINUTE, now)
      const account = await accountOf(sql, { username, password, address, now })
      await inTransaction(sql, async (open) => {
        // A new session for every login: a token planted before it is worth nothing after it.
        await endSession(http, open, env)
        http.header('Set-Cookie', undefined)
        await startSession(http, open, env, clock, account.id)
        await audit(open, { actor: account.username, action: 'login' })
      })
      return { username: account.username }
    },
    async logout(_, { sql, env, clock, http }) {
      const actor = await findActor(http, sql, env, clock)
      await inTransaction(sql, async (open) => {
        await endSession(http, open, env)
        if (actor) await audit(open, { actor: actor.username, action: 'logout' })
      })
      return { message: 'You have been logged out successfully' }
    },
    me: async (_, { actor }) => ({ id: actor.id, username: actor.username }),
  })
}

interface Attempt {
  username: string
  password: string
  address: string
  now: Date
}

/**
 * The account that these words open. The attempt is written down as a failure before the password is looked at,
 * so that a hundred guesses at once get no more looks than five in a row.
 */
async function accountOf(sql: Sql, attempt: Attempt): Promise<Account> {
  const since = new Date(attempt.now.getTime() - WINDOW_MS)
  const place = await recordAttempt(sql, attempt)
  const attempts = await findAttempts(sql, attempt, since)
  if (attempts.length > FAILURES_ALLOWED) {
    await forgetAttempt(sql, place)
    const free = (attempts[0] as Date).getTime() + WINDOW_MS
    const message = 'Too many failed logins. Please try again later.'
    throw new AppError('too_many', message, { retryAfter: (free - attempt.now.getTime()) / 1000 })
  }
  const account = await findAccount(sql, attempt.username)
  const right = await isPassword(attempt.password, account?.passwordHash)
  if (!account || !right) throw new AppError('unauthenticated', 'Invalid credentials')
  await forgetFailures(sql, attempt, since)
  return account
}
