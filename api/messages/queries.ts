import type {
  Conversation,
  InboundSms,
  ListedOptOut,
  OutboundStatus,
} from '@salonback/shared/messages/contract.ts'
import type { ContactStatus } from '@salonback/shared/prospects/contract.ts'
import { instant } from '../db/instant.ts'
import { jsonOf } from '../db/json.ts'
import { after, type Moment } from '../db/now.ts'
import type { Sql } from '../db/open.ts'
import { hashList, type PhoneKeys, phoneHashes } from '../privacy/hash.ts'
import { LEASE_MS, priorityOf } from './outbox.ts'
import { stopwatch } from './stopwatch.ts'
import type { ClaimedText } from './transitions/queued.ts'

/** Notices (answers to STOP and HELP) since then, and whether staff ever texted the number. */
export async function findContactHistory(sql: Sql, phone: string, since: Date) {
  const [row] = await sql<[{ notices: number; texted: boolean }]>`
    select count(*) filter (where kind = 'notice' and created_at > ${since})::int as notices,
      coalesce(bool_or(direction = 'outbound' and (created_by is not null or campaign_id is not null)
        and accepted_at is not null), false) as texted
    from messages where phone = ${phone}`
  return row
}

/** A possible opt-out without a decision. */
const isPendingReview = (sql: Sql) =>
  sql`m.intent is not distinct from 'maybe_opt_out' and m.decided_at is null`

/** Columns of a received text `m` and its prospect `p`, named as in the contract. */
export const inboundColumns = (sql: Sql) => sql`
  m.id, m.phone as "from", coalesce(m.our_number, '') as "to", m.body, ${instant(sql, 'm.created_at')} as "receivedAt",
  m.processed, m.is_opt_out as "isOptOut", m.segments as "numSegments", m.num_media as "numMedia",
  p.contact_status as "contactStatus", p.name as "businessName", p.id as "prospectId",
  not m.processed as "needsReview", m.intent, ${isPendingReview(sql)} as "pendingReview"`

export async function findReceived(sql: Sql, id: string) {
  const [row] = await sql<InboundSms[]>`
    select ${inboundColumns(sql)} from messages m left join prospects p on p.phone = m.phone
    where m.id = ${id} and m.direction = 'inbound'`
  return row
}

/** Marks a received text unless it is pending review; undefined if there is none with this id. */
export async function setProcessed(sql: Sql, id: string, processed: boolean) {
  await sql`
    update messages m set processed = ${processed}
    where id = ${id} and direction = 'inbound' and not (${processed} and ${isPendingReview(sql)})`
  return findReceived(sql, id)
}

interface PendingReview {
  phone: string
  body: string
  seq: number
}

/** A text pending review, or undefined. */
export async function findPendingReview(sql: Sql, id: string) {
  const [row] = await sql<PendingReview[]>`
    select phone, body, seq from messages m where id = ${id} and direction = 'inbound' and ${isPendingReview(sql)}`
  return row
}

/** Marks a text pending review and earlier ones of its number as opt-outs. */
export async function markOptOuts(sql: Sql, { phone, seq }: PendingReview): Promise<void> {
  await sql`
    update messages m set is_opt_out = true, processed = true
    where phone = ${phone} and direction = 'inbound' and ${isPendingReview(sql)} and seq <= ${seq}`
}

/** Marks the number's pending texts as decided (up to `upTo`) and wakes the workers for texts that waited. */
export async function resolvePendingReview(sql: Sql, phone: string, now: Date, upTo?: number): Promise<void> {
  const resolved = await sql`
    update messages m set decided_at = ${now}
    where phone = ${phone} and direction = 'inbound' and ${isPendingReview(sql)} ${upTo === undefined ? sql`` : sql`and seq <= ${upTo}`}
    returning 1`
  if (resolved.length > 0) await sql`select pg_notify('outbox', '')`
}

/** A text of a conversation as JSON, with its error. */
interface ConversationText {
  json: string
  errorCode: number | null
  errorMessage: string | null
}

/** Texts with one number, oldest first. Empty fields are omitted. */
export function findConversationMessages(sql: Sql, phone: string, sender: string) {
  return sql<ConversationText[]>`
    select json_strip_nulls(row_to_json(t))::text as json, m.error_code,
      case when m.direction = 'outbound' then m.error_message end as error_message
    from messages m left join campaigns o on o.id = m.campaign_id
    left join admins a on a.id = coalesce(m.created_by, o.created_by) cross join lateral (
      select m.id, m.direction, m.body, ${instant(sql, 'm.created_at')} as "timestamp",
        case when m.direction = 'inbound' then m.phone else ${sender} end as "from",
        case when m.direction = 'outbound' then m.status end as status,
        case when m.direction = 'outbound' then m.kind end as kind,
        m.error_code as "errorCode", a.username as "sentBy",
        case when m.direction = 'inbound' then m.num_media end as "numMedia",
        case when m.direction = 'inbound' then m.intent end as intent,
        case when m.direction = 'inbound' then m.is_opt_out end as "isOptOut",
        case when m.direction = 'inbound' then m.processed end as processed,
        case when m.direction = 'inbound' and ${isPendingReview(sql)} then true end as "pendingReview",
        case when m.kind = 'first_text' and m.status = 'failed' and m.resolved_by is not null and m.released_at is null
          then true end as "holdsNumber"
    ) t
    where m.phone = ${phone}
    order by m.created_at, m.seq`
}

