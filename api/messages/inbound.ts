import type { ContactStatus } from '@salonback/shared/prospects/contract.ts'
import { landingLink } from '@salonback/shared/sms/link.ts'
import { isCostly } from '@salonback/shared/sms/phone.ts'
import { followUpText, helpText, optOutConfirmation } from '@salonback/shared/sms/texts.ts'
import { type Intent, type Understanding, understand } from '@salonback/shared/sms/understand.ts'
import { pauseUnwelcomeCampaign } from '../campaigns/watch.ts'
import type { Json, Sql } from '../db/open.ts'
import { retryOnDeadlock, retryStatement } from '../db/retryOnDeadlock.ts'
import type { Deps } from '../deps.ts'
import { setStatusByPhone } from '../prospects/queries.ts'
import { queuePublicText } from '../publicTexts/gate.ts'
import { findSetting } from '../settings/queries.ts'
import { queueText } from './outbox.ts'
import { findContactHistory, resolvePendingReview } from './queries.ts'
import {
  isFromBeforeErasure,
  isSuppressed,
  isSuppressionOf,
  liftSuppression,
  lockNumber,
  numberLock,
  suppress,
} from './suppress.ts'

/** Webhook parameters as sent, including unknown ones; repeated names are arrays. */
export type WebhookParams = Record<string, string | string[]>

type Gate = Pick<Deps, 'env' | 'log'>

interface ReceivedText {
  id: string
  phone: string
  body: string
  sid: string
  now: Date
  prospect: { id: string; contactStatus: ContactStatus | null } | null
}

// The sender is part of an index key, which has a maximum size.
const MAX_SENDER_LENGTH = 100

/** A text fetched from the carrier: later texts of the number may be stored already. */
export interface Backfilled {
  /** Sids of texts of the same number that the carrier received before it. */
  earlier: string[]
}

/**
 * Stores and classifies a received text and applies its effects in one transaction. A replay of the same MessageSid
 * changes nothing and returns null. Makes no carrier call.
 */
export async function receiveText(
  sql: Sql,
  gate: Gate,
  params: WebhookParams,
  now: Date,
  backfilled?: Backfilled,
): Promise<string | null> {
  const text = {
    phone: parameter(params, 'From').slice(0, MAX_SENDER_LENGTH),
    body: parameter(params, 'Body'),
    now,
  }
  const understood = understand(text.body, { optOutType: first(params.OptOutType) ?? null })
  // Most texts have no effects and need only one statement.
  if (hasNoEffect(understood.intent) && !backfilled) {
    return retryStatement(() => insertReceived(sql, params, text, understood))
  }
  return retryOnDeadlock(sql, async (open) => {
    // Lock first: effects depend on earlier texts, and taking row locks before could deadlock.
    await lockNumber(open, text.phone)
    if (backfilled && (await isFromBeforeErasure(open, gate.env, { phone: text.phone, at: now }))) return null
    const suppressed = await isSuppressed(open, gate.env, text.phone)
    const id = await insertReceived(open, params, text, understood)
    if (id === null) return null
    // Not `for update`: inserted texts hold a key share lock on their prospect, and two could deadlock.
    const [prospect] = await open<{ id: string; contactStatus: ContactStatus | null }[]>`
      select id, contact_status from prospects where phone = ${text.phone} for no key update`
    const received = { ...text, id, sid: parameter(params, 'MessageSid'), prospect: prospect ?? null }
    if (backfilled && (await isSuperseded(open, gate, received, understood, backfilled))) return id
    const processed = await applyMeaning(open, gate, received, understood, suppressed)
    if (processed) await open`update messages set processed = true where id = ${id}`
    return id
  })
}

/** Intents without automatic effects. */
const hasNoEffect = (intent: Intent) => intent === 'negative' || intent === 'unclear'

