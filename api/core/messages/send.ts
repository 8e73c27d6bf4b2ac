import { setTimeout as wait } from 'node:timers/promises'
import { explain } from '@salonback/shared/sms/errorCodes.ts'
import type { Deps } from '../../deps.ts'
import type { Clock } from '../../platform/context.ts'
import { after, databaseNow } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import { isTransient, retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { findBlockReason } from './blockReason.ts'
import type { SendOutcome } from './carrier.ts'
import { LEASE_MS } from './outbox.ts'
import { createSendGuard } from './sendGuard.ts'
import { stopSender } from './stoppedSenders.ts'
import { stopwatch } from './stopwatch.ts'
import type { Subscribers } from './subscribers.ts'
import type { BlockReason, ClaimedText } from './text.ts'
import { accept } from './transitions/accepted.ts'
import { CANCELED_BEFORE, cancel, fail, markUnknown, requeue } from './transitions/attempt.ts'
import { SUPPRESSED } from './transitions/queued.ts'

/** Attempts at a busy carrier before the text fails; about an hour with backoff. */
const MAX_ATTEMPTS = 12
/** An attempt is sent in the first half of its lease or not at all; the second half is for the response. */
const SEND_WITHIN_MS = LEASE_MS / 2
/** Time until the first look-up of a text with an unclear outcome. */
const RECONCILE_AFTER_MS = 5000
/** How long storing an outcome is retried; then the text becomes unknown. */
const WRITE_TIMEOUT_MS = 20_000

type SendClaimed = Pick<Deps, 'sql' | 'carrier' | 'clock' | 'env' | 'log' | 'subscribers'>

export type Outcome = Exclude<SendOutcome, { kind: 'blocked' }> | ({ kind: 'blocked' } & BlockReason)

/**
 * Sends one claimed text and stores the outcome. The row is already committed as `sending`; the send guard checks it
 * again before the first byte is written. `onAnswer` runs when the carrier has answered, before the outcome is stored.
 */
export async function sendClaimed(deps: SendClaimed, text: ClaimedText, onAnswer?: () => void) {
  const { sql, carrier, log } = deps
  const attempt = { age: text.age, endsMs: SEND_WITHIN_MS, tooLate: { why: 'leaseLost' } as BlockReason }
  const guard = createSendGuard(() => findBlockReason(deps, text), attempt)
  const validitySeconds = validityOf(deps, text)
  const { id, phone: to, body, sender } = text
  const sent = await carrier.send({ id, to, body, sender, validitySeconds }, guard)
  const outcome: Outcome =
    sent.kind === 'blocked' ? { kind: 'blocked', ...(guard.reason() ?? attempt.tooLate) } : sent
  onAnswer?.()
  await retryWrite(() => retryOnDeadlock(sql, (open) => recordOutcome({ ...deps, sql: open }, text, outcome)))
  if (outcome.kind !== 'accepted') log.warn({ text: text.id, kind: text.kind, outcome }, 'text not accepted')
  return outcome
}

/** Twilio's maximum, in seconds. */
const MAX_VALIDITY_SECONDS = 36_000

/** Validity period in seconds: the text must not leave the carrier's queue after its hours end. */
function validityOf({ subscribers }: Pick<Deps, 'subscribers'>, text: ClaimedText): number | undefined {
  const end = subscribers.leavesBefore(text)
  if (!end) return undefined
  const left = end.getTime() - text.claimedAt.getTime() - SEND_WITHIN_MS
  return Math.max(1, Math.min(MAX_VALIDITY_SECONDS, Math.floor(left / 1000)))
}

/** Retries while the database is unavailable, because the outcome is known and must not be lost. */
async function retryWrite(write: () => Promise<void>): Promise<void> {
  const waited = stopwatch()
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!isTransient(error) || waited() > WRITE_TIMEOUT_MS) throw error
      await wait(500)
    }
  }
}

export interface Recording {
  /** The open transaction. */
  sql: Sql
  subscribers: Subscribers
  clock: Clock
}

/** Stores the outcome of one attempt. Changes nothing if the row has a later attempt or another status. */
export async function recordOutcome(recording: Recording, text: ClaimedText, outcome: Outcome) {
  const { sql, subscribers, clock } = recording
  const now = clock()
  const moment = databaseNow(sql, clock)
  const failText = (code: number | null, message: string) =>
    fail(sql, subscribers, text, { code, message, now })
  const leaveOpen = (message: string) =>
    markUnknown(sql, subscribers, text, { message, askAt: after(sql, moment, RECONCILE_AFTER_MS), now })
  switch (outcome.kind) {
    case 'accepted': {
      const { sid, segments } = outcome
      const known = await accept(sql, subscribers, { id: text.id, sid, segments, now, onlyNew: true })
      return known ? undefined : leaveOpen("The carrier answered with another text's sid")
    }
    case 'refused':
      return failText(outcome.code, explain(outcome.code) ?? outcome.message)
    case 'busy': {
      if (text.attempts >= MAX_ATTEMPTS) return failText(null, 'The carrier stayed busy')
      const pause = backoffMs(text.attempts, outcome.retryAfterSeconds)
      return requeue(sql, text, { at: after(sql, moment, pause) }, now)
    }
    case 'unauthorized':
      await sql`
        update send_bucket set stopped_at = ${now}, stopped_reason = 'The carrier refused our credentials'
        where stopped_reason is null and (resumed_at is null or resumed_at <= ${text.claimedAt})`
      return requeue(sql, text, { at: moment }, now)
    case 'senderRefused':
      await stopSender(sql, {
        ...{ id: text.id, senderId: text.senderId, phone: text.phone, code: outcome.code, now },
        reason: explain(outcome.code) ?? outcome.message,
      })
      return requeue(sql, text, { at: moment }, now)
    case 'ambiguous':
      return leaveOpen('The carrier did not answer clearly')
    case 'blocked':
      return returnUnsent(recording, text, outcome)
  }
}

/** The text was certainly not sent. Its row may be `unknown` by now (lease expired); that is requeued too. */
async function returnUnsent({ sql, subscribers, clock }: Recording, text: ClaimedText, blocked: BlockReason) {
  const now = clock()
  const moment = databaseNow(sql, clock)
  switch (blocked.why) {
    case 'suppressed':
      return cancel(sql, subscribers, text, { reason: SUPPRESSED, now })
    case 'canceled':
      return cancel(sql, subscribers, text, { reason: CANCELED_BEFORE, now })
    case 'leftOut':
      return cancel(sql, subscribers, text, { reason: blocked.message, now })
    case 'paused':
    case 'pendingReview':
      return requeue(sql, text, { at: moment }, now)
    case 'closed': {
      const { opensAt, closesAt } = blocked.window
      return requeue(sql, text, { at: sql`${opensAt}::timestamptz`, until: closesAt }, now)
    }
    case 'leaseLost': {
      // The author of a reply got the answer "not sent", so it must not be sent later.
      const message = 'The server was suspended before the text was sent'
      if (text.kind === 'reply') return fail(sql, subscribers, text, { code: null, message, now })
      return requeue(sql, text, { at: moment }, now)
    }
  }
}

/** Exponential backoff from one second to ten minutes with full jitter. */
function backoffMs(attempts: number, retryAfterSeconds: number | null): number {
  const ceiling = Math.min(600_000, 1000 * 2 ** (attempts - 1))
  return Math.max((retryAfterSeconds ?? 0) * 1000, 500 + Math.random() * ceiling)
}
