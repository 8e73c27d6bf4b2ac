import type { HandoverAnswer, HandoverSettings } from '@salonback/shared/salons/handover/contract.ts'
import type { SalonState } from '@salonback/shared/salons/salons/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'

/** Throws 404 for an unknown salon. */
export async function findSettings(sql: Sql, salonId: string): Promise<HandoverSettings> {
  const [settings] = await sql<HandoverSettings[]>`
    select handover_texts as texts, facts, booking_reminders as reminders from salons where id = ${salonId}`
  if (!settings) throw notFound('Salon')
  return settings
}

interface SaveSettings {
  texts?: boolean | undefined
  facts?: string | null | undefined
  reminders?: boolean | undefined
}

/** Changes the given settings. An empty text removes the facts. */
export async function saveSettings(sql: Sql, salonId: string, { texts, facts, reminders }: SaveSettings) {
  if (texts !== undefined) await sql`update salons set handover_texts = ${texts} where id = ${salonId}`
  if (reminders !== undefined)
    await sql`update salons set booking_reminders = ${reminders} where id = ${salonId}`
  if (facts !== undefined) await sql`update salons set facts = ${facts || null} where id = ${salonId}`
}

/** A salon with its owner, as far as a hand-over needs. */
export interface HandoverSalon {
  id: string
  name: string
  state: SalonState
  timeZone: string
  ownerName: string
  ownerPhone: string | null
  ownerEmail: string | null
  handoverTexts: boolean
}

/** Locks the salon until the transaction ends, so that texts to its owner are counted one after the other. */
export async function lockHandoverSalon(sql: Sql, salonId: string): Promise<HandoverSalon | undefined> {
  const [salon] = await sql<HandoverSalon[]>`
    select id, name, state, time_zone, owner_name, owner_phone, owner_email, handover_texts from salons
    where id = ${salonId} for no key update`
  return salon
}

interface InsertQuestion {
  salonId: string
  phone: string
  messageId: string
  adminId: string
  now: Date
}

/** Stores a question. Undefined if there is one about this text already. */
export async function insertQuestion(sql: Sql, question: InsertQuestion): Promise<string | undefined> {
  const { salonId, phone, messageId, adminId, now } = question
  const [row] = await sql<{ id: string }[]>`
    insert into handovers (salon_id, phone, kind, message_id, created_by, created_at)
    values (${salonId}, ${phone}, 'question', ${messageId}, ${adminId}, ${now})
    on conflict (message_id, kind) do nothing returning id`
  return row?.id
}

interface SaveBooking extends InsertQuestion {
  visitId: string | null
  visitAt: Date | null
}

interface SavedBooking {
  id: string
  /** The time that the owner knows; null: none that still holds. */
  toldFor: { visitAt: Date | null } | null
}

/** Stores a booking, or its new time. Undefined if it is stored already. Lock the salon first. */
export async function saveBooking(sql: Sql, booking: SaveBooking): Promise<SavedBooking | undefined> {
  const { salonId, phone, messageId, visitId, visitAt, adminId, now } = booking
  const [before] = await sql<{ id: string; visitAt: Date | null; stands: boolean }[]>`
    select id, visit_at, told_by is not null and canceled_at is null as stands from handovers
    where kind = 'booking' and salon_id = ${salonId}
      and (message_id = ${messageId} or visit_id = ${visitId}) order by created_at desc limit 1`
  if (before) {
    const { count } = await sql`
      update handovers set visit_id = ${visitId}, visit_at = ${visitAt}, revision = revision + 1, told_by = null,
        told_at = null, canceled_at = null
      where id = ${before.id}
        and (visit_at is distinct from ${visitAt} or visit_id is distinct from ${visitId} or canceled_at is not null)`
    return count > 0 ? { id: before.id, toldFor: before.stands ? before : null } : undefined
  }
  const [row] = await sql<[{ id: string }]>`
    insert into handovers (salon_id, phone, kind, message_id, visit_id, visit_at, created_by, created_at)
    values (${salonId}, ${phone}, 'booking', ${messageId}, ${visitId}, ${visitAt}, ${adminId}, ${now})
    returning id`
  return { id: row.id, toldFor: null }
}

/** Whether booking `h` no longer holds: its visit is canceled, or it has no visit and its text is not marked as booked. */
const isCanceled = (sql: Sql) =>
  sql`coalesce(v.state = 'canceled', h.kind = 'booking' and m.outcome is distinct from 'booked')`

export interface ChangedBooking {
  id: string
  firstName: string | null
  /** How the owner learnt of it; null: waits for the collected text. */
  toldBy: ToldBy | null
  toldFor: Date | null
  visitAt: Date | null
  isCanceled: boolean
}

/**
 * Future bookings of a number that were moved or taken back after they were handed over. A time that became known is no
 * correction.
 */
export const findChangedBookings = (
  sql: Sql,
  { salonId, phone, now }: Pick<InsertQuestion, 'salonId' | 'phone' | 'now'>,
) => sql<ChangedBooking[]>`
  select h.id, c.first_name, h.told_by, h.visit_at as told_for, coalesce(v.visit_at, h.visit_at) as visit_at,
    ${isCanceled(sql)} as is_canceled
  from handovers h join messages m on m.id = h.message_id
    left join clients c on c.salon_id = h.salon_id and c.phone = h.phone left join visits v on v.id = h.visit_id
  where h.salon_id = ${salonId} and h.phone = ${phone} and h.kind = 'booking' and h.canceled_at is null
    and (${isCanceled(sql)} or (v.state = 'booked' and h.visit_at <> v.visit_at))
    and coalesce(greatest(h.visit_at, v.visit_at), h.created_at + interval '30 days') > ${now}
  order by h.created_at`

