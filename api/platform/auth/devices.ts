import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Env } from '../../env.ts'
import type { Sql } from '../db/open.ts'
import { cookieNameFor, isSecure } from '../http/access.ts'
import { hashOfToken, newToken } from '../http/tokens.ts'
import { loginName } from './names.ts'

/** Lifetime of the device cookie in seconds, Chromium's maximum. Every login renews it. */
const COOKIE_LIFE_SECONDS = 400 * 24 * 3600
/** Accounts per browser; the cookie holds a token for each. */
const MAX_ACCOUNTS = 4
const MAX_DEVICES = 50

const deviceCookieName = (env: Env) => cookieNameFor('device', env)

const readTokens = (c: Context, env: Env) =>
  (getCookie(c, deviceCookieName(env)) ?? '')
    .slice(0, 1000)
    .split('.')
    .filter((token) => /^[\w-]{43}$/.test(token))
    .slice(0, MAX_ACCOUNTS)

/** The token hash of the account of this name in this browser, or null. */
export async function findDevice(c: Context, sql: Sql, env: Env, username: string): Promise<Buffer | null> {
  const tokens = readTokens(c, env)
  if (tokens.length === 0) return null
  const rows = await sql<{ tokenHash: Buffer; username: string }[]>`
    select d.token_hash, a.username from known_devices d join admins a on a.id = d.admin_id
    where d.token_hash in ${sql(tokens.map(hashOfToken))} and a.disabled_at is null`
  return rows.find((row) => loginName(row.username) === loginName(username))?.tokenHash ?? null
}

/**
 * After a login: stores a new device token for this account in the browser, so that a token planted or copied before
 * stops working. Tokens of other accounts in the same browser stay.
 */
export async function rememberDevice(
  c: Context,
  sql: Sql,
  env: Env,
  now: Date,
  adminId: string,
): Promise<void> {
  const tokens = readTokens(c, env)
  const deleted = await sql<{ tokenHash: Buffer }[]>`
    delete from known_devices where admin_id = ${adminId} and token_hash in ${sql(tokens.map(hashOfToken))}
    returning token_hash`
  const others = tokens.filter(
    (token) => !deleted.some(({ tokenHash }) => tokenHash.equals(hashOfToken(token))),
  )
  const token = newToken()
  await sql`insert into known_devices (token_hash, admin_id, used_at) values (${hashOfToken(token)}, ${adminId}, ${now})`
  await sql`
    delete from known_devices where token_hash in (
      select token_hash from known_devices where admin_id = ${adminId}
      order by used_at desc offset ${MAX_DEVICES})`
  setCookie(c, deviceCookieName(env), [token, ...others].slice(0, MAX_ACCOUNTS).join('.'), {
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(env),
    path: '/',
    maxAge: COOKIE_LIFE_SECONDS,
  })
}
