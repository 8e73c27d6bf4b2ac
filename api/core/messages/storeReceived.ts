import { needsAnswer } from '@salonback/shared/sms/needsAnswer.ts'
import { isSettledOptOut } from '@salonback/shared/sms/wrongNumber.ts'
import type { Deps } from '../../deps.ts'
import type { Json, Sql } from '../../platform/db/open.ts'
import { isSuppressionOf, numberLock } from '../suppressions/suppressions.ts'
import { optIn } from './optIn.ts'
import { optOut } from './optOut.ts'
import { markSettled, setProcessed } from './processed.ts'
import { resolvePendingReview } from './queries.ts'
import type { ReceivedText } from './text.ts'

export type StoreReceived = Pick<Deps, 'env' | 'log' | 'subscribers'> & { sql: Sql }

/** A text as the carrier reports it, classified but not stored. */
export interface IncomingText extends Pick<ReceivedText, 'phone' | 'body' | 'sid' | 'now' | 'understood'> {
  to: string
  messagingService: string
  segments: number
  media: number
  /** All parameters of the webhook. */
  raw: Json
}

/** A text fetched from the carrier: later texts of the number may be stored already. */
export interface Backfilled {
  /** Sids of texts of the same number that the carrier received before it. */
  earlier: string[]
}

/**
 * Stores a text and applies its effects; returns its id, or null if it is stored already. Call in a transaction that has
 * locked the number.
 */
export async function storeReceived(
  deps: StoreReceived,
  text: IncomingText,
  { suppressed, backfilled }: { suppressed: boolean; backfilled: Backfilled | undefined },
): Promise<string | null> {
  const stored = await insertReceived(deps, text)
  if (stored === null) return null
  const received = { ...text, ...stored, suppressed }
  if (backfilled && (await isSuperseded(deps, received, backfilled))) return stored.id
  const processed = await applyMeaning(deps, received)
  if (processed) await setProcessed(deps.sql, stored.id, true)
  return stored.id
}

type Stored = Pick<ReceivedText, 'id' | 'senderId' | 'salonId'>

/**
 * Inserts the text; null if it is stored already. Its sender is found by `To`, else by the Messaging Service. Waits for a
 * concurrent erasure of the number. Logs a text to a number that is not one of our senders.
 */
export async function insertReceived({ sql, log }: StoreReceived, text: IncomingText) {
  const { phone, to, body, now } = text
  const { intent, suppress } = text.understood
  const isAutomatic = intent === 'automatic_reply'
  const [row] = await sql<Stored[]>`
    with stored as (insert into messages (direction, kind, phone, our_number, sender_id, salon_id, body, created_at, sid, segments,
      num_media, status, intent, is_opt_out, processed, needs_answer, raw)
    select 'inbound', 'inbound', ${phone}, ${to}, sender.id, sender.salon_id, ${body}, ${now}, ${text.sid},
      ${text.segments}::int, ${text.media}::int, 'received', ${intent},
      ${suppress}::boolean, ${isAutomatic}::boolean, ${needsAnswer(body, { intent })}::boolean, ${sql.json(text.raw)}::jsonb
    from (select ${numberLock(sql, phone)}) as locked left join lateral (
      select id, salon_id from senders
      where address <> '' and address in (${to}, ${text.messagingService})
      order by kind = 'number' desc limit 1
    ) sender on true
    on conflict (sid) where sid is not null do nothing
    returning id, sender_id, salon_id),
    -- A received text ends the snooze of its conversation; an automatic reply does not.
    woken as (update conversation_desk d set snoozed_until = null from stored
      where not ${isAutomatic}::boolean and d.phone = ${phone} and d.salon_id is not distinct from stored.salon_id and d.snoozed_until is not null)
    select id, sender_id, salon_id from stored`
  if (row && row.senderId === null) log.warn({ text: row.id, to }, 'a text arrived at an unknown sender')
  return row ?? null
}

/**
 * Whether a later STOP or START of the number to the same sender supersedes this backfilled text, or a START is older than
 * the suppression.
 */
async function isSuperseded(
  { sql, env }: StoreReceived,
  { phone, now, senderId, understood: { intent } }: ReceivedText,
  { earlier }: Backfilled,
): Promise<boolean> {
  if (intent !== 'opt_out' && intent !== 'opt_in') return false
  const opposite = intent === 'opt_out' ? 'opt_in' : 'opt_out'
  const later = await sql`
    select 1 from messages where phone = ${phone} and direction = 'inbound' and intent = ${opposite}
      and sender_id is not distinct from ${senderId}::uuid and created_at > ${now} and sid <> all(${earlier}::text[])`
  if (later.count > 0 || intent === 'opt_out') return later.count > 0
  const suppressed = await sql`
    select 1 from suppressions left join messages m on m.id = message_id
    where ${isSuppressionOf(sql, env, phone)} and since > ${now} and (m.sid is null or m.sid <> all(${earlier}::text[]))`
  return suppressed.count > 0
}

/** Applies the effects of the text. True if staff have nothing left to do. */
async function applyMeaning({ sql, env, subscribers }: StoreReceived, text: ReceivedText): Promise<boolean> {
  const { phone, now, salonId, understood, suppressed } = text
  switch (understood.intent) {
    case 'opt_out':
      await optOut(sql, subscribers, optOutOf(text), text)
      break
    case 'opt_in':
      await resolvePendingReview(sql, { phone, now, salonId })
      await optIn(sql, env, text)
      break
    case 'maybe_opt_out':
      // The number is suppressed already, so no decision is needed.
      if (!suppressed) break
      await markSettled(sql, phone)
      await resolvePendingReview(sql, { phone, now, salonId })
  }
  const answered = await subscribers.onReceived(sql, text)
  if (understood.intent === 'opt_out')
    return !understood.needsReview || (salonId !== null && isSettledOptOut(text.body))
  return answered && !understood.needsReview
}

const optOutOf = ({ phone, now, body, id, senderId, salonId, understood }: ReceivedText) => ({
  phone,
  at: now,
  source: understood.optOutSource ?? ('keyword' as const),
  wording: body,
  messageId: id,
  senderId,
  salonId,
})