/** Inserts the text and returns its id; null if it is stored already. Waits for a concurrent erasure of the number. */
async function insertReceived(
  sql: Sql,
  params: WebhookParams,
  { phone, body, now }: Pick<ReceivedText, 'phone' | 'body' | 'now'>,
  { intent, suppress }: Understanding,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    insert into messages (direction, kind, phone, our_number, body, created_at, sid, segments, num_media, status,
      intent, is_opt_out, raw, prospect_id)
    select 'inbound', 'inbound', ${phone}, ${parameter(params, 'To')}, ${body}, ${now}, ${parameter(params, 'MessageSid')},
      ${wholeNumber(params.NumSegments, 1)}::int, ${wholeNumber(params.NumMedia, 0)}::int, 'received', ${intent},
      ${suppress}::boolean, ${sql.json(params as Json)}::jsonb, (select id from prospects where phone = ${phone})
    from (select ${numberLock(sql, phone)}) as locked
    on conflict (sid) where sid is not null do nothing
    returning id`
  return row?.id ?? null
}

/** Whether a later STOP or START of the number supersedes this backfilled text. */
async function isSuperseded(
  sql: Sql,
  { env }: Gate,
  { phone, now }: ReceivedText,
  { intent }: Understanding,
  { earlier }: Backfilled,
): Promise<boolean> {
  if (intent !== 'opt_out' && intent !== 'opt_in') return false
  const opposite = intent === 'opt_out' ? 'opt_in' : 'opt_out'
  const later = await sql`
    select 1 from messages where phone = ${phone} and direction = 'inbound' and intent = ${opposite}
      and created_at > ${now} and sid <> all(${earlier}::text[])`
  if (later.count > 0 || intent === 'opt_out') return later.count > 0
  const suppressed = await sql`
    select 1 from suppressions left join messages m on m.id = message_id
    where ${isSuppressionOf(sql, env, phone)} and since > ${now} and (m.sid is null or m.sid <> all(${earlier}::text[]))`
  return suppressed.count > 0
}

/** Applies the effects of the text. True if staff have nothing left to do. */
async function applyMeaning(
  sql: Sql,
  gate: Gate,
  text: ReceivedText,
  understood: Understanding,
  suppressed: boolean,
): Promise<boolean> {
  switch (understood.intent) {
    case 'opt_out':
      await optOut(sql, gate, text, understood)
      return !understood.needsReview
    case 'opt_in':
      await resolvePendingReview(sql, text.phone, text.now)
      await liftSuppression(sql, gate.env, {
        phone: text.phone,
        at: text.now,
        source: 'keyword',
        wording: text.body,
        messageId: text.id,
      })
      return false
    case 'help':
      return gate.env.TWILIO_HANDLES_OPT_OUT || suppressed || (await notice(sql, gate, text, helpText))
    case 'maybe_opt_out':
      // The number is suppressed already, so no decision is needed.
      if (suppressed) await resolvePendingReview(sql, text.phone, text.now)
      return false
    case 'positive':
      return (await followUp(sql, gate, text, suppressed)) && !understood.needsReview
    default:
      return false
  }
}

async function optOut(sql: Sql, gate: Gate, text: ReceivedText, { optOutSource = 'keyword' }: Understanding) {
  const fresh = await suppress(sql, {
    phone: text.phone,
    at: text.now,
    source: optOutSource,
    wording: text.body,
    messageId: text.id,
  })
  // Only if the carrier does not confirm STOP itself.
  if (fresh && !gate.env.TWILIO_HANDLES_OPT_OUT) await notice(sql, gate, text, optOutConfirmation)
  if (fresh) await pauseUnwelcomeCampaign(sql, text.phone)
}

const DAY_MS = 24 * 3_600_000
/** Limit for a number that sends STOP and START in turn. */
const NOTICES_A_DAY = 4

/**
 * Queues one answer to STOP or HELP. False if none may be sent: the daily limit is reached, or staff never texted the
 * number and the gate for public texts refuses it.
 */
async function notice(
  sql: Sql,
  gate: Gate,
  { phone, sid, now }: ReceivedText,
  body: string,
): Promise<boolean> {
  const { notices, texted } = await findContactHistory(sql, phone, new Date(now.getTime() - DAY_MS))
  if (notices >= NOTICES_A_DAY) return false
  const text = { kind: 'notice', phone, body, dedupeKey: `notice:${sid}`, now } as const
  if (texted) return (await queueText(sql, text)) !== null
  return (await queuePublicText(sql, gate, text, null)) === null
}

/** A yes from a prospect: sets Responded and queues the follow-up with the link. True if it was queued. */
async function followUp(sql: Sql, { env }: Gate, text: ReceivedText, suppressed: boolean): Promise<boolean> {
  if (!text.prospect || suppressed) return false
  if (text.prospect.contactStatus === 'Submitted') return false
  await setStatusByPhone(sql, text.phone, 'Responded', text.now)
  if ((await findSetting(sql, 'auto_followup_enabled')) !== 'true' || isCostly(text.phone)) return false
  const queued = await queueText(sql, {
    kind: 'followup',
    phone: text.phone,
    body: followUpText(landingLink(env.PUBLIC_URL, text.phone)),
    dedupeKey: `followup:${text.phone}`,
    now: text.now,
    prospectId: text.prospect.id,
    carriesLink: true,
  })
  return queued !== null
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

const parameter = (params: WebhookParams, name: string) => first(params[name]) ?? ''

function wholeNumber(value: string | string[] | undefined, fallback: number): number {
  const number = Number(first(value))
  return Number.isInteger(number) && number >= 0 && number < 1000 ? number : fallback
}
