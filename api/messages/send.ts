import { explain } from '@salonback/shared/messages/explain.ts'
import { sendWindow } from '@salonback/shared/outreach/quiet.ts'
import { inTransactionAgain } from '../db/again.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { finishOutreach } from '../outreach/watch.ts'
import { erased, WrongKeyError } from '../privacy/hash.ts'
import { SETTLE_AFTER_MS } from './claim.ts'
import { acceptText, type ClaimedText } from './queries.ts'
import { heedCode } from './receipts.ts'
import { withhold } from './suppress.ts'
import type { SendOutcome } from './twilio.ts'

/** Tries at a busy carrier before a text is given up; with backoff about an hour in all. */
const MAX_ATTEMPTS = 12

type Sending = Pick<Deps, 'sql' | 'carrier' | 'clock' | 'env' | 'log'>

/**
 * Sends one claimed text and writes down what became of it. The row is `sending` and committed before, and
 * looked at once more: a STOP that came between claim and call still holds the text back, and a sender that slept
 * past its lease has lost the text to whoever claimed it since.
 */
export async function sendClaimed(
  deps: Sending,
  text: ClaimedText,
): Promise<SendOutcome | { kind: 'suppressed' } | { kind: 'lost' }> {
  const { sql, carrier, clock, env, log } = deps
  const [row] = await sql<{ suppressed: boolean | null }[]>`
    select ${text.kind !== 'notice'} and (suppressed(phone) or ${erased(sql, env, text.phone)}) as suppressed from messages
    where id = ${text.id} and status = 'sending' and attempts = ${text.attempts} and lease_until > ${clock()}`
  if (!row) return { kind: 'lost' }
  if (row.suppressed === null) throw new WrongKeyError()
  if (row.suppressed) {
    await inTransaction(sql, (open) => withhold(open, { ...text, status: 'sending' }, clock()))
    return { kind: 'suppressed' }
  }
  const validitySeconds = validityOf(text, env, clock())
  const outcome = await carrier.send({ id: text.id, to: text.phone, body: text.body, validitySeconds })
  await inTransactionAgain(sql, (open) => settleOutcome(open, text, outcome, clock()))
  if (outcome.kind !== 'accepted') log.warn({ text: text.id, kind: text.kind, outcome }, 'text not accepted')
  return outcome
}

/** Twilio's longest, in seconds. */
const LONGEST_VALIDITY = 36_000

/** A first text must not leave the carrier's queue after quiet hours began. */
function validityOf(text: ClaimedText, env: Pick<Deps['env'], 'QUIET_HOURS'>, now: Date): number | undefined {
  if (text.kind !== 'first_text') return undefined
  const { closesAt } = sendWindow(text.phone, env.QUIET_HOURS, now)
  if (!closesAt) return undefined
  return Math.max(1, Math.min(LONGEST_VALIDITY, Math.floor((closesAt.getTime() - now.getTime()) / 1000)))
}

/** Writes the outcome of one attempt. A row that a receipt has already moved on is left where it is. */
export async function settleOutcome(
  sql: Sql,
  text: ClaimedText,
  outcome: SendOutcome,
  now: Date,
): Promise<void> {
  switch (outcome.kind) {
    case 'accepted':
      return acceptText(sql, { id: text.id, sid: outcome.sid, segments: outcome.segments, now })
    case 'refused':
      return fail(sql, text, outcome.code, explain(outcome.code) ?? outcome.message, now)
    case 'busy':
      if (text.attempts >= MAX_ATTEMPTS) return fail(sql, text, null, 'The carrier stayed busy', now)
      return requeue(
        sql,
        text,
        new Date(now.getTime() + backoffMs(text.attempts, outcome.retryAfterSeconds)),
        now,
      )
    case 'unauthorized':
      await sql`
        update send_bucket set stopped_at = ${now}, stopped_reason = 'The carrier refused our credentials'
        where stopped_reason is null`
      return requeue(sql, text, now, now)
    case 'ambiguous':
      await sql`
        update messages set status = 'unknown', status_at = ${now}, error_message = 'The carrier did not answer clearly',
          settle_at = ${new Date(now.getTime() + SETTLE_AFTER_MS[0])}, settle_count = 0
        where id = ${text.id} and status = 'sending'`
      if (text.outreachId) await finishOutreach(sql, text.outreachId)
  }
}

async function fail(sql: Sql, text: ClaimedText, code: number | null, message: string, now: Date) {
  const failed = await sql`
    update messages set status = 'failed', status_at = ${now}, error_code = ${code}, error_message = ${message}
    where id = ${text.id} and status = 'sending' returning 1`
  if (failed.length > 0) await heedCode(sql, text, code, now)
  if (text.outreachId) await finishOutreach(sql, text.outreachId)
}

/** Back to the queue; unless its outreach was canceled meanwhile, which canceled only what was queued then. */
async function requeue(sql: Sql, text: ClaimedText, dueAt: Date, now: Date) {
  await sql`
    update messages m set status_at = ${now}, due_at = ${dueAt}, lease_until = null,
      status = case when o.state = 'canceled' then 'canceled' else 'queued' end
    from (select ${text.outreachId}::uuid as id) as asked left join outreaches o on o.id = asked.id
    where m.id = ${text.id} and m.status = 'sending'`
}

/** Doubles from one second to ten minutes, with full jitter so that many texts do not come back together. */
function backoffMs(attempts: number, retryAfterSeconds: number | null): number {
  const ceiling = Math.min(600_000, 1000 * 2 ** (attempts - 1))
  return Math.max((retryAfterSeconds ?? 0) * 1000, 500 + Math.random() * ceiling)
}
