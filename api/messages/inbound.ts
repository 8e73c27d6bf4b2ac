import type { ContactStatus } from '@salonback/shared/prospects/contract.ts'
import { landingLink } from '@salonback/shared/sms/link.ts'
import { isCostly } from '@salonback/shared/sms/phone.ts'
import { followUpText, helpText, optOutConfirmation } from '@salonback/shared/sms/texts.ts'
import { type Understanding, understand } from '@salonback/shared/sms/understand.ts'
import { pauseUnwelcomeCampaign } from '../campaigns/watch.ts'
import type { Json, Sql } from '../db/open.ts'
import { retryOnDeadlock } from '../db/retryOnDeadlock.ts'
import type { Deps } from '../deps.ts'
import { setStatusByPhone } from '../prospects/queries.ts'
import { queuePublicText } from '../publicTexts/gate.ts'
import { findSetting } from '../settings/queries.ts'
import { queueText } from './outbox.ts'
import { findContactHistory, resolveHeldTexts } from './queries.ts'
import { isSuppressed, liftSuppression, lockNumber, suppress } from './suppress.ts'

/** Webhook parameters as the carrier sent them, unknown ones included; repeated names are arrays. */
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

// Real senders are far shorter; a longer one would exceed what an index row can hold, and the insert would fail.
const MAX_SENDER_LENGTH = 100

/**
 * Stores a received text, understands it and lets it take effect, all in one transaction. A replay of the
 * same MessageSid changes nothing and returns null. No carrier call happens here.
 */
export function receiveText(sql: Sql, gate: Gate, params: WebhookParams, now: Date): Promise<string | null> {
  return retryOnDeadlock(sql, async (open) => {
    const text = (name: string) => first(params[name]) ?? ''
    const phone = text('From').slice(0, MAX_SENDER_LENGTH)
    const body = text('Body')
    const sid = text('MessageSid')
    // Locked first: a text's meaning depends on the texts before it, and taking row locks earlier could deadlock.
    await lockNumber(open, phone)
    const suppressed = await isSuppressed(open, gate.env, phone)
    const understood = understand(body, {
      optOutType: first(params.OptOutType) ?? null,
      suppressed,
    })
    const [row] = await open<{ id: string }[]>`
      insert into messages (direction, kind, phone, our_number, body, created_at, sid, segments, num_media, status,
        intent, is_opt_out, raw, prospect_id)
      values ('inbound', 'inbound', ${phone}, ${text('To')}, ${body}, ${now}, ${sid}, ${wholeNumber(params.NumSegments, 1)},
        ${wholeNumber(params.NumMedia, 0)}, 'received', ${understood.intent}, ${understood.suppress},
        ${open.json(params as Json)}, (select id from prospects where phone = ${phone}))
      on conflict (sid) where sid is not null do nothing
      returning id`
    if (!row) return null
    // Not `for update`: each inserted text holds a key share of its prospect, and two at once would wait for each other.
    const [prospect] = await open<{ id: string; contactStatus: ContactStatus | null }[]>`
      select id, contact_status from prospects where phone = ${phone} for no key update`
    const arrived = { id: row.id, phone, body, sid, now, prospect: prospect ?? null }
    const processed = await applyMeaning(open, gate, arrived, understood, suppressed)
    if (processed) await open`update messages set processed = true where id = ${row.id}`
    return row.id
  })
}

/** Applies the effects of a text's meaning. True when nothing is left for a person to do. */
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
      await resolveHeldTexts(sql, text.phone, text.now)
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
      // The number is suppressed already, so there is nothing to hold: a person reads it like any other text.
      if (suppressed) await resolveHeldTexts(sql, text.phone, text.now)
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
  // Only where the carrier does not confirm STOP itself: otherwise they would get two confirmations.
  if (fresh && !gate.env.TWILIO_HANDLES_OPT_OUT) await notice(sql, gate, text, optOutConfirmation)
  if (fresh) await pauseUnwelcomeCampaign(sql, text.phone)
}

const DAY_MS = 24 * 3_600_000
/** Limits answers to a number that sends STOP and START in turn. */
const NOTICES_A_DAY = 4

/**
 * Queues one answer to STOP or HELP. False when none may go out: the number had its answers for today, or it was never
 * texted by staff and is outside the countries or the budget of public texts.
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

/** A yes from a prospect: sets Responded and queues the landing link. True when the follow-up was queued. */
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

function wholeNumber(value: string | string[] | undefined, fallback: number): number {
  const number = Number(first(value))
  return Number.isInteger(number) && number >= 0 && number < 1000 ? number : fallback
}
