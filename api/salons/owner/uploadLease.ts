import { createLease } from '../../platform/db/lease.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hashOfToken } from '../../platform/http/tokens.ts'

/** The longest time for sending and reading a file. */
const LEASE_MS = 120_000
/** Seconds, for Retry-After. */
const RETRY_AFTER = 10

const lease = createLease('owner_links', LEASE_MS)

/** Runs one upload at a time through a link, in all processes; throws `too_many` for others. */
export async function withUploadLease<T>(sql: Sql, token: string, steps: () => Promise<T>): Promise<T> {
  const where = sql`token_hash = ${hashOfToken(token)}`
  if (!(await lease.acquire(sql, sql`clock_timestamp()`, { where })))
    throw new AppError('too_many', 'A file is being read already. Please try again when it is done.', {
      retryAfter: RETRY_AFTER,
    })
  try {
    return await steps()
  } finally {
    // Without the database the link becomes free when its lease ends.
    await lease.release(sql, { where }).catch(() => undefined)
  }
}
