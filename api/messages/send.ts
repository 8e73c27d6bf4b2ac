import { setTimeout as wait } from 'node:timers/promises'
import { explain } from '@salonback/shared/sms/errorCodes.ts'
import { sendWindow } from '@salonback/shared/sms/quietHours.ts'
import { after, databaseNow } from '../db/now.ts'
import type { Sql } from '../db/open.ts'
import { isTransient, retryOnDeadlock, retryStatement } from '../db/retryOnDeadlock.ts'
import type { Clock, Deps } from '../deps.ts'
import type { AcceptTogether } from './acceptTogether.ts'
import type { SendOutcome } from './carrier.ts'
import { createFence, stopwatch } from './fence.ts'
import { LEASE_MS } from './outbox.ts'
import { createPreSendCheck, type NotSent, type PreSendCheck } from './preSendCheck.ts'
import { accept, acceptWithoutEffects, type NewAcceptance } from './transitions/accepted.ts'
import { cancel, fail, markUnknown, requeue } from './transitions/attempt.ts'
import type { ClaimedText } from './transitions/queued.ts'
import { SUPPRESSED } from './transitions/queued.ts'

/** Tries at a busy carrier before a text is given up; with backoff about an hour in all. */
const MAX_ATTEMPTS = 12
/** An attempt is sent in the first half of its lease or not at all; the other half is for the answer. */
const LEAVES_WITHIN_MS = LEASE_MS / 2
/** When the carrier is first asked about a text it gave no clear answer to. */
const RECONCILE_AFTER_MS = 5000
/** How long an outcome waits for a database that is away, before its text is left to become unknown. */
const WRITE_TIMEOUT_MS = 20_000

type Sending = Pick<Deps, 'sql' | 'carrier' | 'clock' | 'env' | 'log'>

export type Outcome = Exclude<SendOutcome, { kind: 'held' }> | ({ kind: 'held' } & NotSent)

/** What one sender of many texts has for all of them. */
interface Together {
  check?: PreSendCheck
  accept?: AcceptTogether
  /** The carrier has answered; the outcome is not written yet. */
  answered?: () => void
}

/**
 * Sends one claimed text and stores the outcome. Its row is committed as `sending` before, and checked once more when
 * the connection is open, right before the first byte is written: see fence.ts.
 */
export async function sendClaimed(
  deps: Sending,
  text: ClaimedText,
  { check = createPreSendCheck(deps), accept: acceptTogether, answered }: Together = {},
): Promise<Outcome> {
  const { sql, carrier, clock, env, log } = deps
  const attempt = { age: text.age, endsMs: LEAVES_WITHIN_MS, tooLate: { why: 'lost' } as NotSent }
  const fence = createFence(() => check(text), attempt)
  const validitySeconds = validityOf(text, env)
  const sent = await carrier.send({ id: text.id, to: text.phone, body: text.body, validitySeconds }, fence)
  const outcome: Outcome =
    sent.kind === 'held' ? { kind: 'held', ...(fence.reason() ?? attempt.tooLate) } : sent
  answered?.()
  const acceptance = acceptanceOf(text, outcome, clock)
  if (acceptance && (await acceptTogether?.(acceptance))) return outcome
  await retryWrite(() => writeOutcome(sql, text, outcome, clock))
  if (outcome.kind !== 'accepted') log.warn({ text: text.id, kind: text.kind, outcome }, 'text not accepted')
  return outcome
}

/** Twilio's longest, in seconds. */
const MAX_VALIDITY_SECONDS = 36_000

/** A first text must not leave the carrier's queue after quiet hours began, even if this attempt leaves at its last moment. */
function validityOf(text: ClaimedText, env: Pick<Deps['env'], 'QUIET_HOURS'>): number | undefined {
  if (text.kind !== 'first_text') return undefined
  const { closesAt } = sendWindow(text.phone, env.QUIET_HOURS, text.claimedAt)
  if (!closesAt) return undefined
  const left = closesAt.getTime() - text.claimedAt.getTime() - LEAVES_WITHIN_MS
  return Math.max(1, Math.min(MAX_VALIDITY_SECONDS, Math.floor(left / 1000)))
}

