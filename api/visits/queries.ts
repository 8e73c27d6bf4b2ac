import type { Visit, VisitEvidence } from '@salonback/shared/visits/contract.ts'
import { instant } from '../db/instant.ts'
import type { Sql } from '../db/open.ts'

interface Conversation {
  salonId: string
  phone: string
}

/** The campaign of the last text to this number; null if no campaign texted it. */
export async function findLastCampaign(sql: Sql, { salonId, phone }: Conversation): Promise<string | null> {
  const [row] = await sql<{ campaignId: string }[]>`
    select campaign_id from messages
    where phone = ${phone} and salon_id = ${salonId} and kind in ('offer', 'reminder') and accepted_at is not null
    order by accepted_at desc limit 1`
  return row?.campaignId ?? null
}

/** The booking of this campaign that is neither kept nor canceled yet. */
export async function findBooking(
  sql: Sql,
  { salonId, phone, campaignId }: Conversation & { campaignId: string | null },
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from visits
    where salon_id = ${salonId} and phone = ${phone} and campaign_id is not distinct from ${campaignId}::uuid
      and state = 'booked' limit 1`
  return row?.id
}

interface Booking extends Conversation {
  clientId: string | null
  campaignId: string | null
  visitAt: Date | null
  evidence: VisitEvidence
  by: string
  now: Date
}

export async function insertBooking(sql: Sql, { evidence, by, now, ...visit }: Booking): Promise<void> {
  const row = { ...visit, state: 'booked', bookedAt: now, evidence: sql.json({ ...evidence }) }
  await sql`
    insert into visits ${sql({ ...row, decidedBy: by, decidedAt: now, createdBy: by, createdAt: now })}`
}

interface Decision {
  by: string
  now: Date
}

export async function moveBooking(
  sql: Sql,
  { id, visitAt, by, now }: { id: string; visitAt: Date } & Decision,
): Promise<void> {
  await sql`
    update visits set visit_at = ${visitAt}, decided_by = ${by}, decided_at = ${now} where id = ${id} and state = 'booked'`
}

/** Cancels the booking made from this text, unless the visit has been decided since. */
export async function cancelBooking(
  sql: Sql,
  { salonId, phone, messageId, by, now }: Conversation & { messageId: string } & Decision,
): Promise<void> {
  await sql`
    update visits set state = 'canceled', decided_by = ${by}, decided_at = ${now}
    where salon_id = ${salonId} and phone = ${phone} and state = 'booked' and evidence->>'messageId' = ${messageId}`
}

/** Visits of a number at a salon, newest first. */
export function findVisits(sql: Sql, { salonId, phone }: Conversation) {
  return sql<Visit[]>`
    select id, client_id, phone, campaign_id, service, ${instant(sql, 'booked_at')} as booked_at,
      ${instant(sql, 'visit_at')} as visit_at, state, amount, evidence, decided_by,
      ${instant(sql, 'decided_at')} as decided_at, created_by, ${instant(sql, 'created_at')} as created_at
    from visits where salon_id = ${salonId} and phone = ${phone} order by created_at desc, id`
}
