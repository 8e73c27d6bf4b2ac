import { refusedPrefix } from '@salonback/shared/sms/errorCodes.ts'
import type { Moment } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'

interface StopSender {
  /** The refused text. */
  id: string
  senderId: string
  phone: string
  code: number | null
  reason: string
  now: Date
}

/**
 * Stops the sender of a text that the carrier refused, or its texts to the countries that the code is about. They stay
 * queued. Changes nothing if the text was tried before staff let the sender send again.
 */
export async function stopSender(
  sql: Sql,
  { id, senderId, phone, code, reason, now }: StopSender,
): Promise<void> {
  const isNews = sql`
    not exists (select 1 from messages m where m.id = ${id} and m.attempted_at < senders.resumed_at)`
  const prefix = code === null ? null : refusedPrefix(code, phone)
  if (prefix === null)
    await sql`
      update senders set stopped_at = ${now}, stopped_reason = ${reason}
      where id = ${senderId} and stopped_at is null and ${isNews}`
  else
    await sql`
      insert into sender_stops (sender_id, prefix, reason, stopped_at)
      select id, ${prefix}, ${reason}, ${now}::timestamptz from senders where id = ${senderId} and ${isNews}
      on conflict do nothing`
}

/** Whether the sender of `messages` may not text the country of its number. */
export const isStoppedFor = (sql: Sql) => sql`
  exists (select 1 from sender_stops x where x.sender_id = messages.sender_id and starts_with(messages.phone, x.prefix))`

/** Senders in use that the carrier refuses, longest first. No text waits for a former sender of the agency. */
export async function findStoppedSenders(sql: Sql) {
  const inUse = sql`(salon_id is not null or id = agency_sender())`
  const rows = await sql<{ address: string; reason: string; prefix: string | null }[]>`
    select address, stopped_reason as reason, null as prefix, stopped_at from senders where stopped_at is not null and ${inUse}
    union all
    select s.address, x.reason, x.prefix, x.stopped_at from sender_stops x join senders s on s.id = x.sender_id
    where s.stopped_at is null and ${inUse} order by stopped_at`
  return rows.map(({ address, reason, prefix }) => ({ address, reason, ...(prefix && { prefix }) }))
}

/** Lets all stopped senders send again. */
export async function resumeSenders(sql: Sql, now: Moment): Promise<void> {
  await sql`
    update senders set stopped_at = null, stopped_reason = null, resumed_at = ${now}
    where stopped_at is not null or id in (select sender_id from sender_stops)`
  await sql`delete from sender_stops`
}
