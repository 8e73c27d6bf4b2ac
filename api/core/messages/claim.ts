import type { Deps } from '../../deps.ts'
import { databaseNow, type Moment } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import { findErased } from '../../platform/privacy/hash.ts'
import { isStoppedFor } from './stoppedSenders.ts'
import { stopwatch } from './stopwatch.ts'
import type { ClaimedText } from './text.ts'
import { cancelUnwanted, claim } from './transitions/queued.ts'

/**
 * Claims due texts, replies first, up to the rates of the account and of each sender. They are committed as `sending` when
 * this returns; texts to suppressed numbers are canceled. Each step is one statement, so a suspended process holds no lock
 * between them.
 */
export async function claimDue(
  deps: Pick<Deps, 'sql' | 'env' | 'clock' | 'subscribers'>,
  most: number,
): Promise<ClaimedText[]> {
  const { sql, env, clock } = deps
  const now = databaseNow(sql, clock)
  const waiting = await findDue(sql, now, most)
  if (waiting.length === 0) return []
  await cancelErased(deps, waiting)
  const shares = await drawFromSenders(sql, waiting, now)
  const wanted = shares.reduce((sum, { share }) => sum + share, 0)
  const drawn = wanted > 0 ? await drawFromAccount(sql, env.SEND_RATE_PER_SECOND, wanted, now) : 0
  // Start before the lease, so that this process never considers it longer than others do.
  const age = stopwatch()
  const texts = drawn > 0 ? await claim(sql, nextDue(sql, now, shares, drawn), now) : []
  await giveBack(sql, shares, drawn, texts)
  return texts.map((text) => ({ ...text, age }))
}

/**
 * The next due texts of these senders, at most `most` of each. Read per sender and per campaign: a single query would scan
 * every queued text of a slow sender or paused campaign. Excludes texts outside their hours and automatic texts to numbers
 * with a text pending review.
 */
const dueTexts = (sql: Sql, now: Moment, senders: ReturnType<typeof sendable>, lock = sql``) => sql`
  select next.* from (${senders}) s cross join lateral (
    select id, sender_id, priority, due_at, seq from messages
    where sender_id = s.id and status = 'queued' and campaign_id is null and due_at <= ${now}
      and (kind in ('reply', 'notice') or not pending_review(phone)) and not ${isStoppedFor(sql)}
    order by priority, due_at, seq limit s.most ${lock}
  ) next
  union all
  select next.* from (${senders}) s join running_campaigns c on c.sender_id = s.id cross join lateral (
    select id, sender_id, priority, due_at, seq from messages
    where campaign_id = c.id and status = 'queued' and due_at <= ${now} and due_until > ${now} and not pending_review(phone)
      and not ${isStoppedFor(sql)}
    order by due_at, seq limit s.most ${lock}
  ) next`

/** Senders that are not stopped and have tokens. */
const sendable = (sql: Sql, now: Moment, most: number) => sql`
  select id, least(${most}, coalesce(floor(${filledTokens(sql, now)}), ${most}))::int as most
  from senders where stopped_at is null and coalesce(${filledTokens(sql, now)}, 1) >= 1`

/** Tokens of a sender now; null if the sender has no rate. */
const filledTokens = (sql: Sql, now: Moment) => sql`case when rate_per_second is not null then
  least(greatest(1, rate_per_second), tokens + greatest(0, extract(epoch from ${now} - refilled_at)::float8) * rate_per_second)
  end`

interface Waiting {
  id: string
  phone: string
  senderId: string
}

/** Texts that a claim would take now, without locking them. */
function findDue(sql: Sql, now: Moment, most: number) {
  return sql<Waiting[]>`
    select m.id, m.phone, m.sender_id from (${dueTexts(sql, now, sendable(sql, now, most))}) due
    join messages m on m.id = due.id order by due.priority, due.due_at, due.seq limit ${most}`
}

