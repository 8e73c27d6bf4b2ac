import { UNDO_MS } from '@salonback/shared/platform/http/endpoint.ts'
import type { Texted } from '@salonback/shared/salons/bookingTexts/texted.ts'
import { replyRefusal } from '@salonback/shared/sms/replyRefusal.ts'
import { queueText } from '../../core/messages/outbox.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import type { Sql } from '../../platform/db/open.ts'
import { findSender } from '../salons/queries.ts'
import { dropOutdated, findLastTold, insertBookingText, keyOf } from './queries.ts'

interface QueueBookingText {
  salonId: string
  phone: string
  visitId: string
  what: 'booked' | 'canceled'
  /** The time that the words state. */
  visitAt: Date | null
  words: string
}

/**
 * Queues a text to a client about a booking, once for each change. It leaves after the ten seconds in which staff can undo
 * the change. Lock the number first.
 */
export async function queueBookingText(
  sql: Sql,
  { salonId, phone, visitId, what, visitAt, words }: QueueBookingText,
  { clock, actor }: Pick<CallContext, 'clock' | 'actor'>,
): Promise<Texted> {
  const now = clock()
  await dropOutdated(sql, { salonId, phone }, now)
  const { last, count } = await findLastTold(sql, visitId)
  if (last?.what === what && last.visitAt?.getTime() === visitAt?.getTime()) return 'before'
  const sender = replyRefusal(phone) === null ? await findSender(sql, salonId) : undefined
  const messageId =
    sender &&
    (await queueText(sql, {
      ...{ kind: 'booking', phone, body: words, now, createdBy: actor.id },
      dedupeKey: `${keyOf(visitId)}${count}`,
      dueAt: new Date(now.getTime() + UNDO_MS),
      sender: { id: sender.id, salonId },
    }))
  if (!messageId) return 'refused'
  await insertBookingText(sql, { messageId, visitId, what, visitAt })
  await audit(sql, { actor, action: 'booking.text', subject: messageId, detail: { what } })
  return 'queued'
}
