import type { OnlyTexts, ReplyOutcome } from '@salonback/shared/core/inbox/contract.ts'
import type {
  SalonConversation,
  SalonReply,
  UnknownSalonText,
} from '@salonback/shared/salons/replies/contract.ts'
import { countSnoozed, hasNotes, isSnoozed, isTakenBy } from '../../core/inbox/desk.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { hashList, type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'

const columns = (sql: Sql) => sql`
  m.id, m.salon_id as "salonId", s.name as "salonName", c.id as "clientId", c.first_name as "firstName", m.phone, m.body,
  coalesce(m.num_media, 0) as "numMedia", ${instant(sql, 'm.created_at')} as "receivedAt", m.processed,
  is_pending_review(m.intent, m.decided_at) as "pendingReview", m.is_opt_out as "isOptOut", m.intent, m.outcome`

const received = (sql: Sql) => sql`
  messages m join salons s on s.id = m.salon_id
  left join clients c on c.salon_id = m.salon_id and c.phone = m.phone`

const ofSalons = (sql: Sql) => sql`m.direction = 'inbound' and m.salon_id is not null`

/** Texts per page. */
const PAGE = 50

interface Wanted {
  state: 'waiting' | 'all'
  cursor?: string | undefined
  only?: OnlyTexts | undefined
  now: Date
  /** Of *Mine*. */
  adminId: string
}

const HOUR_MS = 3_600_000

/** Waiting texts leave out conversations that come back later. */
function wantedTexts(sql: Sql, { state, only, now, adminId }: Wanted): Fragment {
  const waiting = state === 'waiting' || only === 'hour'
  return sql`
    ${waiting ? sql`and not m.processed and not ${isSnoozed(sql, now)}` : sql``}
    ${only === 'hour' ? sql`and m.created_at < ${new Date(now.getTime() - HOUR_MS)}` : sql``}
    ${only === 'mine' ? sql`and ${isTakenBy(sql, adminId, now)}` : sql``}
    ${only === 'notes' ? sql`and ${hasNotes(sql)}` : sql``}`
}

/** One page of received texts: waiting ones oldest first, all newest first. The cursor is time and sequence number. */
export async function findReplies(sql: Sql, wanted: Wanted) {
  const { state, cursor } = wanted
  const waiting = state === 'waiting'
  const [micros = 0, seq = 0] = (cursor ?? '').split('-').map(Number)
  const last = sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${seq}::bigint)`
  const at = sql`(m.created_at, m.seq)`
  const after = waiting ? sql`and ${at} > ${last}` : sql`and ${at} < ${last}`
  const order = waiting ? sql`m.created_at, m.seq` : sql`m.created_at desc, m.seq desc`
  const rows = await sql<(SalonReply & { cursor: string })[]>`
    select ${columns(sql)}, (extract(epoch from m.created_at) * 1000000)::bigint || '-' || m.seq as cursor
    from ${received(sql)}
    where ${ofSalons(sql)} ${wantedTexts(sql, wanted)} ${cursor ? after : sql``}
    order by ${order} limit ${PAGE + 1}`
  const page = rows.slice(0, PAGE)
  const nextCursor = rows.length > PAGE ? (page.at(-1)?.cursor ?? null) : null
  return { items: page.map(({ cursor: _, ...reply }) => reply), nextCursor }
}

export async function countWaiting(sql: Sql, now: Date): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int - (${countSnoozed(sql, now, 'salons')}) as count
    from messages m where ${ofSalons(sql)} and not m.processed`
  return row.count
}

/** A text that this salon received. */
async function findReply(sql: Sql, salonId: string, id: string): Promise<SalonReply | undefined> {
  const [row] = await sql<SalonReply[]>`
    select ${columns(sql)} from ${received(sql)}
    where m.id = ${id} and m.direction = 'inbound' and m.salon_id = ${salonId}`
  return row
}

/** Throws 404 for a text that this salon did not receive. */
export async function requireReply(sql: Sql, salonId: string, id: string): Promise<SalonReply> {
  const found = await findReply(sql, salonId, id)
  if (!found) throw notFound('Message')
  return found
}

/** A text without an outcome waits again. */
export async function saveOutcome(sql: Sql, id: string, outcome: ReplyOutcome | null): Promise<void> {
  await sql`update messages set outcome = ${outcome}, processed = ${outcome !== null} where id = ${id}`
}

/** Deletes the consent event that staff made from this text by mistake. */
export async function deleteConsentOf(sql: Sql, salonId: string, messageId: string): Promise<void> {
  await sql`
    delete from consent_events where salon_id = ${salonId} and message_id = ${messageId} and source = 'staff'`
}

/** Texts of a salon, or of one of its campaigns, with unknown outcome, oldest first. */
export function findUnknownTexts(sql: Sql, salonId: string, campaignId: string | undefined) {
  return sql<UnknownSalonText[]>`
    select m.id, m.phone as "to", c.first_name, m.body, m.kind,
      ${instant(sql, 'm.at')} as attempted_at
    from (select *, coalesce(attempted_at, created_at) as at from messages where status = 'unknown' and salon_id = ${salonId}) m
    left join clients c on c.salon_id = m.salon_id and c.phone = m.phone
    ${campaignId ? sql`where m.campaign_id = ${campaignId}` : sql``} order by m.at, m.seq`
}

/** Whether this number has texted this salon. */
export async function hasTexted(sql: Sql, salonId: string, phone: string): Promise<boolean> {
  const { count } = await sql`
    select 1 from messages where phone = ${phone} and salon_id = ${salonId} and direction = 'inbound' limit 1`
  return count > 0
}

export async function findConversationClient(sql: Sql, salonId: string, phone: string) {
  const [client] = await sql<NonNullable<SalonConversation['client']>[]>`
    select id, first_name, last_visit::text, visits, flags from clients where salon_id = ${salonId} and phone = ${phone}`
  return client ?? null
}

/** The offer of the campaign that texted this number last, else of the salon's last campaign. */
export async function findConversationOffer(sql: Sql, salonId: string, phone: string) {
  const [offer] = await sql<NonNullable<SalonConversation['offer']>[]>`
    select o.version, o.text from campaigns c join offers o on o.id = c.offer_id
    where c.salon_id = ${salonId}
    order by exists (select 1 from messages m where m.phone = ${phone} and m.campaign_id = c.id) desc, c.created_at desc
    limit 1`
  return offer ?? null
}

/** The opt-out of a number; with its wording only if it came to this salon. */
export async function findSalonOptOut(sql: Sql, keys: PhoneKeys, salonId: string, phone: string) {
  const [optOut] = await sql<{ since: Date; wording: string | null }[]>`
    select since, case when salon_id = ${salonId} then wording end as wording from suppressions
    where phone = ${phone} or phone_hash = any(${hashList(sql, phoneHashes(keys, phone))})
    order by phone limit 1`
  return optOut ? { ...optOut, since: optOut.since.toISOString() } : null
}
