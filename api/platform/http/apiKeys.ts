import { brand } from '@salonback/shared/brand.ts'
import type { KeyScope } from '@salonback/shared/platform/http/endpoint.ts'
import type { Context } from 'hono'
import type { PlatformContext } from '../context.ts'
import type { Sql } from '../db/open.ts'
import type { SalonReads } from '../salons.ts'
import { AppError } from './errors.ts'
import { limitVisitor, rateLimit } from './rateLimits.ts'
import { hashOfToken } from './tokens.ts'

/** A key in force. */
export interface KeyInForce {
  id: string
  name: string
  scopes: KeyScope[]
  /** Null: all salons. */
  salonId: string | null
}

/** Begins each key, so that scanners for leaked secrets recognise it. */
export const KEY_PREFIX = 'sbk_'

const BEARER = new RegExp(`^Bearer +(${KEY_PREFIX}[\\w-]{43}) *$`, 'i')

/**
 * The API key behind a request, which counts against its limit. Wrong and revoked keys, and those of closed salons, get
 * the same 401 and count against the limit of the address; a key without the scope gets 403.
 */
export async function requireKey(
  c: Context,
  { sql, env, clock, salons }: Pick<PlatformContext, 'sql' | 'env' | 'clock' | 'salons'>,
  { scope }: { scope?: KeyScope | undefined },
): Promise<KeyInForce> {
  const header = c.req.header('authorization') ?? ''
  const [, token] = BEARER.exec(header) ?? []
  const key = token === undefined ? undefined : await findKeyInForce(sql, salons, token)
  if (!key) {
    await limitVisitor(c, { sql, env, clock }, 'wrongKey')
    c.header('WWW-Authenticate', challenge(/^Bearer\b/i.test(header) ? 'invalid_token' : null))
    throw new AppError('unauthenticated', 'Please send a valid API key')
  }
  await rateLimit(sql, `key:${key.id}`, env.KEY_CALLS_PER_MINUTE, clock())
  await markKeyUsed(sql, key.id, clock())
  if (!scope || !key.scopes.includes(scope)) {
    c.header('WWW-Authenticate', challenge('insufficient_scope'))
    throw new AppError('forbidden', 'This API key may not do this')
  }
  return key
}

/** Tells programs how to authenticate, and what is wrong with the key that they sent (RFC 6750, 3). */
const challenge = (error: 'invalid_token' | 'insufficient_scope' | null) =>
  `Bearer realm="${brand.name}"${error ? `, error="${error}"` : ''}`

async function findKeyInForce(sql: Sql, salons: SalonReads, token: string): Promise<KeyInForce | undefined> {
  const [key] = await sql<KeyInForce[]>`
    select k.id, k.name, k.scopes, k.salon_id from api_keys k
    where k.key_hash = ${hashOfToken(token)} and k.revoked_at is null and not ${salons.isClosed(sql, sql`k.salon_id`)}`
  return key
}

/** At most one write per minute and key. */
async function markKeyUsed(sql: Sql, id: string, now: Date): Promise<void> {
  await sql`
    update api_keys set last_used_at = ${now}
    where id = ${id} and coalesce(last_used_at, '-infinity') < ${now}::timestamptz - interval '1 minute'`
}
