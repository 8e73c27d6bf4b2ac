import type { ContactStatus } from '@salonback/shared/core/inbox/contactStatus.ts'
import type { Conversation, InboundSms } from '@salonback/shared/core/inbox/conversation.ts'
import { explain } from '@salonback/shared/sms/errorCodes.ts'
import { instant } from '../../platform/db/instant.ts'
import { jsonOf } from '../../platform/db/json.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

/** Fields of a listed text `m`, named as in the contract, and the tables that they come from. */
export interface ListedText {
  columns: Fragment
  joins: Fragment
}

/** A text that the agency received, with its prospect. */
export const inboundSms = (sql: Sql): ListedText => ({
  joins: sql`left join prospects p on p.phone = m.phone`,
  columns: sql`
  m.id, m.phone as "from", coalesce(m.our_number, '') as "to", m.body, ${instant(sql, 'm.created_at')} as "receivedAt",
  m.processed, m.is_opt_out as "isOptOut", m.segments as "numSegments", m.num_media as "numMedia",
  p.contact_status as "contactStatus", p.name as "businessName", p.id as "prospectId",
  not m.processed as "needsReview", m.intent, is_pending_review(m.intent, m.decided_at) as "pendingReview"`,
})

/** Texts of the agency (null) or of one salon. */
const ofOwner = (sql: Sql, salonId: string | null) =>
  salonId === null ? sql`m.salon_id is null` : sql`m.salon_id = ${salonId}`

/** Texts received by the agency (null) or by one salon. */
const receivedBy = (sql: Sql, salonId: string | null) =>
  sql`m.direction = 'inbound' and ${ofOwner(sql, salonId)}`

export async function findReceived(sql: Sql, id: string) {
  const { columns, joins } = inboundSms(sql)
  const [row] = await sql<InboundSms[]>`
    select ${columns} from messages m ${joins}
    where m.id = ${id} and ${receivedBy(sql, null)}`
  return row
}

interface PendingReview {
  salonId: string | null
  phone: string
  senderId: string | null
  body: string
  seq: number
}

/** A text pending review of the agency (null) or a salon, or undefined. */
export async function findPendingReview(sql: Sql, id: string, salonId: string | null) {
  const [row] = await sql<PendingReview[]>`
    select salon_id, phone, sender_id, body, seq from messages m where id = ${id} and ${receivedBy(sql, salonId)} and is_pending_review(m.intent, m.decided_at)`
  return row
}

/** A text of a conversation as JSON, with its error. */
interface ConversationText {
  json: string
  errorCode: number | null
  errorMessage: string | null
}

/**
 * Texts of the agency (null) or a salon with one number, oldest first, each with our number at the other end. Empty fields are
 * omitted.
 */
export function findConversationMessages(sql: Sql, phone: string, salonId: string | null = null) {
  return sql<ConversationText[]>`
    select json_strip_nulls(row_to_json(t))::text as json, m.error_code,
      case when m.direction = 'outbound' then m.error_message end as error_message
    from messages m left join senders s on s.id = m.sender_id left join campaigns o on o.id = m.campaign_id
    left join admins a on a.id = coalesce(m.created_by, o.created_by) cross join lateral (
      select m.id, m.direction, m.body, ${instant(sql, 'm.created_at')} as "timestamp",
        case when m.direction = 'inbound' then m.phone else s.address end as "from",
        case when m.direction = 'inbound' then coalesce(s.address, m.our_number) end as "ourNumber",
        case when m.direction = 'outbound' then m.status end as status,
        case when m.direction = 'outbound' then m.kind end as kind,
        m.error_code as "errorCode", a.username as "sentBy",
        case when m.direction = 'inbound' then m.num_media end as "numMedia",
        case when m.direction = 'inbound' then m.segments end as segments,
        case when m.direction = 'inbound' then m.intent end as intent,
        case when m.direction = 'inbound' then m.is_opt_out end as "isOptOut",
        case when m.direction = 'inbound' then m.processed end as processed,
        case when m.direction = 'inbound' and is_pending_review(m.intent, m.decided_at) then true end as "pendingReview",
        m.outcome,
        case when m.status = 'failed' and m.resolved_by is not null
            and reserves_number(m.kind, m.status, m.accepted_at, m.resolved_by, m.released_at)
          then true end as "holdsNumber"
    ) t
    where m.phone = ${phone} and ${ofOwner(sql, salonId)}
    order by m.created_at, m.seq`
}

/** The text's JSON, with an explanation of its error if it has one. */
export function withExplanation({ json, errorCode, errorMessage }: ConversationText): string {
  const explanation = explain(errorCode) ?? errorMessage
  return explanation === null ? json : `${json.slice(0, -1)},"explanation":${JSON.stringify(explanation)}}`
}

export type ConversationHead = Omit<Conversation, 'messages' | 'optOut' | 'phoneNumber'>

/** The prospect with this number, and why the number is undeliverable. */
export async function findConversationHead(sql: Sql, phone: string) {
  const [row] = await sql<ConversationHead[]>`
    select p.id as prospect_id, coalesce(p.name, '') as business_name, p.contact_status, p.category, p.country,
      p.address, p.rating, p.review_count, p.team_size, u.reason as undeliverable
    from (select ${phone}::text as phone) as given
    left join prospects p on p.phone = given.phone
    left join undeliverable u on u.phone = given.phone`
  return row
}

/** Outbound texts with unknown outcome, oldest first, as JSON. */
export const findUnknown = (sql: Sql): Promise<string> =>
  jsonOf(
    sql,
    sql`
      select m.id, m.phone as "to", p.name as "businessName", m.body, m.kind, ${instant(sql, 'm.at')} as "attemptedAt"
      from (select *, coalesce(attempted_at, created_at) as at from messages where status = 'unknown' and salon_id is null and kind <> 'test') m
      left join prospects p on p.phone = m.phone order by m.at`,
  )

/** Status of the prospect with this number, or null. */
export async function findContactStatus(sql: Sql, phone: string): Promise<ContactStatus | null> {
  const [row] = await sql<{ contactStatus: ContactStatus | null }[]>`
    select contact_status from prospects where phone = ${phone}`
  return row?.contactStatus ?? null
}
