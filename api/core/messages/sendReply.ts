import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { explain } from '@salonback/shared/sms/errorCodes.ts'
import { replyRefusal } from '@salonback/shared/sms/replyRefusal.ts'
import { segments } from '@salonback/shared/sms/segments.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { databaseNow } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError } from '../../platform/http/errors.ts'
import { keyReused } from '../../platform/http/withIdempotency.ts'
import { isSuppressed, lockNumber } from '../suppressions/suppressions.ts'
import { isCatchingUp } from './inboundLease.ts'
import { insertReply, LEASE_MS } from './outbox.ts'
import { findByDedupeKey, type ReplyState } from './queries.ts'
import { type Outcome, sendClaimed } from './send.ts'
import type { Sender } from './senders.ts'
import type { ClaimedText } from './text.ts'
import { failQueued, reclaim } from './transitions/queued.ts'

/** Pauses between attempts at a busy carrier while staff wait. */
const BUSY_PAUSES_MS = [500, 1500, 3000]
const UNKNOWN = "We can't tell if it was sent. Asking the carrier; we won't send it twice."
/** How long a reply waits for a backfill. */
const CATCH_UP_MS = 2000
export const CATCHING_UP =
  'Texts that came in while the service was away are still being fetched. Nothing was sent; try again in a moment.'

/** A reply by staff, from the agency or from a salon. */
export interface ReplyDraft {
  /** E.164 */
  phone: string
  body: string
  carriesLink: boolean
  /** Status that its prospect gets; always null for a salon. */
  setsStatus: string | null
  /** Owner of the conversation; null: the agency. */
  salonId: string | null
  auditDetail: Record<string, string | null>
  /** Runs in the transaction that stores the text. Throws `conflict` if nothing may be sent. */
  prepare(sql: Sql): Promise<{ sender: Sender; statusBefore: string | null }>
}

/**
 * Sends one text and returns when the carrier accepted it. A repeated Idempotency-Key returns the first result and sends
 * nothing. Throws `conflict` for an opted-out number, `carrier` for a rejection or an unknown outcome.
 */
export async function sendReplyNow(draft: ReplyDraft, context: CallContext) {
  const { sql, env, actor } = context
  if (env.TWILIO_ACCOUNT_SID) await untilCaughtUp(sql)
  const dedupeKey = `reply:${actor.id}:${context.idempotencyKey ?? randomUUID()}`
  const first = await insertDraft(draft, dedupeKey, context)
  const outcome = first && (await deliver(context, first))
  const state = await stateOf(sql, dedupeKey)
  if (state) return answerFor(state)
  // The number was erased after sending: the row is gone.
  if (first && outcome?.kind === 'accepted') {
    return { id: first.id, status: 'sent' as const, segments: segments(draft.body).segments }
  }
  throw new AppError('conflict', 'Everything about this number was just erased, this reply with it.')
}

/** A backfill after a start takes a moment: wait instead of refusing the reply. */
async function untilCaughtUp(sql: Sql): Promise<void> {
  for (let waited = 0; waited < CATCH_UP_MS && (await isCatchingUp(sql)); waited += 100) await wait(100)
}

const wrongNumber = (message: string) =>
  new AppError('invalid', message, { fields: { phoneNumber: message } })

/** Throws `invalid` for a missing number, and for one that cannot be answered. */
export function requireTextable(phone: string | null | undefined): string {
  if (!phone) throw wrongNumber('Please enter a valid mobile number')
  const refusal = replyRefusal(phone)
  if (refusal) throw wrongNumber(refusal)
  return phone
}

/** Commits the text as `sending` before the carrier call. Undefined if the key already has a text. */
function insertDraft(draft: ReplyDraft, dedupeKey: string, { sql, env, clock, actor }: CallContext) {
  const { phone, body, carriesLink, setsStatus } = draft
  const now = clock()
  const leasedAt = databaseNow(sql, clock)
  return retryOnDeadlock(sql, async (open) => {
    // Wait for a concurrent erasure: a row written during it would store the number again.
    await lockNumber(open, phone)
    const earlier = await findByDedupeKey(open, dedupeKey)
    if (earlier && !isSame(earlier, draft)) throw keyReused()
    if (earlier) return undefined
    const prepared = await draft.prepare(open)
    if (env.TWILIO_ACCOUNT_SID && (await isCatchingUp(open))) throw new AppError('conflict', CATCHING_UP)
    if (await isSuppressed(open, env, phone)) {
      throw new AppError('conflict', 'This number has opted out. Nothing was sent.')
    }
    const text = await insertReply(open, {
      ...prepared,
      phone,
      body,
      segments: segments(body).segments,
      dedupeKey,
      carriesLink,
      createdBy: actor.id,
      setsStatus,
      now,
      leasedAt,
    })
    // Audit before the carrier call: no reply without an audit line.
    const detail = draft.auditDetail
    if (text) await audit(open, { actor, action: 'reply', subject: text.id, detail })
    return text
  })
}

type SentContent = Pick<ReplyState, 'phone' | 'body' | 'setsStatus' | 'salonId'>

const isSame = (a: SentContent, b: SentContent) =>
  a.phone === b.phone && a.body === b.body && a.setsStatus === b.setsStatus && a.salonId === b.salonId

/** Retries while the carrier is busy, as long as staff will wait. */
async function deliver(context: CallContext, first: ClaimedText): Promise<Outcome | undefined> {
  let text = first
  for (const pauseMs of [...BUSY_PAUSES_MS, null]) {
    const outcome = await sendClaimed(context, text)
    const isStopped = outcome.kind === 'unauthorized' || outcome.kind === 'senderRefused'
    if (outcome.kind !== 'busy' && !isStopped) return outcome
    // The answer will be "not sent", so the text must not stay queued.
    if (pauseMs === null || isStopped) {
      const refusal = outcome.kind === 'senderRefused' ? (explain(outcome.code) ?? outcome.message) : null
      const reason = refusal ?? 'The carrier does not accept texts at the moment'
      await failQueued(context.sql, context.subscribers, { id: text.id, reason, now: context.clock() })
      return outcome
    }
    await wait(pauseMs)
    const again = await reclaim(context.sql, text, databaseNow(context.sql, context.clock))
    if (!again) return undefined
    text = again
  }
  return undefined
}

/** Current state of the text; waits for a concurrent request with the same key, at most one lease. Undefined if erased. */
async function stateOf(sql: Sql, dedupeKey: string): Promise<ReplyState | undefined> {
  for (let waited = 0; ; waited += 100) {
    const row = await findByDedupeKey(sql, dedupeKey)
    if (!row || (row.status !== 'sending' && row.status !== 'queued') || waited >= LEASE_MS) return row
    await wait(100)
  }
}

function answerFor({ id, status, segments, errorMessage, acceptedAt }: ReplyState) {
  if (acceptedAt !== null) return { id, status, segments }
  if (status === 'canceled') throw new AppError('conflict', 'This number has opted out. Nothing was sent.')
  if (status === 'failed') {
    const message = `${errorMessage ?? 'The carrier refused it'}. Nothing was sent.`
    throw new AppError('carrier', message, { fields: { status: 'failed' } })
  }
  throw new AppError('carrier', UNKNOWN, { fields: { status: 'unknown' } })
}
