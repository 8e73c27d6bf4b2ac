import { createHash } from 'node:crypto'
import type { Sql } from '../db/open.ts'
import type { Actor } from '../http/access.ts'
import { AppError } from '../http/errors.ts'
import { loginName } from './names.ts'

const MINUTE = 60_000

/** So many failures are free; after that each one more doubles the wait. Times in ms. */
interface Rule {
  free: number
  firstWait: number
  longestWait: number
  /** Failures older than this no longer count. */
  windowMs: number
}

/** A name at an address, an open console: five in a quarter of an hour, and the fifth must be that old before there is another. */
const pairRule: Rule = {
  free: 5,
  firstWait: 15 * MINUTE,
  longestWait: 15 * MINUTE,
  windowMs: 15 * MINUTE,
}

/** A name from wherever, or a browser that knows it: about a hundred guesses a day at most. */
const accountRule: Rule = {
  free: 10,
  firstWait: MINUTE / 2,
  longestWait: 15 * MINUTE,
  windowMs: 24 * 60 * MINUTE,
}

/** What one login counts against, and by which rule. */
export interface Try {
  key: Buffer
  /** `nameKey` of the username. */
  name: Buffer
  rule: Rule
}

/** When these failures (oldest first, all within `windowMs`) allow the next try. */
function nextTry(failures: readonly Date[], rule: Rule): Date {
  const last = failures.at(-1)
  const nthLast = failures.at(-rule.free)
  if (!last || !nthLast || failures.length < rule.free) return new Date(0)
  const wait = Math.min(rule.longestWait, rule.firstWait * 2 ** (failures.length - rule.free))
  return new Date(Math.min(last.getTime() + wait, nthLast.getTime() + rule.windowMs))
}

/** What failures count against; hashed, because people type phone numbers and passwords where a name belongs. */
const throttleKey = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

const nameKey = (username: string) => throttleKey('name', loginName(username))

/** A stranger's guess counts for the name wherever it comes from, and for the name at this address if that is one person's. */
export function strangerTries(username: string, address: string | null): Try[] {
  const name = nameKey(username)
  const account = { key: name, name, rule: accountRule }
  if (address === null) return [account]
  return [{ key: throttleKey('pair', loginName(username), address), name, rule: pairRule }, account]
}

/** A guess of a browser that knows the account counts for that browser alone. */
export const deviceTries = (username: string, tokenHash: Buffer): Try[] => [
  { key: throttleKey('device', tokenHash.toString('hex')), name: nameKey(username), rule: accountRule },
]

/** The password asked again of somebody who is logged in, whoever sits there. */
export const staffTries = ({ id, username }: Actor): Try[] => [
  { key: throttleKey('staff', id), name: nameKey(username), rule: pairRule },
]

/** Processes' clocks differ by less. A failure further ahead is of a clock that was wrong, and must not lock for as long. */
const AHEAD = MINUTE

/**
 * Counts a failure in advance, so that a hundred guesses at once get no more looks than a hundred in a row.
 * One statement and one row: of tries at the same moment one gets the turn. Null when counted, else when to come back.
 */
async function reserveTry(sql: Sql, { key, name, rule }: Try, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - rule.windowMs)
  const until = new Date(now.getTime() + AHEAD)
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
  return nextTry(row?.failures.filter((at) => at > since && at <= until) ?? [], rule)
}

/** Reserves all of a login's tries, or none and refuses it. */
export async function reserveTries(sql: Sql, tries: Try[], now: Date): Promise<void> {
  for (const [n, one] of tries.entries()) {
    const next = await reserveTry(sql, one, now)
    if (!next) continue
    await returnTries(sql, tries.slice(0, n))
    throw new AppError('too_many', 'Too many failed logins. Please try again later.', {
      retryAfter: Math.max(1, (next.getTime() - now.getTime()) / 1000),
    })
  }
}

/** Takes back tries that were not looked at. */
export async function returnTries(sql: Sql, tries: Try[]): Promise<void> {
  if (tries.length === 0) return
  await sql`
    update login_failures
    set failures = trim_array(failures, 1), at = coalesce(failures[cardinality(failures) - 1], at)
    where key in ${sql(tries.map(({ key }) => key))} and cardinality(failures) > 0`
}

/** A success clears the slate. */
export async function clearTries(sql: Sql, tries: Try[]): Promise<void> {
  await sql`delete from login_failures where key in ${sql(tries.map(({ key }) => key))}`
}

/** Forgives a name all its failures, from wherever they came. */
export async function forgiveName(sql: Sql, username: string): Promise<void> {
  await sql`delete from login_failures where name = ${nameKey(username)}`
}