export async function saveCanceled(sql: Sql, id: string, now: Date): Promise<void> {
  await sql`update handovers set canceled_at = ${now}, told_by = null, told_at = null where id = ${id}`
}

/** Stores the new time. A booking that waits for the collected text keeps waiting: that text names no times. */
export async function saveMoved(
  sql: Sql,
  { id, visitAt }: Pick<ChangedBooking, 'id' | 'visitAt'>,
): Promise<void> {
  await sql`
    update handovers set visit_at = ${visitAt}, revision = revision + 1, told_by = null, told_at = null where id = ${id}`
}

/** Counts texts and e-mails about clients to this owner today, by the salon's calendar, over all salons of the owner. */
export async function countToldToday(sql: Sql, salon: HandoverSalon, now: Date): Promise<number> {
  const { timeZone, ownerPhone, ownerEmail } = salon
  const today = localDate(timeZone, now)
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from owner_messages o left join messages m on m.dedupe_key = o.dedupe_key
      left join mails e on e.dedupe_key = o.dedupe_key
    where o.kind = 'handover' and o.sent_at > ${now}::timestamptz - interval '26 hours'
      and (o.sent_at at time zone ${timeZone})::date = ${today}::date
      and (m.phone = ${ownerPhone} or lower(e.to_address) = lower(${ownerEmail}))`
  return count
}

export type ToldBy = 'text' | 'email' | 'page'

export async function saveTold(sql: Sql, ids: readonly string[], by: ToldBy, now: Date): Promise<void> {
  await sql`update handovers set told_by = ${by}, told_at = ${now} where id = any(${[...ids]}::uuid[])`
}

/** Salons with hand-overs that wait for a collected text. */
export const findWaitingSalons = (sql: Sql) => sql<{ salonId: string; timeZone: string; oldest: Date }[]>`
  select h.salon_id, s.time_zone, min(h.created_at) as oldest from handovers h join salons s on s.id = h.salon_id
  where h.told_by is null group by h.salon_id, s.time_zone order by oldest`

/** Hand-overs that wait. `isOver`: the question has an answer, or the booking was canceled, so that no text is needed. */
export const findWaiting = (sql: Sql, salonId: string) => sql<{ id: string; isOver: boolean }[]>`
  select h.id, h.answered_at is not null or (${isCanceled(sql)} and h.canceled_at is null) as is_over
  from handovers h join messages m on m.id = h.message_id left join visits v on v.id = h.visit_id
  where h.salon_id = ${salonId} and h.told_by is null order by h.created_at`

export interface HandoverRow {
  id: string
  kind: 'question' | 'booking'
  phone: string
  firstName: string | null
  /** What the client wrote. */
  words: string
  messageId: string
  visitId: string | null
  visitAt: string | null
  isCanceled: boolean
  revision: number
  createdAt: string
  answer: HandoverAnswer | null
  answerWords: string | null
  answeredAt: string | null
}

const find = (sql: Sql, salonId: string, rest: Fragment) => sql<HandoverRow[]>`
  select h.id, h.kind, h.phone, c.first_name, m.body as words, h.message_id, h.visit_id, h.revision, h.answer, h.answer_words,
    ${instant(sql, 'h.visit_at')} as visit_at, ${instant(sql, 'h.created_at')} as created_at,
    ${instant(sql, 'h.answered_at')} as answered_at, ${isCanceled(sql)} as is_canceled
  from handovers h join messages m on m.id = h.message_id
    left join clients c on c.salon_id = h.salon_id and c.phone = h.phone left join visits v on v.id = h.visit_id
  where h.salon_id = ${salonId} ${rest}`

/** Undefined for a hand-over of another salon. */
export async function findHandover(sql: Sql, salonId: string, id: string): Promise<HandoverRow | undefined> {
  const [row] = await find(sql, salonId, sql`and h.id = ${id}`)
  return row
}

/**
 * Questions without an answer, oldest first, then future bookings, next one first, including for a week canceled ones that
 * the owner knew of.
 */
export const findOpenHandovers = (sql: Sql, salonId: string, now: Date) =>
  find(
    sql,
    salonId,
    sql`and case h.kind when 'question' then h.answered_at is null
        else coalesce(h.visit_at, h.created_at + interval '30 days') > ${now}::timestamptz - interval '12 hours'
          and (not ${isCanceled(sql)}
            or (h.canceled_at > ${now}::timestamptz - interval '7 days' and h.told_by is distinct from 'page')) end
      order by h.kind desc, h.visit_at nulls last, h.created_at limit 100`,
  )

/** Number of a salon's questions without an answer. */
export async function countOpenQuestions(sql: Sql, salonId: string): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from handovers
    where salon_id = ${salonId} and kind = 'question' and answered_at is null`
  return count
}

interface SaveAnswer {
  id: string
  answer: HandoverAnswer
  words: string | null
  now: Date
}

/** Stores the owner's answer. False if the question has one already. */
export async function saveAnswer(sql: Sql, { id, answer, words, now }: SaveAnswer): Promise<boolean> {
  const { count } = await sql`
    update handovers set answer = ${answer}, answer_words = ${words}, answered_at = ${now}
    where id = ${id} and kind = 'question' and answered_at is null`
  return count > 0
}

/** Questions and bookings of a number that went to the owner, and the answers, as entries of a time line. */
export const handoverEntries = (sql: Sql, phone: string): Fragment => sql`
  select h.created_at as at, 0 as seq, 'handover' as kind, h.id::text, null as text, h.told_by as state,
    h.kind as detail, a.username as by, h.salon_id
  from handovers h join admins a on a.id = h.created_by where h.phone = ${phone}
  union all
  select answered_at, 0, 'answer', id::text, answer_words, answer, null, null, salon_id
  from handovers where phone = ${phone} and answered_at is not null`
