import type { ReplyOutcome } from '@salonback/shared/core/inbox/conversation.ts'
import type {
  DeskSalon,
  SalonConversation,
  SalonReply,
  UnknownSalonText,
} from '@salonback/shared/salons/replies/contract.ts'
import type { ListedText } from '../../core/inbox/contacts.ts'
import { countConversations, waitingBySalon } from '../../core/inbox/desk.ts'
import { setProcessed } from '../../core/messages/processed.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { hashList, type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'
import type { ChangedVisit } from '../visits/queries.ts'

type Conversation = Pick<SalonReply, 'salonId' | 'phone'>

/** A text that a salon received, with salon and client. */
export const salonReply = (sql: Sql): ListedText => ({
  joins: sql`
    join salons s on s.id = m.salon_id left join clients c on c.salon_id = m.salon_id and c.phone = m.phone`,
  columns: sql`
    m.id, m.salon_id as "salonId", s.name as "salonName", c.id as "clientId", c.first_name as "firstName", m.phone, m.body,
    coalesce(m.num_media, 0) as "numMedia", ${instant(sql, 'm.created_at')} as "receivedAt", m.processed,
    is_pending_review(m.intent, m.decided_at) as "pendingReview", m.is_opt_out as "isOptOut", m.intent, m.outcome`,
})

/** Salons that are open or have waiting conversations, by name. */
export const findDeskSalons = (sql: Sql, now: Date) => sql<DeskSalon[]>`
  select s.id, s.name, coalesce(w.count, 0) as waiting
  from salons s left join (${waitingBySalon(sql, now)}) w on w.salon_id = s.id
  where s.state <> 'closed' or w.count > 0 order by lower(s.name), s.id`

export async function countWaiting(sql: Sql, now: Date): Promise<number> {
  const [row] = await sql<[{ count: number }]>`${countConversations(sql, now)}`
  return row.count
}

/** A text that this salon received. Throws 404 for another. */
export async function requireReply(sql: Sql, salonId: string, id: string): Promise<SalonReply> {
  const { columns, joins } = salonReply(sql)
  const [row] = await sql<SalonReply[]>`
    select ${columns} from messages m ${joins}
    where m.id = ${id} and m.direction = 'inbound' and m.salon_id = ${salonId}`
  if (!row) throw notFound('Message')
  return row
}

/** A text without an outcome waits again. */
export async function saveOutcome(sql: Sql, id: string, outcome: ReplyOutcome | null): Promise<void> {
  await sql`update messages set outcome = ${outcome} where id = ${id}`
  await setProcessed(sql, id, outcome !== null)
}

/** Received texts of a conversation and whether they wait, oldest first. */
export const findTextStates = (sql: Sql, { salonId, phone }: Conversation) =>
  sql<{ id: string; seq: number; waiting: boolean; pending: boolean }[]>`
    select id, seq, not processed as waiting, is_pending_review(intent, decided_at) as pending
    from messages where phone = ${phone} and salon_id = ${salonId} and direction = 'inbound' order by seq`

/** What an outcome changed in its conversation. Kept in the audit line, so that it can be undone. */
export interface Mark {
  /** The outcome before. */
  was: SalonReply['outcome']
  /** Sequence number of the newest text then. */
  seq: number
  /** Ids of the texts that were waiting, and of those that were pending review. */
  waiting: string[]
  pending: string[]
  visits: ChangedVisit[]
  /** The transaction: a text with another mark has changed since. */
  madeIn: string
}

interface LastMark {
  actorKind: Actor['kind']
  actorId: string | null
  action: 'reply.outcome' | 'reply.undo'
  detail: { outcome: ReplyOutcome | null; mark?: Mark }
}

/** The last time within ten minutes that a text got an outcome or lost it. */
export async function findLastMark(sql: Sql, messageId: string): Promise<LastMark | undefined> {
  const [mark] = await sql<LastMark[]>`
    select actor_kind, actor_id, action, detail from audit_log
    where at > now() - interval '10 minutes' and action in ('reply.outcome', 'reply.undo') and subject = ${messageId}
    order by id desc limit 1`
  return mark
}

/** Whether one of these texts was marked again, or staff replied or the client opted out after the mark. */
export async function hasChangedSince(
  sql: Sql,
  { salonId, phone }: Conversation,
  { waiting, pending, madeIn, seq }: Mark,
): Promise<boolean> {
  const { count } = await sql`
    select 1 from messages where phone = ${phone} and salon_id = ${salonId}
      and (id = any(${[...waiting, ...pending]}::uuid[]) and marked_in is distinct from ${madeIn}::text::xid8 or seq > ${seq} and (kind = 'reply' or is_opt_out)) limit 1`
  return count > 0
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

/** The last offer that this number got, as it was sent. */
export async function findConversationOffer(sql: Sql, salonId: string, phone: string) {
  const [offer] = await sql<NonNullable<SalonConversation['offer']>[]>`
    select o.version, m.body as text
    from messages m left join campaigns c on c.id = m.campaign_id left join offers o on o.id = coalesce(m.offer_id, c.offer_id)
    where m.phone = ${phone} and m.salon_id = ${salonId} and m.kind = 'offer' and m.accepted_at is not null
    order by m.accepted_at desc limit 1`
  return offer ?? null
}

/** The opt-out of a number; with its wording only if it came to this salon. */
export async function findSalonOptOut(sql: Sql, keys: PhoneKeys, salonId: string, phone: string) {
  const [optOut] = await sql<{ since: string; wording: string | null }[]>`
    select ${instant(sql, 'since')} as since, case when salon_id = ${salonId} then wording end as wording from suppressions
    where phone = ${phone} or phone_hash = any(${hashList(sql, phoneHashes(keys, phone))})
    order by phone limit 1`
  return optOut ?? null
}

/** How many other salons may still text this number: it is on their list, and there is no objection. */
export async function countOtherSalons(sql: Sql, salonId: string, phone: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int from clients c join salons s on s.id = c.salon_id
    where c.phone = ${phone} and c.salon_id <> ${salonId} and s.state <> 'closed' and not suppressed(c.phone)
      and not exists (select 1 from consent_events e
        where e.salon_id = c.salon_id and e.phone = c.phone and e.kind in ('withdrawn', 'objection'))`
  return row.count
}
