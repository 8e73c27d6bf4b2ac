import { databaseNow, type Moment } from '../db/now.ts'
import type { Sql } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { findErased } from '../privacy/hash.ts'
import { stopwatch } from './stopwatch.ts'
import type { ClaimedText } from './transitions/queued.ts'
import { cancelUnwanted, claim } from './transitions/queued.ts'

/**
 * Claims due texts, replies first, up to the shared rate. They are committed as `sending` when this returns; texts to
 * suppressed numbers are canceled. Each step is one statement, so a suspended process holds no lock between them.
 */
export async function claimDue(
  { sql, env, clock }: Pick<Deps, 'sql' | 'env' | 'clock'>,
  most: number,
): Promise<ClaimedText[]> {
  const now = databaseNow(sql, clock)
  const waiting = await findDue(sql, now, most)
  if (waiting.length === 0) return []
  await cancelErased(sql, env, waiting, now)
  const drawn = await drawFromRate(sql, env.SEND_RATE_PER_SECOND, waiting.length, now)
  if (drawn === 0) return []
  // Start before the lease, so that this process never considers it longer than others do.
  const age = stopwatch()
  const texts = await claim(sql, nextDue(sql, now, drawn), now)
  if (texts.length < drawn) await sql`update send_bucket set tokens = tokens + ${drawn - texts.length}`
  return texts.map((text) => ({ ...text, age }))
}

/**
 * The next due texts, per campaign: a single query would scan every queued text of a paused campaign. Excludes first
 * texts outside their hours and automatic texts to numbers with a text pending review.
 */
const dueTexts = (sql: Sql, now: Moment, most: number, lock = sql``) => sql`
  select * from (
    select id, priority, due_at, seq from messages
    where status = 'queued' and campaign_id is null and due_at <= ${now}
      and (kind in ('reply', 'notice') or not pending_review(phone))
    order by priority, due_at, seq limit ${most} ${lock}
  ) single
  union all
  select next.* from campaigns o cross join lateral (
    select id, priority, due_at, seq from messages
    where campaign_id = o.id and status = 'queued' and due_at <= ${now} and due_until > ${now} and not pending_review(phone)
    order by due_at, seq limit ${most} ${lock}
  ) next where o.state = 'running'`

type Waiting = { id: string; phone: string }

/** Texts that a claim would take now, without locking them. */
function findDue(sql: Sql, now: Moment, most: number) {
  return sql<Waiting[]>`
    select m.id, m.phone from (${dueTexts(sql, now, most)}) due join messages m on m.id = due.id
    order by due.priority, due.due_at, due.seq limit ${most}`
}

/** Cancels texts to erased numbers. Throws WrongKeyError if the hash key is wrong: then nothing is claimed. */
async function cancelErased(sql: Sql, env: Deps['env'], waiting: Waiting[], now: Moment): Promise<void> {
  const erased = await findErased(
    sql,
    env,
    waiting.map(({ phone }) => phone),
  )
  const ids = waiting.filter(({ phone }) => erased.has(phone)).map(({ id }) => id)
  if (ids.length > 0) await cancelUnwanted(sql, { ids }, now)
}

/** Draws from the shared token bucket; 0 while sending is stopped or received texts are missing (they may hold a STOP). */
async function drawFromRate(sql: Sql, rate: number, wanted: number, now: Moment): Promise<number> {
  const filled = sql`least(${Math.max(1, rate)}::float8,
    tokens + greatest(0, extract(epoch from ${now} - refilled_at)::float8) * ${rate}::float8)`
  const [row] = await sql<{ drawn: number }[]>`
    update send_bucket set drawn = least(${wanted}, floor(${filled})), refilled_at = ${now},
      tokens = ${filled} - least(${wanted}, floor(${filled}))
    where stopped_reason is null and not is_catching_up(${now}) returning drawn`
  return row?.drawn ?? 0
}

/** Rows locked by other processes are skipped. */
const nextDue = (sql: Sql, now: Moment, most: number) => sql`
  select id from (${dueTexts(sql, now, most, sql`for update skip locked`)}) found
  order by priority, due_at, seq limit ${most}`
