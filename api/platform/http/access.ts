import { type Access, mayCall, type Role } from '@salonback/shared/platform/http/endpoint.ts'
import { cookies, HOST_PREFIX } from '@salonback/shared/platform/http/wire.ts'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Env } from '../../env.ts'
import type { Clock } from '../context.ts'
import type { Actor } from '../db/actor.ts'
import type { Sql } from '../db/open.ts'
import { AppError } from './errors.ts'
import { visitorAddress } from './rateLimits.ts'
import { hashOfToken, newToken } from './tokens.ts'

/** The account behind a request. */
export interface Caller extends Actor {
  role: Role
  /** The password was printed or set by another person: every call except its change answers 403. */
  mustChangePassword: boolean
}

const HOUR = 3_600_000
/** A session ends this long after its last request. */
export const SESSION_IDLE_MS = 12 * HOUR
/** A session ends this long after its login. */
export const SESSION_MAX_MS = 30 * 24 * HOUR

/** Stored characters of User-Agent. */
const MAX_AGENT_LENGTH = 300

export const isSecure = (env: Env) => env.PUBLIC_URL.startsWith('https:')
/** With https the `__Host-` prefix binds the cookie to this host. */
export const cookieNameFor = (kind: keyof typeof cookies, env: Env) =>
  `${isSecure(env) ? HOST_PREFIX : ''}${cookies[kind]}`
export const sessionCookieName = (env: Env) => cookieNameFor('session', env)

/** Creates a session: 256 random bits for the browser. Only their hash is stored. */
export async function createSession(
  sql: Sql,
  adminId: string,
  now: Date,
  from: { agent?: string | undefined; address?: string } = {},
): Promise<string> {
  const token = newToken()
  await sql`
    insert into sessions (token_hash, admin_id, created_at, last_seen_at, agent, address)
    values (${hashOfToken(token)}, ${adminId}, ${now}, ${now}, ${from.agent ?? null}, ${from.address ?? null})`
  return token
}

/** Creates a session and sets its cookie. */
export async function startSession(
  c: Context,
  sql: Sql,
  env: Env,
  clock: Clock,
  adminId: string,
): Promise<void> {
  const agent = c.req.header('user-agent')?.slice(0, MAX_AGENT_LENGTH)
  const token = await createSession(sql, adminId, clock(), { agent, address: visitorAddress(c, env) })
  setCookie(c, sessionCookieName(env), token, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(env),
    path: '/',
    maxAge: SESSION_MAX_MS / 1000,
  })
}

export async function endSession(c: Context, sql: Sql, env: Env): Promise<void> {
  const token = getCookie(c, sessionCookieName(env))
  if (token) await sql`delete from sessions where token_hash = ${hashOfToken(token)}`
  deleteCookie(c, sessionCookieName(env), { path: '/', secure: isSecure(env) })
}

/** The token hash of the request's session. */
export const requestSessionHash = (c: Context, env: Env): Buffer =>
  hashOfToken(getCookie(c, sessionCookieName(env)) ?? '')

/** Ends every session of this admin except the request's own. */
export async function endOtherSessions(c: Context, sql: Sql, env: Env, adminId: string): Promise<void> {
  await sql`delete from sessions where admin_id = ${adminId} and token_hash <> ${requestSessionHash(c, env)}`
}

export interface Session extends Caller {
  /** Hash of the token in hex, which identifies the session in the database. */
  hash: string
  lastSeenAt: Date
  /** Expiry unless the session is used before: 12 h idle, 30 d at most. */
  endsAt: Date
}

/** The request's valid session, or null. Does not count as use of the session. Disabled admins have none. */
export async function findSession(c: Context, sql: Sql, env: Env, clock: Clock): Promise<Session | null> {
  const token = getCookie(c, sessionCookieName(env))
  if (!token) return null
  const now = clock()
  const [row] = await sql<(Omit<Session, 'hash' | 'endsAt'> & { createdAt: Date })[]>`
    select a.id, 'staff' as kind, a.username as name, a.role, a.must_change_password, s.last_seen_at, s.created_at
    from sessions s join admins a on a.id = s.admin_id
    where s.token_hash = ${hashOfToken(token)} and a.disabled_at is null`
  if (!row) return null
  const endsAt = new Date(
    Math.min(row.lastSeenAt.getTime() + SESSION_IDLE_MS, row.createdAt.getTime() + SESSION_MAX_MS),
  )
  if (endsAt <= now) return null
  const { createdAt: _, ...session } = row
  return { ...session, endsAt, hash: hashOfToken(token).toString('hex') }
}

/** The admin of the request's session, or null. Counts as use of the session. */
export async function findActor(c: Context, sql: Sql, env: Env, clock: Clock): Promise<Caller | null> {
  const session = await findSession(c, sql, env, clock)
  if (!session) return null
  const now = clock()
  // At most one write per minute and session: the idle time needs no finer resolution.
  if (now.getTime() - session.lastSeenAt.getTime() > 60_000) {
    await sql`update sessions set last_seen_at = ${now} where token_hash = ${Buffer.from(session.hash, 'hex')}`
  }
  const { kind, id, name, role, mustChangePassword } = session
  return { kind, id, name, role, mustChangePassword }
}

/** The person behind a staff request. Throws 401 without a session, 403 if the role may not make this call. */
export async function requireActor(
  c: Context,
  { sql, env, clock }: { sql: Sql; env: Env; clock: Clock },
  row: { access?: Access; allowedWithTemporaryPassword?: boolean } = {},
): Promise<Caller> {
  const actor = await findActor(c, sql, env, clock)
  if (!actor) throw new AppError('unauthenticated', 'Please log in')
  if (!row.allowedWithTemporaryPassword) requireOwnPassword(actor)
  if (!mayCall(row, actor.role)) throw new AppError('forbidden', 'Only an admin can do this')
  return actor
}

/**
 * In the transaction that stores a long upload: the account may still make the call, and its role stays until the commit.
 * Throws 401 or 403.
 */
export async function requireStill(sql: Sql, { id }: Caller, row: { access?: Access }): Promise<void> {
  const [account] = await sql<{ role: Role }[]>`
    select role from admins where id = ${id} and disabled_at is null for share`
  if (!account) throw new AppError('unauthenticated', 'Please log in')
  if (!mayCall(row, account.role)) throw new AppError('forbidden', 'Only an admin can do this')
}

/** Throws 403 while the admin must change the password. */
export function requireOwnPassword<A extends Caller>(actor: A): A {
  if (actor.mustChangePassword) throw new AppError('forbidden', 'Please choose a password of your own first')
  return actor
}
