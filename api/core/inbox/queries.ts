import type { InboundSms } from '@salonback/shared/core/inbox/conversation.ts'
import { explain } from '@salonback/shared/sms/errorCodes.ts'
import { instant } from '../../platform/db/instant.ts'
import { jsonOf } from '../../platform/db/json.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { ContactsByOwner, ListedText, ProspectHead } from './contacts.ts'

/** A text that the agency received, with its prospect. */
export const inboundSms = (sql: Sql, { agency }: ContactsByOwner): ListedText => {
  const { joins, columns } = agency.listed(sql, sql`m.phone`)
  return {
    joins,
    columns: sql`
      m.id, m.phone as "from", coalesce(m.our_number, '') as "to", m.body, ${instant(sql, 'm.created_at')} as "receivedAt",
      m.processed, m.is_opt_out as "isOptOut", m.segments as "numSegments", m.num_media as "numMedia", ${columns},
      not m.processed as "needsReview", m.intent, is_pending_review(m.intent, m.decided_at) as "pendingReview"`,
  }
}

/** Texts of the agency (null) or of one salon. */
const ofOwner = (sql: Sql, salonId: string | null) =>
  salonId === null ? sql`m.salon_id is null` : sql`m.salon_id = ${salonId}`

/** Texts received by the agency (null) or by one salon. */
const receivedBy = (sql: Sql, salonId: string | null) =>
  sql`m.direction = 'inbound' and ${ofOwner(sql, salonId)}`

export async function findReceived(sql: Sql, contacts: ContactsByOwner, id: string) {
  const { columns, joins } = inboundSms(sql, contacts)
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

const noProspect: ProspectHead = {
  prospectId: null,
  businessName: '',
  contactStatus: null,
  category: null,
  country: null,
  address: null,
  rating: null,
  reviewCount: null,
  teamSize: null,
}

/** The prospect with this number, and why the number is undeliverable. */
export async function findConversationHead(sql: Sql, { agency }: ContactsByOwner, phone: string) {
  const [prospect, undeliverable] = await Promise.all([
    agency.find(sql, phone),
    findUndeliverable(sql, phone),
  ])
  return { ...(prospect ?? noProspect), undeliverable }
}

/** Why this number cannot be reached, or null. */
export async function findUndeliverable(sql: Sql, phone: string): Promise<string | null> {
  const [row] = await sql<{ reason: string }[]>`select reason from undeliverable where phone = ${phone}`
  return row?.reason ?? null
}

/** Outbound texts with unknown outcome, oldest first, as JSON. */
export const findUnknown = (sql: Sql, { agency }: ContactsByOwner): Promise<string> =>
  jsonOf(
    sql,
    sql`
      select m.id, m.phone as "to", ${agency.name(sql, sql`m.phone`, sql`null`)} as "businessName", m.body, m.kind, ${instant(sql, 'm.at')} as "attemptedAt"
      from (select *, coalesce(attempted_at, created_at) as at from messages where status = 'unknown' and salon_id is null and kind <> 'test') m
      order by m.at`,
  )
