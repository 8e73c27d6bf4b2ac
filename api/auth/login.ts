import type { Context } from 'hono'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { endSession, startSession } from '../http/access.ts'
import { AppError } from '../http/errors.ts'
import type { RunLimited } from '../http/limitConcurrency.ts'
import { isUnknownProxy, limit } from '../http/limits.ts'
import type { RejectionReason } from '../http/rejections.ts'
import { findDevice, rememberDevice } from './devices.ts'
import { maskName } from './names.ts'
import { isPassword } from './passwords.ts'
import { type Account, findAccount } from './queries.ts'
import { type Proof, readProof, spendProof, wrongCode } from './secondFactor.ts'
import {
  type Attempt,
  clearAttempts,
  deviceAttempts,
  reserveAttempts,
  returnAttempts,
  strangerAttempts,
} from './throttle.ts'

// Against one address trying many names; far above what an office behind one address needs.
const LOGINS_PER_MINUTE = 60
// Behind an unknown proxy all visitors share one address, so the limit per person would lock everybody out.
const LOGINS_PER_MINUTE_OF_ALL = 600

const askForCode = 'Enter the code from your authenticator app.'

type LoginContext = Deps & { http: Context; address: string }

export interface Credentials {
  username: string
  password: string
  code?: string | undefined
}

/** The login is refused. `reason` is null where the password was right and only the code is missing: no failure. */
class Refused extends AppError {
  readonly reason: RejectionReason | null

  constructor(reason: RejectionReason | null, message: string, code?: string) {
    super('unauthenticated', message, code === undefined ? {} : { fields: { code } })
    this.reason = reason
  }
}

/** Password hashing is limited for unknown and for known browsers apart, so a flood of the first delays only them. */
export interface Limiters {
  strangers: RunLimited
  known: RunLimited
}

/**
 * Checks name, password and code, and opens a session. Failures of an unknown browser count for the name at its address
 * and for the name from anywhere; those of a browser that has logged in to this account before count for that browser
 * alone, so that no attack on the account locks it out.
 */
export function createLogin({ strangers, known }: Limiters) {
  return async function logIn(credentials: Credentials, context: LoginContext): Promise<Account> {
    const { sql, env, http, clock } = context
    let tries: Attempt[] = []
    try {
      const device = await findDevice(http, sql, env, credentials.username)
      const reserved = device
        ? deviceAttempts(credentials.username, device)
        : await reserveStrangerTries(credentials.username, context)
      await reserveAttempts(sql, reserved, clock())
      tries = reserved
      const runLimited = device ? known : strangers
      const checked = await runLimited(() => check(credentials, context))
      await inTransaction(sql, (open) => openSession(open, checked, tries, context))
      return checked.account
    } catch (error) {
      // Only a wrong password or code counts as a failure.
      if (!(error instanceof Refused && error.reason)) await returnAttempts(sql, tries).catch(() => undefined)
      const reason = reasonOf(error)
      if (reason) context.rejections.record(http, reason, { username: maskName(credentials.username) })
      throw error
    }
  }
}

async function reserveStrangerTries(
  username: string,
  { http, sql, env, address, clock }: LoginContext,
): Promise<Attempt[]> {
  const shared = isUnknownProxy(http, env)
  await limit(sql, `login:${address}`, shared ? LOGINS_PER_MINUTE_OF_ALL : LOGINS_PER_MINUTE, clock())
  return strangerAttempts(username, shared ? null : address)
}

interface Checked {
  account: Account
  /** The second factor that was given; null where the account has none. */
  proof: Proof | null
}

async function check({ username, password, code }: Credentials, context: LoginContext): Promise<Checked> {
  const account = await findAccount(context.sql, username)
  const right = await isPassword(password, account?.passwordHash)
  if (!account || !right) throw new Refused('login', 'Invalid credentials')
  const proof = await readProof(context, account.id, code)
  if (proof === 'missing') throw new Refused(null, askForCode, askForCode)
  if (proof === 'wrong') throw new Refused('login_code', wrongCode, wrongCode)
  return { account, proof }
}

/** One transaction: a code is spent only with the session it opens, and failures are cleared only by a login. */
async function openSession(
  sql: Sql,
  { account, proof }: Checked,
  tries: Attempt[],
  { http, env, clock }: LoginContext,
) {
  if (proof && !(await spendProof(sql, account.id, proof))) {
    throw new Refused('login_code', wrongCode, wrongCode)
  }
  await clearAttempts(sql, tries)
  // A new session for every login: otherwise a planted token would be logged in by it (session fixation).
  await endSession(http, sql, env)
  http.header('Set-Cookie', undefined)
  await startSession(http, sql, env, clock, account.id)
  await rememberDevice(http, sql, env, clock(), account.id)
  const detail = proof?.kind === 'recovery' ? { recoveryCode: true } : undefined
  await audit(sql, { actor: account.username, action: 'login', ...(detail && { detail }) })
}

function reasonOf(error: unknown): RejectionReason | null {
  if (error instanceof Refused) return error.reason
  if (!(error instanceof AppError)) return null
  return error.code === 'too_many' ? 'login_throttled' : error.code === 'unavailable' ? 'login_busy' : null
}
