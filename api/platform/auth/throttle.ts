import { createHash } from 'node:crypto'
import type { Actor } from '../db/actor.ts'
import type { Sql } from '../db/open.ts'
import { AppError } from '../http/errors.ts'
import { loginName } from './names.ts'

const MINUTE = 60_000

/** After `free` failures each further one doubles the wait. Times in ms. */
interface Rule {
  free: number
  firstWait: number
  longestWait: number
  /** Failures older than this no longer count. */
  windowMs: number
}

/** For a name at an address, and for a session: five failures in 15 minutes. */
const pairRule: Rule = {
  free: 5,
  firstWait: 15 * MINUTE,
  longestWait: 15 * MINUTE,
  windowMs: 15 * MINUTE,
}

/** For a name from any address, or a known browser: about a hundred guesses a day. */
const accountRule: Rule = {
  free: 10,
  firstWait: MINUTE / 2,
  longestWait: 15 * MINUTE,
  windowMs: 24 * 60 * MINUTE,
}

/** A failure counter and its rule. */
export interface Attempt {
  key: Buffer
  /** `nameKey` of the username. */
  name: Buffer
  rule: Rule
}

/** When these failures (oldest first, all within `windowMs`) allow the next attempt. */
function nextAttempt(failures: readonly Date[], rule: Rule): Date {
  const last = failures.at(-1)
  const nthLast = failures.at(-rule.free)
  if (!last || !nthLast || failures.length < rule.free) return new Date(0)
  const wait = Math.min(rule.longestWait, rule.firstWait * 2 ** (failures.length - rule.free))
  return new Date(Math.min(last.getTime() + wait, nthLast.getTime() + rule.windowMs))
}

/** Hashed, because people type phone numbers and passwords into the name field. */
const throttleKey = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

const nameKey = (username: string) => throttleKey('name', loginName(username))

/** An unknown browser's attempt counts against the name, and against the name at this address unless that is shared. */
export function unknownBrowserAttempts(username: string, address: string | null): Attempt[] {
  const name = nameKey(username)
  const account = { key: name, name, rule: accountRule }
  if (address === null) return [account]
  return [{ key: throttleKey('pair', loginName(username), address), name, rule: pairRule }, account]
}

/** The attempt of a browser that has logged in to the account before counts against that browser only. */
export const deviceAttempts = (username: string, tokenHash: Buffer): Attempt[] => [
  { key: throttleKey('device', tokenHash.toString('hex')), name: nameKey(username), rule: accountRule },
]

/** For the password asked again within a session. */
export const staffAttempts = ({ id, name }: Actor): Attempt[] => [
  { key: throttleKey('staff', id), name: nameKey(name), rule: pairRule },
]

/** Failures dated further ahead come from a wrong clock and are ignored: they would lock the account until then. */
const MAX_CLOCK_SKEW = MINUTE

/**
 * Counts a failure before the password is checked, so that parallel guesses get no more checks than sequential ones.
 * One statement on one row, so concurrent attempts cannot pass together. Null when counted, else the time to try again.
 */
async function reserveAttempt(sql: Sql, { key, name, rule }: Attempt, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - rule.windowMs)
  const until = new Date(now.getTime() + MAX_CLOCK_SKEW)
  const recent = sql`array(select t from unnest(f.failures) t where t > ${since} and t <= ${until} order by t)`
  const count = sql`cardinality(${recent})`
  const { count: taken } = await sql`
    insert into login_failures as f (key, name, failures, at)
    values (${key}, ${name}, array[${now}::timestamptz], ${now})
    on conflict (key) do update set failures = ${recent} || excluded.failures, at = excluded.at
    where ${count} < ${rule.free} or f.at > ${until} or ${now}::timestamptz >= f.at +
      interval '1 ms' * least(${rule.longestWait}::float8, ${rule.firstWait}::float8 * power(2::float8, ${count} - ${rule.free}))`
  if (taken > 0) return null
  const [row] = await sql<{ failures: Date[] }[]>`select failures from login_failures where key = ${key}`
  return nextAttempt(row?.failures.filter((at) => at > since && at <= until) ?? [], rule)
}

/** Counts all attempts of a login; throws too_many and counts none if one of them is over its limit. */
export async function reserveAttempts(sql: Sql, attempts: Attempt[], now: Date): Promise<void> {
  for (const [n, one] of attempts.entries()) {
    const next = await reserveAttempt(sql, one, now)
    if (!next) continue
    await releaseAttempts(sql, attempts.slice(0, n))
    throw new AppError('too_many', 'Too many failed logins. Please try again later.', {
      retryAfter: Math.max(1, (next.getTime() - now.getTime()) / 1000),
    })
  }
}

/** Removes attempts that ended without a password check. */
export async function releaseAttempts(sql: Sql, attempts: Attempt[]): Promise<void> {
  if (attempts.length === 0) return
  await sql`
    update login_failures
    set failures = trim_array(failures, 1), at = coalesce(failures[cardinality(failures) - 1], at)
    where key in ${sql(attempts.map(({ key }) => key))} and cardinality(failures) > 0`
}

/** Removes the failures before a successful login. */
export async function clearAttempts(sql: Sql, attempts: Attempt[]): Promise<void> {
  await sql`delete from login_failures where key in ${sql(attempts.map(({ key }) => key))}`
}

/** Deletes all failures of a name, from every address. */
export async function clearFailuresOfName(sql: Sql, username: string): Promise<void> {
  await sql`delete from login_failures where name = ${nameKey(username)}`
}
