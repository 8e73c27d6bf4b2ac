import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ContactStatus } from '@salonback/shared/prospects/contract.ts'
import { explain } from '@salonback/shared/sms/errorCodes.ts'
import { landingLink, withLandingLink } from '@salonback/shared/sms/link.ts'
import { isPremium, toE164 } from '@salonback/shared/sms/phone.ts'
import { segments } from '@salonback/shared/sms/segments.ts'
import { isStoppedByRestore, STOPPED_BY_RESTORE } from '../backup/queries.ts'
import { audit } from '../db/audit.ts'
import { databaseNow, type Moment } from '../db/now.ts'
import type { Sql } from '../db/open.ts'
import { retryOnDeadlock } from '../db/retryOnDeadlock.ts'
import { AppError } from '../http/errors.ts'
import type { CallContext } from '../http/serve.ts'
import { keyReused } from '../http/withIdempotency.ts'
import { isCatchingUp } from '../messages/inboundLease.ts'
import { insertReply, LEASE_MS } from '../messages/outbox.ts'
import { findByDedupeKey, type ReplyState } from '../messages/queries.ts'
import { type Outcome, sendClaimed } from '../messages/send.ts'
import { findAgencySender } from '../messages/senders.ts'
import type { ClaimedText } from '../messages/text.ts'
import { failQueued, reclaim } from '../messages/transitions/queued.ts'
import { isSuppressed, lockNumber } from '../suppressions/suppressions.ts'
import { findContactStatus, findKnownNumber } from './queries.ts'

const MAX_CHARACTERS = 1600
/** Pauses between attempts at a busy carrier while staff wait. */
const BUSY_PAUSES_MS = [500, 1500, 3000]
const UNKNOWN = "We can't tell if it was sent. Asking the carrier; we won't send it twice."

interface Reply {
  phoneNumber: string
  message: string
  includeLandingPage: boolean
  updateProspectStatus?: ContactStatus | undefined
}

/** How long a reply waits for a backfill. */
const CATCH_UP_MS = 2000
const CATCHING_UP =
  'Texts that came in while the service was away are still being fetched. Nothing was sent; try again in a moment.'

/**
 * Sends one text and returns when the carrier accepted it. A repeated Idempotency-Key returns the first result and sends
 * nothing. Throws `conflict` for an opted-out number, `carrier` for a rejection or an unknown outcome.
 */
export async function sendReply(reply: Reply, context: CallContext) {
  const { sql, env, clock, actor } = context
  const phone = await numberOf(sql, reply.phoneNumber, env.DEFAULT_COUNTRY)
  const body = reply.includeLandingPage
    ? withLandingLink(reply.message, landingLink(env.PUBLIC_URL, phone))
    : reply.message
  if (body.length > MAX_CHARACTERS) {
    throw new AppError(
      'invalid',
      `A text may have ${MAX_CHARACTERS} characters; this one has ${body.length} with its link`,
      {
        fields: { message: 'Too long' },
      },
    )
  }
  if (env.TWILIO_ACCOUNT_SID) await untilCaughtUp(sql)
  const dedupeKey = `reply:${actor.id}:${context.idempotencyKey ?? randomUUID()}`
  const first = await insertDraft(sql, env, {
    phone,
    body,
    dedupeKey,
    reply,
    actor,
    now: clock(),
    leasedAt: databaseNow(sql, clock),
  })
  const outcome = first && (await deliver(context, first))
  const state = await stateOf(sql, dedupeKey)
  if (state) return answerFor(state)
  // The number was erased after sending: the row is gone.
  if (first && outcome?.kind === 'accepted') {
    return { id: first.id, status: 'sent' as const, segments: segments(body).segments }
  }
  throw new AppError('conflict', 'Everything about this number was just erased, this reply with it.')
}

/** A backfill after a start takes a moment: wait instead of refusing the reply. */
async function untilCaughtUp(sql: Sql): Promise<void> {
  for (let waited = 0; waited < CATCH_UP_MS && (await isCatchingUp(sql)); waited += 100) await wait(100)
}

const wrongNumber = (message: string) =>
  new AppError('invalid', message, { fields: { phoneNumber: message } })

async function numberOf(sql: Sql, given: string, country: string): Promise<string> {
  const phone = (await findKnownNumber(sql, given)) ?? toE164(given, country)
  if (!phone) throw wrongNumber('Please enter a valid mobile number')
  if (isPremium(phone)) throw wrongNumber('This is a premium-rate number, which is never texted')
  return phone
}

type SentContent = Pick<ReplyState, 'phone' | 'body' | 'setsStatus'>

interface Draft {
  phone: string
  body: string
  dedupeKey: string
  reply: Reply
  actor: CallContext['actor']
  now: Date
  leasedAt: Moment
}

/** Commits the text as `sending` before the carrier call. Undefined if the key already has a text. */
function insertDraft(
  sql: Sql,
  env: CallContext['env'],
  { phone, body, dedupeKey, reply, actor, now, leasedAt }: Draft,
): Promise<ClaimedText | undefined> {
  return retryOnDeadlock(sql, async (open) => {
    // Wait for a concurrent erasure: a row written during it would store the number again.
    await lockNumber(open, phone)
    const setsStatus = reply.updateProspectStatus ?? null
    const earlier = await findByDedupeKey(open, dedupeKey)
    if (earlier && !isSame(earlier, { phone, body, setsStatus })) throw keyReused()
    if (earlier) return undefined
    if (await isStoppedByRestore(open))
      throw new AppError('conflict', `${STOPPED_BY_RESTORE} Nothing was sent.`)
    if (env.TWILIO_ACCOUNT_SID && (await isCatchingUp(open))) throw new AppError('conflict', CATCHING_UP)
    if (await isSuppressed(open, env, phone)) {
      throw new AppError('conflict', 'This number has opted out. Nothing was sent.')
    }
    const text = await insertReply(open, {
      sender: await findAgencySender(open),
      phone,
      body,
      segments: segments(body).segments,
      dedupeKey,
      carriesLink: reply.includeLandingPage,
      createdBy: actor.id,
      setsStatus,
      statusBefore: setsStatus && (await findContactStatus(open, phone)),
      now,
      leasedAt,
    })
    // Audit before the carrier call: no reply without an audit line.
    const detail = { status: setsStatus }
    if (text) await audit(open, { actor: actor.username, action: 'reply', subject: text.id, detail })
    return text
  })
}

const isSame = (a: SentContent, b: SentContent) =>
  a.phone === b.phone && a.body === b.body && a.setsStatus === b.setsStatus

/** Retries while the carrier is busy, as long as staff will wait. */
async function deliver(context: CallContext, first: ClaimedText): Promise<Outcome | undefined> {
  let text = first
  for (const pauseMs of [...BUSY_PAUSES_MS, null]) {
    const outcome = await sendClaimed(context, text)
    const isStopped = outcome.kind === 'unauthorized' || outcome.kind === 'senderRefused'
    if (outcome.kind !== 'busy' && !isStopped) return outcome
    // The answer will be "not sent", so the text must not stay queued.
    if (pauseMs === null || isStopped) {
      const reason =
        outcome.kind === 'senderRefused'
          ? (explain(outcome.code) ?? outcome.message)
          : 'The carrier is not taking texts at the moment'
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
    throw new AppError('carrier', `${errorMessage ?? 'The carrier refused it'}. Nothing was sent.`, {
      fields: { status: 'failed' },
    })
  }
  throw new AppError('carrier', UNKNOWN, { fields: { status: 'unknown' } })
}
