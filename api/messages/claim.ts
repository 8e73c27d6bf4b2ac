import { sendWindow } from '@salonback/shared/outreach/quiet.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import type { Env } from '../env.ts'
import { finishOutreach } from '../outreach/watch.ts'
import { LEASE_MS } from './outbox.ts'
import type { ClaimedText } from './queries.ts'

/** When to ask the carrier about an unknown text: soon, and once more minutes later. */
export const SETTLE_AFTER_MS = [5_000, 180_000] as const

interface Candidate extends ClaimedText {
  suppressed: boolean
}

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
    const candidates = await open<Candidate[]>`
      select m.id, m.kind, m.phone, m.body, m.attempts + 1 as attempts, m.outreach_id,
        m.kind <> 'notice' and suppressed(m.phone) as suppressed
      from messages m left join outreaches o on o.id = m.outreach_id
      where m.status = 'queued' and m.due_at <= ${now} and (m.outreach_id is null or o.state = 'running')
      order by m.priority, m.due_at, m.seq limit ${room} for update of m skip locked`
    const ready: ClaimedText[] = []
    for (const text of candidates) {
      if (text.suppressed) await cancelSuppressed(open, text, now)
      else if (await inWindow(open, env, text, now)) ready.push(text)
    }
    if (ready.length > 0) await markSending(open, ready, now)
    await open`update send_bucket set tokens = ${bucket.tokens - ready.length}, refilled_at = ${now}`
    return ready
  })
}

async function refill(sql: Sql, rate: number, now: Date) {
  const [row] = await sql<{ tokens: number; refilledAt: Date; stoppedReason: string | null }[]>`
    select tokens, refilled_at, stopped_reason from send_bucket for update`
  if (!row) throw new Error('send_bucket has lost its row')
  const since = Math.max(0, now.getTime() - row.refilledAt.getTime())
  const most = Math.max(1, rate)
  return { tokens: Math.min(most, row.tokens + (since / 1000) * rate), stoppedReason: row.stoppedReason }
}

async function cancelSuppressed(sql: Sql, text: ClaimedText, now: Date) {
  await sql`
    update messages set status = 'canceled', status_at = ${now}, error_message = 'Opted out before it was sent'
    where id = ${text.id}`
  if (text.outreachId) await finishOutreach(sql, text.outreachId)
}

async function inWindow(sql: Sql, env: Env, text: ClaimedText, now: Date): Promise<boolean> {
  if (text.kind !== 'first_text') return true
  const window = sendWindow(text.phone, env.QUIET_HOURS, now)
  if (!window.open) await sql`update messages set due_at = ${window.opensAt} where id = ${text.id}`
  return window.open
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
