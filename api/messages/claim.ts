import { sendWindow } from '@salonback/shared/outreach/quiet.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import type { Env } from '../env.ts'
import { finishOutreach } from '../outreach/watch.ts'
import { findErased } from '../privacy/hash.ts'
import { LEASE_MS } from './outbox.ts'
import type { ClaimedText } from './queries.ts'
import { withhold } from './suppress.ts'

/** When to ask the carrier about an unknown text: soon, and once more minutes later. */
export const SETTLE_AFTER_MS = [5_000, 180_000] as const

interface Candidate extends ClaimedText {
  suppressed: boolean
}

// When quiet hours begin, what waits behind them must be found at once, not a rate's worth at a time.
const PUT_OFF_BATCH = 500
const PUT_OFF_ROUNDS = 4

/**
 * Takes due texts for sending, replies first, as many as the shared rate allows. They are `sending` and
 * committed when this returns. First texts outside their quiet-hours window are put off, texts to suppressed
 * numbers canceled. The bucket row is locked throughout, so any number of processes share one rate.
 */
export function claimDue(sql: Sql, env: Env, now: Date, most: number): Promise<ClaimedText[]> {
  return inTransaction(sql, async (open) => {
    const bucket = await refill(open, env.SEND_RATE_PER_SECOND, now)
    const room = Math.min(most, Math.floor(bucket.tokens))
    if (bucket.stoppedReason !== null || room < 1) return []
    let ready: ClaimedText[] = []
    for (let round = 0; round < PUT_OFF_ROUNDS && ready.length === 0; round++) {
      const batch = round === 0 ? room : PUT_OFF_BATCH
      const candidates = await lockDue(open, now, batch)
      ready = (await passable(open, env, candidates, now)).slice(0, room)
      if (candidates.length < batch) break
    }
    if (ready.length > 0) await markSending(open, ready, now)
    await open`update send_bucket set tokens = ${bucket.tokens - ready.length}, refilled_at = ${now}`
    return ready
  })
}

/**
 * The next due texts, locked. Looked up in each running outreach by itself: behind a paused one of a hundred
 * thousand, one list of all would have to be read to its end each time.
 */
function lockDue(sql: Sql, now: Date, most: number) {
  return sql<Candidate[]>`
    with due as (
      (select id from messages where status = 'queued' and outreach_id is null and due_at <= ${now}
        order by priority, due_at, seq limit ${most})
      union all
      (select next.id from outreaches o cross join lateral (
          select id from messages where outreach_id = o.id and status = 'queued' and due_at <= ${now}
          order by due_at, seq limit ${most}
        ) next where o.state = 'running')
    )
    select id, kind, phone, body, attempts + 1 as attempts, outreach_id,
      kind <> 'notice' and suppressed(phone) as suppressed
    from messages where id in (select id from due) and status = 'queued'
    order by priority, due_at, seq limit ${most} for update skip locked`
}

/** Those that may leave now; the others are canceled or put off. */
async function passable(sql: Sql, env: Env, candidates: Candidate[], now: Date): Promise<ClaimedText[]> {
  const ready: ClaimedText[] = []
  const later: { id: string; dueAt: Date }[] = []
  const erased = await findErased(
    sql,
    env,
    candidates.map(({ phone }) => phone),
  )
  for (const { suppressed, ...text } of candidates) {
    const window =
      text.kind === 'first_text' ? sendWindow(text.phone, env.QUIET_HOURS, now) : { open: true as const }
    if (suppressed || (erased.has(text.phone) && text.kind !== 'notice'))
      await withhold(sql, { ...text, status: 'queued' }, now)
    else if (window.open) ready.push(text)
    else later.push({ id: text.id, dueAt: window.opensAt })
  }
  if (later.length > 0) await putOff(sql, later)
  return ready
}

function putOff(sql: Sql, texts: { id: string; dueAt: Date }[]) {
  return sql`
    update messages m set due_at = later.due_at
    from unnest(${texts.map(({ id }) => id)}::uuid[], ${texts.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[])
      as later (id, due_at)
    where m.id = later.id`
}

async function refill(sql: Sql, rate: number, now: Date) {
  const [row] = await sql<{ tokens: number; refilledAt: Date; stoppedReason: string | null }[]>`
    select tokens, refilled_at, stopped_reason from send_bucket for update`
  if (!row) throw new Error('send_bucket has lost its row')
  const since = Math.max(0, now.getTime() - row.refilledAt.getTime())
  const most = Math.max(1, rate)
  return { tokens: Math.min(most, row.tokens + (since / 1000) * rate), stoppedReason: row.stoppedReason }
}

function markSending(sql: Sql, texts: ClaimedText[], now: Date) {
  return sql`
    update messages set status = 'sending', status_at = ${now}, attempts = attempts + 1, attempted_at = ${now},
      lease_until = ${new Date(now.getTime() + LEASE_MS)}
    where id in ${sql(texts.map((text) => text.id))}`
}

/**
 * Texts whose sender died: nobody knows whether the carrier has them, so they become `unknown` at once and
 * the carrier is asked. They are never simply sent again.
 */
export async function expireLeases(sql: Sql, now: Date): Promise<number> {
  const rows = await sql<{ outreachId: string | null }[]>`
    update messages set status = 'unknown', status_at = ${now}, settle_at = ${now}, settle_count = 0,
      error_message = 'The sender stopped half way'
    where status = 'sending' and lease_until <= ${now}
    returning outreach_id`
  for (const id of new Set(rows.map((row) => row.outreachId))) if (id) await finishOutreach(sql, id)
  return rows.length
}
