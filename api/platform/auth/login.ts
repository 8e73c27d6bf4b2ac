import type { Context } from 'hono'
import type { PlatformContext } from '../context.ts'
import { staffActor } from '../db/actor.ts'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { endSession, startSession } from '../http/access.ts'
import { AppError } from '../http/errors.ts'
import type { RunLimited } from '../http/limitConcurrency.ts'
import { isUnknownProxy, rateLimit } from '../http/rateLimits.ts'
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
  releaseAttempts,
  reserveAttempts,
  unknownBrowserAttempts,
} from './throttle.ts'

// Limits one address that tries many names; far above the logins of an office that shares an address.
const LOGINS_PER_MINUTE = 60
// Behind an unknown proxy all visitors share one address, so the limit per address would lock everyone out.
const LOGINS_PER_MINUTE_SHARED = 600

const askForCode = 'Enter the code from your authenticator app.'

type LoginContext = PlatformContext & { http: Context; address: string }

export interface Credentials {
  username: string
  password: string
  code?: string | undefined
}

/** `reason` is null when only the code is missing, which does not count as a failure. */
class LoginRejected extends AppError {
  readonly reason: RejectionReason | null

  constructor(reason: RejectionReason | null, message: string, code?: string) {
    super('unauthenticated', message, code === undefined ? {} : { fields: { code } })
    this.reason = reason
  }
}

/** Separate hashing limits, so that a flood from unknown browsers does not delay known ones. */
export interface Limiters {
  unknownBrowsers: RunLimited
  knownBrowsers: RunLimited
}

/**
 * Checks name, password and code, and opens a session. Failures of an unknown browser count against the name at its
 * address and the name from any address. Failures of a browser that has logged in to this account before count against
 * that browser only, so an attack on the account does not lock it out.
 */
export function createLogin({ unknownBrowsers, knownBrowsers }: Limiters) {
  return async function logIn(credentials: Credentials, context: LoginContext): Promise<Account> {
    const { sql, env, http, clock } = context
    let attempts: Attempt[] = []
    try {
      const device = await findDevice(http, sql, env, credentials.username)
      const reserved = device
        ? deviceAttempts(credentials.username, device)
        : await limitUnknownBrowser(credentials.username, context)
      await reserveAttempts(sql, reserved, clock())
      attempts = reserved
      const runLimited = device ? knownBrowsers : unknownBrowsers
      const checked = await runLimited(() => check(credentials, context))
      await inTransaction(sql, (open) => openSession(open, checked, attempts, context))
      return checked.account
    } catch (error) {
      // Only a wrong password or code counts as a failure.
      if (!(error instanceof LoginRejected && error.reason))
        await releaseAttempts(sql, attempts).catch(() => undefined)
      const reason = rejectionReason(error)
      if (reason) context.rejections.record(http, reason, { username: maskName(credentials.username) })
      throw error
    }
  }
}

async function limitUnknownBrowser(
  username: string,
  { http, sql, env, address, clock }: LoginContext,
): Promise<Attempt[]> {
  const shared = isUnknownProxy(http, env)
  await rateLimit(sql, `login:${address}`, shared ? LOGINS_PER_MINUTE_SHARED : LOGINS_PER_MINUTE, clock())
  return unknownBrowserAttempts(username, shared ? null : address)
}

interface Checked {
  account: Account
  /** Null when the account has no second factor. */
  proof: Proof | null
}

async function check({ username, password, code }: Credentials, context: LoginContext): Promise<Checked> {
  const account = await findAccount(context.sql, username)
  const right = await isPassword(password, account?.passwordHash)
  if (!account || !right) throw new LoginRejected('login', 'Invalid credentials')
  const proof = await readProof(context, account.id, code)
  if (proof === 'missing') throw new LoginRejected(null, askForCode, askForCode)
  if (proof === 'wrong') throw new LoginRejected('login_code', wrongCode, wrongCode)
  return { account, proof }
}

/** Runs in one transaction: a code is spent only with the session it opens, and only a login clears failures. */
async function openSession(
  sql: Sql,
  { account, proof }: Checked,
  attempts: Attempt[],
  { http, env, clock }: LoginContext,
) {
  if (proof && !(await spendProof(sql, account.id, proof))) {
    throw new LoginRejected('login_code', wrongCode, wrongCode)
  }
  await clearAttempts(sql, attempts)
  // Every login starts a new session: reusing a planted token would log the attacker in (session fixation).
  await endSession(http, sql, env)
  http.header('Set-Cookie', undefined)
  await startSession(http, sql, env, clock, account.id)
  await rememberDevice(http, sql, env, clock(), account.id)
  const detail = proof?.kind === 'recovery' ? { recoveryCode: true } : undefined
  await audit(sql, { actor: staffActor(account), action: 'login', ...(detail && { detail }) })
}

function rejectionReason(error: unknown): RejectionReason | null {
  if (error instanceof LoginRejected) return error.reason
  if (!(error instanceof AppError)) return null
  return error.code === 'too_many' ? 'login_throttled' : error.code === 'unavailable' ? 'login_busy' : null
}
