import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { landingLink, withLandingLink } from '@salonback/shared/messages/link.ts'
import { segments } from '@salonback/shared/messages/segments.ts'
import { toE164 } from '@salonback/shared/phone.ts'
import type { ContactStatus } from '@salonback/shared/prospects/contract.ts'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { AppError } from '../http/errors.ts'
import type { CallContext } from '../http/serve.ts'
import { LEASE_MS } from './claim.ts'
import { priorityOf } from './outbox.ts'
import { type ClaimedText, findKnownNumber, markAnswered } from './queries.ts'
import { sendClaimed } from './send.ts'
import { isSuppressed } from './suppress.ts'

const MAX_CHARACTERS = 1600
/** A busy carrier is asked again after these pauses while the person waits. */
const PATIENCE_MS = [500, 1500, 3000]
const UNKNOWN = "We can't tell if it was sent. Asking the carrier; we won't send it twice."

interface Reply {
  phoneNumber: string
  message: string
  includeLandingPage: boolean
  updateProspectStatus?: ContactStatus | undefined
}

interface ReplyRow {
  id: string
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'unknown' | 'canceled'
  segments: number
  errorMessage: string | null
  acceptedAt: Date | null
}

/**
 * Sends one text and answers when the carrier has it. The same Idempotency-Key again gets the first answer
 * and sends nothing. Throws conflict for an opted-out number, carrier for a refusal or when nobody can tell.
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
  const cause = `reply:${actor.id}:${context.idempotencyKey ?? randomUUID()}`
  const first = await writeDown(sql, { phone, body, cause, reply, actorId: actor.id, now: clock() })
  if (first) {
    await deliver(context, first)
    await concludeReply(context, first, phone, reply.updateProspectStatus)
  }
  return answerFor(await outcomeOf(sql, cause))
}

async function numberOf(sql: Sql, given: string, country: string): Promise<string> {
  const phone = (await findKnownNumber(sql, given)) ?? toE164(given, country)
  if (!phone) {
    throw new AppError('invalid', 'Please enter a valid mobile number', {
      fields: { phoneNumber: 'Please enter a valid mobile number' },
    })
  }
  return phone
}

interface Draft {
  phone: string
  body: string
  cause: string
  reply: Reply
  actorId: string
  now: Date
}

/** Commits the text as `sending` before the carrier hears of it. Null when this cause already has its text. */
function writeDown(
  sql: Sql,
  { phone, body, cause, reply, actorId, now }: Draft,
): Promise<ClaimedText | null> {
  return inTransaction(sql, async (open) => {
    const [known] = await open`select 1 from messages where cause = ${cause}`
    if (known) return null
    if (await isSuppressed(open, phone))
      throw new AppError('conflict', 'This number has opted out. Nothing was sent.')
    const [row] = await open<ClaimedText[]>`
      insert into messages (direction, kind, phone, body, prospect_id, created_at, segments, status, status_at, priority,
        due_at, attempts, attempted_at, lease_until, carries_link, created_by, cause)
      values ('outbound', 'reply', ${phone}, ${body}, (select id from prospects where phone = ${phone}), ${now},
        ${segments(body).segments}, 'sending', ${now}, ${priorityOf.reply}, ${now}, 1, ${now},
        ${new Date(now.getTime() + LEASE_MS)}, ${reply.includeLandingPage}, ${actorId}, ${cause})
      on conflict (cause) do nothing
      returning id, kind, phone, body, attempts, outreach_id`
    return row ?? null
  })
}

/** Tries until the carrier says something definite, for as long as a person will wait. */
async function deliver(context: CallContext, text: ClaimedText): Promise<void> {
  for (const pauseMs of [...PATIENCE_MS, null]) {
    const outcome = await sendClaimed(context, text)
    if (outcome.kind !== 'busy' && outcome.kind !== 'unauthorized') return
    if (pauseMs === null || outcome.kind === 'unauthorized') return giveUp(context, text)
    await wait(pauseMs)
    if (!(await claimAgain(context, text))) return
  }
}

/** A busy text went back to the queue; take it again before a worker does. False when one did. */
async function claimAgain({ sql, clock }: CallContext, text: ClaimedText): Promise<boolean> {
  const now = clock()
  const rows = await sql`
    update messages set status = 'sending', status_at = ${now}, attempts = attempts + 1, attempted_at = ${now},
      lease_until = ${new Date(now.getTime() + LEASE_MS)}
    where id = ${text.id} and status = 'queued' returning 1`
  return rows.length > 0
}

/** The person is told it was not sent, so it must not leave later behind their back. */
async function giveUp({ sql, clock }: CallContext, text: ClaimedText): Promise<void> {
  await sql`
    update messages set status = 'failed', status_at = ${clock()}, error_message = 'The carrier is not taking texts at the moment'
    where id = ${text.id} and status = 'queued'`
}

/** What follows from a reply the carrier took: the texts it answers are processed, and the status as chosen. */
function concludeReply(
  { sql, clock, actor }: CallContext,
  text: ClaimedText,
  phone: string,
  status: ContactStatus | undefined,
): Promise<void> {
  return inTransaction(sql, async (open) => {
    const [sent] = await open`select 1 from messages where id = ${text.id} and accepted_at is not null`
    if (!sent) return
    await markAnswered(open, phone)
    if (status) {
      await open`update prospects set contact_status = ${status}, updated_at = ${clock()} where phone = ${phone}`
    }
    await audit(open, {
      actor: actor.username,
      action: 'reply',
      subject: text.id,
      detail: { status: status ?? null },
    })
  })
}

/** The row's present state; a twin request that is still sending is waited for, no longer than its lease. */
async function outcomeOf(sql: Sql, cause: string): Promise<ReplyRow> {
  for (let waited = 0; ; waited += 100) {
    const [row] = await sql<ReplyRow[]>`
      select id, status, segments, error_message, accepted_at from messages where cause = ${cause}`
    if (!row) throw new Error('a reply has lost its row')
    if ((row.status !== 'sending' && row.status !== 'queued') || waited >= LEASE_MS) return row
    await wait(100)
  }
}

function answerFor({ id, status, segments, errorMessage, acceptedAt }: ReplyRow) {
  if (acceptedAt !== null) return { id, status, segments }
  if (status === 'canceled') throw new AppError('conflict', 'This number has opted out. Nothing was sent.')
  if (status === 'failed') {
    throw new AppError('carrier', `${errorMessage ?? 'The carrier refused it'}. Nothing was sent.`, {
      fields: { status: 'failed' },
    })
  }
  throw new AppError('carrier', UNKNOWN, { fields: { status: 'unknown' } })
}
