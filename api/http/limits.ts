import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Sql } from '../db/open.ts'
import type { Env } from '../env.ts'
import { AppError } from './errors.ts'

/** The visitor's address. Behind a trusted proxy, the last hop it vouches for; the rest of the header is hearsay. */
export function addressOf(c: Context, env: Env): string {
  if (env.TRUST_PROXY) {
    const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
    if (forwarded) return forwarded
  }
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Whether a proxy handed this on that the settings do not name: its address is that of all who come through it. */
export const isUnknownProxy = (c: Context, env: Env) =>
  !env.TRUST_PROXY && ['x-forwarded-for', 'forwarded', 'via'].some((name) => c.req.header(name) !== undefined)

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
