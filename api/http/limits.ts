import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Sql } from '../db/open.ts'
import type { Env } from '../env.ts'
import { isPublicAddress, readAddress, speaksForOthers, visitorOf } from './address.ts'
import { AppError } from './errors.ts'

/** Who connected to us; `unknown` without a connection, as tests call. */
export function peerOf(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

/** The visitor's address, whole. Limits count `networkOf` it. */
export const addressOf = (c: Context, { TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>): string =>
  visitorOf(peerOf(c), c.req.header('x-forwarded-for'), TRUST_PROXY) ?? 'unknown'

/** Headers that a proxy adds. */
const forwarding = [
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
export const isForwarded = (c: Context) => forwarding.some((name) => c.req.header(name) !== undefined)

/**
 * Whether the request came through a proxy that the settings do not name, whose address all its visitors share. A proxy
 * that adds no header is recognised by a private address: no visitor reaches a public name from one.
 */
export function isUnknownProxy(
  c: Context,
  { TRUST_PROXY, PUBLIC_URL }: Pick<Env, 'TRUST_PROXY' | 'PUBLIC_URL'>,
) {
  const peer = peerOf(c)
  if (speaksForOthers(peer, TRUST_PROXY)) return false
  const address = readAddress(peer)
  return (
    isForwarded(c) ||
    (address !== null && !isPublicAddress(address) && isPublicName(new URL(PUBLIC_URL).hostname))
  )
}

const isPublicName = (name: string) => name.includes('.') && (isIP(name) === 0 || isPublicAddress(name))

/** Counts a hit in the present minute; throws too_many once the limit is passed. Shared by every process. */
export async function limit(sql: Sql, key: string, perMinute: number, now: Date): Promise<void> {
  const window = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
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
