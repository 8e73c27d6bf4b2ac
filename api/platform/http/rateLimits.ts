import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { AnyEndpoint } from '@salonback/shared/platform/http/endpoint.ts'
import type { Context } from 'hono'
import type { Env } from '../../env.ts'
import type { Sql } from '../db/open.ts'
import { isPublicAddress, isTrustedProxy, networkOf, parseAddress, resolveVisitorAddress } from './address.ts'
import { AppError } from './errors.ts'

/** The address of the connection; `unknown` in tests without one. */
export function peerAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

/** The visitor's full address. Rate limits count its `networkOf`. */
export const visitorAddress = (c: Context, { TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>): string =>
  resolveVisitorAddress(peerAddress(c), c.req.header('x-forwarded-for'), TRUST_PROXY) ?? 'unknown'

/** Headers that proxies add. */
const forwardingHeaders = [
  'cf-connecting-ip',
  'forwarded',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
]

/** Whether the request has a header that only a proxy adds. */
export const isForwarded = (c: Context) => forwardingHeaders.some((name) => c.req.header(name) !== undefined)

/**
 * Whether the request came through a proxy that TRUST_PROXY does not name: all its visitors share one address. A proxy
 * that adds no header is recognised by its private address: visitors do not reach a public name from one.
 */
export function isUnknownProxy(
  c: Context,
  { TRUST_PROXY, PUBLIC_URL }: Pick<Env, 'TRUST_PROXY' | 'PUBLIC_URL'>,
) {
  const peer = peerAddress(c)
  if (isTrustedProxy(peer, TRUST_PROXY)) return false
  const address = parseAddress(peer)
  return (
    isForwarded(c) ||
    (address !== null && !isPublicAddress(address) && isPublicName(new URL(PUBLIC_URL).hostname))
  )
}

const isPublicName = (name: string) => name.includes('.') && (isIP(name) === 0 || isPublicAddress(name))

/** Whether calls of this row count against the limit per address. */
export const isRateLimited = ({ access, method, path, rateLimited = false }: AnyEndpoint) =>
  access === 'public' && !path.startsWith('/api/admin/') && (method === 'POST' || rateLimited)

interface Limiting {
  sql: Sql
  env: Pick<Env, 'TRUST_PROXY' | 'PUBLIC_POSTS_PER_MINUTE'>
  clock: () => Date
}

/** Counts a visitor's request to a public form or secret link; throws too_many past the limit. */
export function limitVisitor(c: Context, { sql, env, clock }: Limiting, kind = 'form'): Promise<void> {
  const key = `${kind}:${networkOf(visitorAddress(c, env))}`
  return rateLimit(sql, key, env.PUBLIC_POSTS_PER_MINUTE, clock())
}

/** Whether the visitor has used up the limit of this kind. Does not count the request. */
export async function isPastLimit(c: Context, { sql, env, clock }: Limiting, kind: string): Promise<boolean> {
  const key = `${kind}:${networkOf(visitorAddress(c, env))}`
  const { count } = await sql`
    select 1 from rate_limits
    where key = ${key} and window_start = ${windowOf(clock())} and hits >= ${env.PUBLIC_POSTS_PER_MINUTE}`
  return count > 0
}

/** Start of the minute. */
const windowOf = (now: Date) => new Date(Math.floor(now.getTime() / 60_000) * 60_000)

/** Counts a hit in the current minute, shared by all processes; throws too_many past the limit. */
export async function rateLimit(sql: Sql, key: string, perMinute: number, now: Date): Promise<void> {
  const window = windowOf(now)
  const [row] = await sql<{ hits: number }[]>`
    insert into rate_limits (key, window_start, hits) values (${key}, ${window}, 1)
    on conflict (key, window_start) do update set hits = rate_limits.hits + 1
    returning hits`
  if (row && row.hits > perMinute) {
    const retryAfter = (window.getTime() + 60_000 - now.getTime()) / 1000
    throw new AppError('too_many', 'Too many requests. Please try again in a minute.', { retryAfter })
  }
  if (row?.hits === 1)
    await sql`delete from rate_limits where window_start < ${new Date(now.getTime() - 600_000)}`
}
