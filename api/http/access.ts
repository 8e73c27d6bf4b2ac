import { createHash, randomBytes } from 'node:crypto'
import { cookies, HOST_PREFIX } from '@salonback/shared/http/wire.ts'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Sql } from '../db/open.ts'
import type { Clock } from '../deps.ts'
import type { Env } from '../env.ts'
import { AppError } from './errors.ts'
import { addressOf } from './limits.ts'

/** The admin behind a request. */
export interface Actor {
  id: string
  username: string
  /** The password was printed or chosen by somebody else: nothing but its change is open. */
  mustChangePassword: boolean
}

const HOUR = 3_600_000
/** A session ends this long after its last call, in ms. */
export const IDLE = 12 * HOUR
/** And this long after its login whatever happens, in ms. */
export const ABSOLUTE = 30 * 24 * HOUR

/** Characters kept of what a browser says of itself. */
const MAX_AGENT_LENGTH = 300

export const isSecure = (env: Env) => env.PUBLIC_URL.startsWith('https:')
/** With https the `__Host-` prefix pins the cookie to this host. */
export const nameOfCookie = (kind: keyof typeof cookies, env: Env) =>
  `${isSecure(env) ? HOST_PREFIX : ''}${cookies[kind]}`
export const cookieName = (env: Env) => nameOfCookie('session', env)

const hash = (token: string) => createHash('sha256').update(token).digest()

/** A new session: 256 random bits for the browser, only their hash for us. */
export async function createSession(
  sql: Sql,
  adminId: string,
  now: Date,
  from: { agent?: string | undefined; address?: string } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into sessions (token_hash, admin_id, created_at, last_seen_at, agent, address)
    values (${hash(token)}, ${adminId}, ${now}, ${now}, ${from.agent ?? null}, ${from.address ?? null})`
  return token
}

/** A new session in the answer's cookie. */
export async function startSession(
  c: Context,
  sql: Sql,
  env: Env,
  clock: Clock,
  adminId: string,
): Promise<void> {
  const agent = c.req.header('user-agent')?.slice(0, MAX_AGENT_LENGTH)
  const token = await createSession(sql, adminId, clock(), { agent, address: addressOf(c, env) })
  setCookie(c, cookieName(env), token, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(env),
    path: '/',
    maxAge: ABSOLUTE / 1000,
  })
}

export async function endSession(c: Context, sql: Sql, env: Env): Promise<void> {
  const token = getCookie(c, cookieName(env))
  if (token) await sql`delete from sessions where token_hash = ${hash(token)}`
  deleteCookie(c, cookieName(env), { path: '/', secure: isSecure(env) })
}

/** The token hash of the session that asks. */
export const ownSession = (c: Context, env: Env): Buffer => hash(getCookie(c, cookieName(env)) ?? '')

/** Every session of this admin but the one that asks. */
export async function endOtherSessions(c: Context, sql: Sql, env: Env, adminId: string): Promise<void> {
  await sql`delete from sessions where admin_id = ${adminId} and token_hash <> ${ownSession(c, env)}`
}

export interface Session extends Actor {
  /** Hex of the token's hash: what the database calls the session. */
  hash: string
  lastSeenAt: Date
  /** When it runs out unless it is used before: idle 12 h, absolute 30 d. */
  endsAt: Date
}

/** The session of this request as it stands, or null; looking at it is no use of it. Disabled admins have none. */
export async function findSession(c: Context, sql: Sql, env: Env, clock: Clock): Promise<Session | null> {
  const token = getCookie(c, cookieName(env))
  if (!token) return null
  const now = clock()
  const [row] = await sql<(Omit<Session, 'hash' | 'endsAt'> & { createdAt: Date })[]>`
    select a.id, a.username, a.must_change_password, s.last_seen_at, s.created_at
    from sessions s join admins a on a.id = s.admin_id
    where s.token_hash = ${hash(token)} and a.disabled_at is null`
  if (!row) return null
  const endsAt = new Date(Math.min(row.lastSeenAt.getTime() + IDLE, row.createdAt.getTime() + ABSOLUTE))
  if (endsAt <= now) return null
  const { id, username, mustChangePassword, lastSeenAt } = row
  return { id, username, mustChangePassword, lastSeenAt, endsAt, hash: hash(token).toString('hex') }
}

/** The admin of this session, or null; the session counts as used now. */
export async function findActor(c: Context, sql: Sql, env: Env, clock: Clock): Promise<Actor | null> {
  const session = await findSession(c, sql, env, clock)
  if (!session) return null
  const now = clock()
  // At most one write a minute and session: idle time needs to be known no finer.
  if (now.getTime() - session.lastSeenAt.getTime() > 60_000) {
    await sql`update sessions set last_seen_at = ${now} where token_hash = ${Buffer.from(session.hash, 'hex')}`
  }
  const { id, username, mustChangePassword } = session
  return { id, username, mustChangePassword }
}

/** Middleware of every staff call: 401 without a session. */
export async function requireActor(
  c: Context,
  { sql, env, clock }: { sql: Sql; env: Env; clock: Clock },
  { allowedWithTemporaryPassword = false }: { allowedWithTemporaryPassword?: boolean } = {},
): Promise<Actor> {
  const actor = await findActor(c, sql, env, clock)
  if (!actor) throw new AppError('unauthenticated', 'Please log in')
  return allowedWithTemporaryPassword ? actor : withOwnPassword(actor)
}

/** 403 while the admin has yet to choose a password. The event stream needs it by itself: it does not use its session. */
export function withOwnPassword<A extends Actor>(actor: A): A {
  if (actor.mustChangePassword) throw new AppError('forbidden', 'Please choose a password of your own first')
  return actor
}