export type ConversationHead = Omit<Conversation, 'messages' | 'optOut' | 'phoneNumber'> & {
  name: string | null
}

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

type OptOutRow = Omit<ListedOptOut, 'since'> & { since: Date }

const optOutColumns = (sql: Sql) => sql`
  coalesce(s.phone, '') as phone_number, s.since, s.source, s.wording, s.recorded_by, p.name as business_name`

export async function findOptOut(sql: Sql, keys: PhoneKeys, phone: string) {
  const [row] = await sql<OptOutRow[]>`
    select ${optOutColumns(sql)} from suppressions s left join prospects p on p.phone = s.phone
    where s.phone = ${phone} or s.phone_hash = any(${hashList(sql, phoneHashes(keys, phone))})
    order by s.phone`
  return row ? { ...row, phoneNumber: phone } : undefined
}

/** Opted-out numbers, newest first, as JSON. Erased numbers exist only as hashes and are not listed. */
export const findOptOuts = (sql: Sql): Promise<string> =>
  jsonOf(
    sql,
    sql`
      select s.phone as "phoneNumber", ${instant(sql, 's.since')} as since, s.source, s.wording,
        s.recorded_by as "recordedBy", p.name as "businessName"
      from suppressions s left join prospects p on p.phone = s.phone
      where s.phone is not null order by s.since desc`,
  )

/** Outbound texts with unknown outcome, oldest first, as JSON. */
export const findUnknown = (sql: Sql): Promise<string> =>
  jsonOf(
    sql,
    sql`
      select m.id, m.phone as "to", p.name as "businessName", m.body, m.kind, ${instant(sql, 'm.at')} as "attemptedAt"
      from (select *, coalesce(attempted_at, created_at) as at from messages where status = 'unknown') m
      left join prospects p on p.phone = m.phone order by m.at`,
  )

/** Outbound texts by status, for the metrics. */
export function countOutbox(sql: Sql) {
  return sql<{ status: string; count: number }[]>`
    select 'queued' as status, (select count(*)::int from messages where status = 'queued' and campaign_id is null)
      + (select count(*)::int from messages where status = 'queued' and campaign_id is not null) as count
    union all select 'sending', count(*)::int from messages where status = 'sending'
    union all select 'unknown', count(*)::int from messages where status = 'unknown'`
}

/** The number as stored: as given, or with the plus that a link may lack. */
export async function findKnownNumber(sql: Sql, number: string): Promise<string | undefined> {
  const plus = `+${number.replace(/\D/g, '')}`
  const [row] = await sql<{ phone: string }[]>`
    select phone from messages where phone in (${number}, ${plus})
    union all select phone from prospects where phone in (${number}, ${plus}) limit 1`
  return row?.phone
}

export interface NewReply {
  phone: string
  body: string
  segments: number
  dedupeKey: string
  carriesLink: boolean
  createdBy: string
  setsStatus: ContactStatus | null
  now: Date
  /** Start of the lease by the database clock. */
  leasedAt: Moment
}

/** Inserts a reply as `sending` with a lease for the caller. Undefined if its key already has a text. */
export async function insertReply(sql: Sql, reply: NewReply): Promise<ClaimedText | undefined> {
  const age = stopwatch()
  const [row] = await sql<Omit<ClaimedText, 'age'>[]>`
    insert into messages (direction, kind, phone, body, prospect_id, created_at, segments, status, status_at, priority,
      due_at, attempts, attempted_at, lease_until, carries_link, created_by, sets_status, status_before, dedupe_key)
    values ('outbound', 'reply', ${reply.phone}, ${reply.body}, (select id from prospects where phone = ${reply.phone}),
      ${reply.now}, ${reply.segments}, 'sending', ${reply.now}, ${priorityOf.reply}, ${reply.now}, 1, ${reply.leasedAt},
      ${after(sql, reply.leasedAt, LEASE_MS)}, ${reply.carriesLink}, ${reply.createdBy}, ${reply.setsStatus},
      (select contact_status from prospects where phone = ${reply.phone}), ${reply.dedupeKey})
    on conflict (dedupe_key) do nothing
    returning id, kind, phone, body, attempts, campaign_id, attempted_at as claimed_at`
  return row && { ...row, age }
}

export interface ReplyState {
  id: string
  status: OutboundStatus
  segments: number
  errorMessage: string | null
  acceptedAt: Date | null
  phone: string
  body: string
  setsStatus: ContactStatus | null
}

export async function findByDedupeKey(sql: Sql, dedupeKey: string): Promise<ReplyState | undefined> {
  const [row] = await sql<ReplyState[]>`
    select id, status, segments, error_message, accepted_at, phone, body, sets_status
    from messages where dedupe_key = ${dedupeKey}`
  return row
}

/** Locks an outbound text and returns its status, or undefined. */
export async function lockOutbound(
  sql: Sql,
  id: string,
): Promise<{ status: OutboundStatus; accepted: boolean } | undefined> {
  const [row] = await sql<{ status: OutboundStatus; accepted: boolean }[]>`
    select status, accepted_at is not null as accepted from messages
    where id = ${id} and direction = 'outbound' for update`
  return row
}