/** Cancels texts to erased numbers. Throws WrongKeyError if the hash key is wrong: then nothing is claimed. */
async function cancelErased(
  { sql, env, clock, subscribers }: Pick<Deps, 'sql' | 'env' | 'clock' | 'subscribers'>,
  waiting: Waiting[],
): Promise<void> {
  const phones = waiting.map(({ phone }) => phone)
  const erased = await findErased(sql, env, phones)
  const ids = waiting.filter(({ phone }) => erased.has(phone)).map(({ id }) => id)
  if (ids.length > 0) await cancelUnwanted(sql, subscribers, { ids }, clock())
}

/** How many texts of a sender may be claimed. `limited`: the sender has a rate, and the share was taken from its tokens. */
interface Share {
  id: string
  share: number
  limited: boolean
}

/** Draws tokens of the senders that have a rate of their own. Locks them by id: in any other order two claims deadlock. */
async function drawFromSenders(sql: Sql, waiting: Waiting[], now: Moment): Promise<Share[]> {
  const wanted = new Map<string, number>()
  for (const { senderId } of waiting) wanted.set(senderId, (wanted.get(senderId) ?? 0) + 1)
  const rows = await sql<{ id: string; drawn: number }[]>`
    with locked as (
      select id from senders where id = any(${[...wanted.keys()]}::uuid[]) and rate_per_second is not null
      order by id for no key update
    )
    update senders s set drawn = least(wanted.texts, floor(${filledTokens(sql, now)})), refilled_at = ${now},
      tokens = ${filledTokens(sql, now)} - least(wanted.texts, floor(${filledTokens(sql, now)}))
    from locked join unnest(${[...wanted.keys()]}::uuid[], ${[...wanted.values()]}::int[]) as wanted (id, texts) using (id)
    where s.id = locked.id returning s.id, drawn`
  const drawn = new Map(rows.map((row) => [row.id, row.drawn]))
  return [...wanted].map(([id, texts]) => ({ id, share: drawn.get(id) ?? texts, limited: drawn.has(id) }))
}

/** Draws from the account's token bucket; 0 while sending is stopped or received texts are missing (they may hold a STOP). */
async function drawFromAccount(sql: Sql, rate: number, wanted: number, now: Moment): Promise<number> {
  const filled = sql`least(${Math.max(1, rate)}::float8,
    tokens + greatest(0, extract(epoch from ${now} - refilled_at)::float8) * ${rate}::float8)`
  const [row] = await sql<{ drawn: number }[]>`
    update send_bucket set drawn = least(${wanted}, floor(${filled})), refilled_at = ${now},
      tokens = ${filled} - least(${wanted}, floor(${filled}))
    where stopped_reason is null and not is_catching_up(${now}) returning drawn`
  return row?.drawn ?? 0
}

/** Rows locked by other processes are skipped. */
function nextDue(sql: Sql, now: Moment, shares: Share[], most: number) {
  const senders = sql`
    select * from unnest(${shares.map(({ id }) => id)}::uuid[], ${shares.map(({ share }) => share)}::int[]) as s (id, most)`
  return sql`
    select ranked.id from (
      select *, row_number() over (partition by sender_id order by priority, due_at, seq) as place
      from (${dueTexts(sql, now, senders, sql`for update skip locked`)}) found
    ) ranked join (${senders}) s on s.id = ranked.sender_id
    where place <= s.most order by priority, due_at, seq limit ${most}`
}

/** Returns tokens of texts that were not claimed. */
async function giveBack(sql: Sql, shares: Share[], drawn: number, texts: { senderId: string }[]) {
  if (texts.length < drawn) await sql`update send_bucket set tokens = tokens + ${drawn - texts.length}`
  for (const { id, share, limited } of shares) {
    const left = share - texts.filter(({ senderId }) => senderId === id).length
    if (limited && left > 0) await sql`update senders set tokens = tokens + ${left} where id = ${id}`
  }
}
