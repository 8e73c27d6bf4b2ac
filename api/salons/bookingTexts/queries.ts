import { cancelOutdated } from '../../core/messages/transitions/queued.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { findBooking, findLastCampaign } from '../visits/queries.ts'

export type What = 'booked' | 'canceled' | 'day_before'

interface Conversation {
  salonId: string
  phone: string
}

/** Beginning of the dedupe keys of the texts about a visit. */
export const keyOf = (visitId: string) => `booking:${visitId}:`

/** Whether text `b` still states what is true of visit `v`. */
export const isTrue = (sql: Sql) => sql`case b.what when 'canceled' then v.state = 'canceled'
  else v.state = 'booked' and v.visit_at is not distinct from b.visit_at end`

export interface BookingText {
  messageId: string
  visitId: string
  what: What
  /** The time that it states. */
  visitAt: Date | null
}

export const insertBookingText = (sql: Sql, text: BookingText) =>
  sql`insert into booking_texts ${sql({ ...text })}`

/** What the client was last told about a visit, and how many texts about it there were, canceled ones too. */
export async function findLastTold(sql: Sql, visitId: string) {
  const texts = await sql<{ what: What; visitAt: Date | null; canceled: boolean }[]>`
    select b.what, b.visit_at, m.status in ('canceled', 'failed', 'undelivered') as canceled
    from booking_texts b join messages m on m.id = b.message_id
    where b.visit_id = ${visitId} and b.what <> 'day_before' order by m.seq`
  return { last: texts.findLast(({ canceled }) => !canceled), count: texts.length }
}

/** Cancels texts of a number that are not sent yet and no longer true. Lock the number first. */
export async function dropOutdated(sql: Sql, { salonId, phone }: Conversation, now: Date): Promise<void> {
  const outdated = await sql<{ dedupeKey: string }[]>`
    select m.dedupe_key from messages m join booking_texts b on b.message_id = m.id join visits v on v.id = b.visit_id
    where m.phone = ${phone} and m.salon_id = ${salonId} and m.status = 'queued' and not (${isTrue(sql)})`
  await cancelOutdated(
    sql,
    outdated.map(({ dedupeKey }) => dedupeKey),
    now,
  )
}

/** Whether one of these visits has a text that has left, or may have, and is not true. */
export async function hasToldWrong(sql: Sql, visitIds: string[]): Promise<boolean> {
  const { count } = await sql`
    select 1 from (
      select distinct on (b.visit_id) b.* from booking_texts b join messages m on m.id = b.message_id
      where b.visit_id = any(${visitIds}::uuid[]) and m.status not in ('canceled', 'failed', 'undelivered')
      order by b.visit_id, m.seq desc
    ) b join visits v on v.id = b.visit_id where not (${isTrue(sql)}) limit 1`
  return count > 0
}

/**
 * The booking that staff see beside a conversation and can move or cancel: null if it is over. `texted`: the client has, or
 * gets, a text about it.
 */
export async function findConversationBooking(sql: Sql, { salonId, phone }: Conversation, now: Date) {
  const campaignId = await findLastCampaign(sql, { salonId, phone })
  const id = await findBooking(sql, { salonId, phone, campaignId })
  if (!id) return null
  const [booking] = await sql<{ visitAt: string | null; texted: boolean }[]>`
    select ${instant(sql, 'v.visit_at')} as visit_at, exists (
      select 1 from booking_texts b join messages m on m.id = b.message_id
      where b.visit_id = v.id and b.what = 'booked' and m.status not in ('canceled', 'failed', 'undelivered')) as texted
    from visits v where v.id = ${id} and coalesce(v.visit_at, ${now}) >= ${now}`
  return booking ?? null
}
