import type { Moment } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'

/**
 * Stops the sender of a text that the carrier refused. Its texts stay queued. Changes nothing if the text was tried before
 * staff let the sender send again.
 */
export async function stopSender(
  sql: Sql,
  text: { id: string; senderId: string },
  reason: string,
  now: Date,
): Promise<void> {
  await sql`
    update senders set stopped_at = ${now}, stopped_reason = ${reason}
    where id = ${text.senderId} and stopped_at is null
      and not exists (select 1 from messages m where m.id = ${text.id} and m.attempted_at < senders.resumed_at)`
}

/** Senders in use that the carrier refuses, longest first. No text waits for a former sender of the agency. */
export async function findStoppedSenders(sql: Sql) {
  const rows = await sql<{ address: string; reason: string }[]>`
    select address, stopped_reason as reason from senders
    where stopped_at is not null and (salon_id is not null or id = agency_sender()) order by stopped_at`
  return [...rows]
}

/** Lets all stopped senders send again. */
export async function resumeSenders(sql: Sql, now: Moment): Promise<void> {
  await sql`
    update senders set stopped_at = null, stopped_reason = null, resumed_at = ${now} where stopped_at is not null`
}