/** A database that is away for a moment must not make a text unknown whose outcome is known. */
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

/** Of an accepted text that is no reply. */
function acceptanceOf(text: ClaimedText, outcome: Outcome, clock: Clock): NewAcceptance | null {
  if (outcome.kind !== 'accepted' || text.kind === 'reply') return null
  return { id: text.id, sid: outcome.sid, segments: outcome.segments, now: clock() }
}

/** An accepted text without further effects takes one statement; every other outcome takes a transaction. */
async function writeOutcome(sql: Sql, text: ClaimedText, outcome: Outcome, clock: Clock): Promise<void> {
  const acceptance = acceptanceOf(text, outcome, clock)
  if (acceptance && (await retryStatement(() => acceptWithoutEffects(sql, acceptance)))) return
  await retryOnDeadlock(sql, (open) => recordOutcome(open, text, outcome, clock))
}

/** Stores the outcome of one attempt. Changes nothing when the row has a later attempt or another status. */
export async function recordOutcome(
  sql: Sql,
  text: ClaimedText,
  outcome: Outcome,
  clock: Clock,
): Promise<void> {
  const now = clock()
  const moment = databaseNow(sql, clock)
  switch (outcome.kind) {
    case 'accepted': {
      const { sid, segments } = outcome
      const known = await accept(sql, { id: text.id, sid, segments, now, onlyNew: true })
      if (known) return
      const message = "The carrier answered with another text's number"
      return markUnknown(sql, text, { message, askAt: after(sql, moment, RECONCILE_AFTER_MS), now })
    }
    case 'refused':
      return fail(sql, text, { code: outcome.code, message: explain(outcome.code) ?? outcome.message, now })
    case 'busy': {
      const message = 'The carrier stayed busy'
      if (text.attempts >= MAX_ATTEMPTS) return fail(sql, text, { code: null, message, now })
      const pause = backoffMs(text.attempts, outcome.retryAfterSeconds)
      return requeue(sql, text, { at: after(sql, moment, pause) }, now)
    }
    case 'unauthorized':
      await sql`
        update send_bucket set stopped_at = ${now}, stopped_reason = 'The carrier refused our credentials'
        where stopped_reason is null`
      return requeue(sql, text, { at: moment }, now)
    case 'ambiguous': {
      const message = 'The carrier did not answer clearly'
      return markUnknown(sql, text, { message, askAt: after(sql, moment, RECONCILE_AFTER_MS), now })
    }
    case 'held':
      return returnUnsent(sql, text, outcome, clock)
  }
}

/** A text that was certainly not sent. Its row may be `unknown` by now (lease expired); it is requeued from there, too. */
async function returnUnsent(sql: Sql, text: ClaimedText, held: NotSent, clock: Clock): Promise<void> {
  const now = clock()
  const moment = databaseNow(sql, clock)
  switch (held.why) {
    case 'suppressed':
      return cancel(sql, text, SUPPRESSED, now)
    case 'canceled':
      return cancel(sql, text, 'Canceled before it was sent', now)
    case 'paused':
    case 'undecided':
      return requeue(sql, text, { at: moment }, now)
    case 'closed':
      return requeue(
        sql,
        text,
        { at: sql`${held.window.opensAt}::timestamptz`, until: held.window.closesAt },
        now,
      )
    case 'lost': {
      // The author of a reply was told "not sent", or has left: it must not be sent later.
      const message = 'The server stood still before it was sent'
      if (text.kind === 'reply') return fail(sql, text, { code: null, message, now })
      return requeue(sql, text, { at: moment }, now)
    }
  }
}

/** Doubles from one second to ten minutes, with full jitter so that many texts do not come back together. */
function backoffMs(attempts: number, retryAfterSeconds: number | null): number {
  const ceiling = Math.min(600_000, 1000 * 2 ** (attempts - 1))
  return Math.max((retryAfterSeconds ?? 0) * 1000, 500 + Math.random() * ceiling)
}
