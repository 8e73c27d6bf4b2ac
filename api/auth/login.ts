import type { Context } from 'hono'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { endSession, startSession } from '../http/access.ts'
import { AppError } from '../http/errors.ts'
import { isUnknownProxy, limit } from '../http/limits.ts'
import type { RefusalReason } from '../http/refusals.ts'
import { findDevice, rememberDevice } from './devices.ts'
import { maskName } from './names.ts'
import { isPassword } from './passwords.ts'
import { type Account, findAccount } from './queries.ts'
import { type Proof, readProof, spendProof, wrongCode } from './secondFactor.ts'
import { clearTries, deviceTries, reserveTries, returnTries, strangerTries, type Try } from './throttle.ts'
import type { InTurn } from './turns.ts'

// Against one address trying many names; far above what an office behind one address needs.
const LOGINS_PER_MINUTE = 60
// Where all visitors share one address because nobody told us of the proxy, it is no person's address.
const LOGINS_PER_MINUTE_OF_ALL = 600

const askForCode = 'Enter the code from your authenticator app.'

type Visit = Deps & { http: Context; address: string }

export interface Credentials {
  username: string
  password: string
  code?: string | undefined
}

/** The words were looked at and open nothing. Without a reason they were right as far as they went. */
class Refused extends AppError {
  readonly reason: RefusalReason | null

  constructor(reason: RefusalReason | null, message: string, code?: string) {
    super('unauthenticated', message, code === undefined ? {} : { fields: { code } })
    this.reason = reason
  }
}

/** Whose passwords are looked at one at a time: a flood of strangers does not keep anybody else waiting. */
export interface Lanes {
  strangers: InTurn
  known: InTurn
}

/**
 * One login: the account that the words open, and a session with it. Guesses of strangers count for the name at their
 * address and for the name wherever they come from; those of a browser that has logged in to this account before count
 * for that browser alone, so that no attack on the account locks it out.
 */
export function createLogin({ strangers, known }: Lanes) {
  return async function logIn(credentials: Credentials, visit: Visit): Promise<Account> {
    const { sql, env, http, clock } = visit
    let tries: Try[] = []
    try {
      const device = await findDevice(http, sql, env, credentials.username)
      const reserved = device
        ? deviceTries(credentials.username, device)
        : await ofStranger(credentials.username, visit)
      await reserveTries(sql, reserved, clock())
      tries = reserved
      const inTurn = device ? known : strangers
      const found = await inTurn(() => check(credentials, visit))
      await inTransaction(sql, (open) => enter(open, found, tries, visit))
      return found.account
    } catch (error) {
      // Only words that were wrong count as a failure.
      if (!(error instanceof Refused && error.reason)) await returnTries(sql, tries).catch(() => undefined)
      const reason = reasonOf(error)
      if (reason) visit.refusals.note(http, reason, { username: maskName(credentials.username) })
      throw error
    }
  }
}

async function ofStranger(username: string, { http, sql, env, address, clock }: Visit): Promise<Try[]> {
  const shared = isUnknownProxy(http, env)
  await limit(sql, `login:${address}`, shared ? LOGINS_PER_MINUTE_OF_ALL : LOGINS_PER_MINUTE, clock())
  return strangerTries(username, shared ? null : address)
}

interface Found {
  account: Account
  /** What of the second factor was shown; null where the account has none. */
  proof: Proof | null
}

async function check({ username, password, code }: Credentials, visit: Visit): Promise<Found> {
  const account = await findAccount(visit.sql, username)
  const right = await isPassword(password, account?.passwordHash)
  if (!account || !right) throw new Refused('login', 'Invalid credentials')
  const proof = await readProof(visit, account.id, code)
  if (proof === 'missing') throw new Refused(null, askForCode, askForCode)
  if (proof === 'wrong') throw new Refused('login_code', wrongCode, wrongCode)
  return { account, proof }
}

/** All or nothing: a code is spent only by the session it opens, and only a login forgives the failures before it. */
async function enter(sql: Sql, { account, proof }: Found, tries: Try[], { http, env, clock }: Visit) {
  if (proof && !(await spendProof(sql, account.id, proof))) {
    throw new Refused('login_code', wrongCode, wrongCode)
  }
  await clearTries(sql, tries)
  // A new session for every login: a token planted before it is worth nothing after it.
  await endSession(http, sql, env)
  http.header('Set-Cookie', undefined)
  await startSession(http, sql, env, clock, account.id)
  await rememberDevice(http, sql, env, clock(), account.id)
  const detail = proof?.kind === 'recovery' ? { recoveryCode: true } : undefined
  await audit(sql, { actor: account.username, action: 'login', ...(detail && { detail }) })
}

function reasonOf(error: unknown): RefusalReason | null {
  if (error instanceof Refused) return error.reason
  if (!(error instanceof AppError)) return null
  return error.code === 'too_many' ? 'login_throttled' : error.code === 'unavailable' ? 'login_busy' : null
}
