import type { MessageKind } from '@salonback/shared/core/messages/text.ts'
import { segments } from '@salonback/shared/sms/segments.ts'
import { after, type Moment } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { Sender } from './senders.ts'
import { stopwatch } from './stopwatch.ts'
import type { ClaimedText } from './text.ts'

/** Lease of a `sending` text; longer than any carrier call. */
export const LEASE_MS = 30_000

/** Lower values are sent first. */
export const priorityOf: Record<MessageKind, number> = {
  reply: 0,
  notice: 1,
  details: 1,
  followup: 1,
  alert: 1,
  confirmation: 1,
  booking: 1,
  test: 1,
  first_text: 2,
  second_text: 2,
  offer: 2,
  reminder: 2,
}

export interface TextToQueue {
  kind: MessageKind
  /** E.164 */
  phone: string
  body: string
  /** Purpose of the text, e.g. `details:<lead id>`. The same key never creates a second text. */
  dedupeKey: string
  now: Date
  /** Not before; now when absent. */
  dueAt?: Date | undefined
  /** Optional id chosen by the caller. */
  id?: string
  /** Unset: the agency's. */
  sender?: Pick<Sender, 'id' | 'salonId'> | undefined
  prospectId?: string | null
  carriesLink?: boolean
  createdBy?: string | null
}

/**
 * Queues one text in the caller's transaction. Null if the number opted out or the key already has a text. The claim
 * checks opt-outs and erasures again.
 */
export async function queueText(sql: Sql, text: TextToQueue): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    insert into messages (id, direction, kind, phone, body, sender_id, salon_id, prospect_id, created_at, segments, status,
      status_at, priority, due_at, carries_link, created_by, dedupe_key)
    select coalesce(${text.id ?? null}::uuid, gen_random_uuid()), 'outbound', ${text.kind}, ${text.phone}, ${text.body},
      coalesce(${text.sender?.id ?? null}::uuid, agency_sender()), ${text.sender?.salonId ?? null}::uuid,
      ${text.prospectId ?? null}::uuid, ${text.now}, ${segments(text.body).segments}, 'queued', ${text.now}, ${priorityOf[text.kind]}, ${text.dueAt ?? text.now},
      ${text.carriesLink ?? false}, ${text.createdBy ?? null}, ${text.dedupeKey}
    where ${text.kind === 'notice'} or not suppressed(${text.phone})
    on conflict (dedupe_key) do nothing
    returning id`
  return row?.id ?? null
}

/** Common fields of many texts. */
type Common = Pick<TextToQueue, 'kind' | 'now' | 'carriesLink' | 'createdBy'>
const CHUNK = 5000

/** queueText for many texts of the agency. Returns how many were queued. */
export async function queueTexts(
  sql: Sql,
  { kind, now, carriesLink = false, createdBy = null }: Common,
  texts: Pick<TextToQueue, 'phone' | 'body' | 'dedupeKey'>[],
): Promise<number> {
  let queued = 0
  for (let at = 0; at < texts.length; at += CHUNK) {
    const chunk = texts.slice(at, at + CHUNK).map(({ dedupeKey, ...text }) => ({
      ...text,
      dedupe_key: dedupeKey,
      segments: segments(text.body).segments,
    }))
    const { count } = await sql`
      insert into messages (direction, kind, phone, body, created_at, segments, status, status_at,
        priority, due_at, carries_link, created_by, dedupe_key)
      select 'outbound', ${kind}, t.phone, t.body, ${now}, t.segments, 'queued', ${now}, ${priorityOf[kind]}, ${now}, ${carriesLink}, ${createdBy}, t.dedupe_key
      from jsonb_to_recordset(${sql.json(chunk)}) as t (phone text, body text, segments int, dedupe_key text)
      where not suppressed(t.phone)
      on conflict (dedupe_key) do nothing`
    queued += count
  }
  return queued
}

interface FoundText extends Pick<TextToQueue, 'kind' | 'phone' | 'body'> {
  sid: string
  sender: Pick<Sender, 'id' | 'salonId'>
  at: Date
  segments: number
  prospectId: string | null
  carriesLink: boolean
  dedupeKey: string | null
}

/**
 * Inserts a text that only the carrier has, as `sending`: accept it in the same transaction. A first text does not reserve
 * its number yet (see releaseFound). Null if its sid or key is known.
 */
export async function insertFound(sql: Sql, text: FoundText): Promise<string | null> {
  const { kind, phone, body, sid, at, dedupeKey } = text
  const [row] = await sql<{ id: string }[]>`
    insert into messages (direction, kind, phone, body, sender_id, salon_id, prospect_id, created_at, segments, status,
      status_at, priority, due_at, attempts, attempted_at, carries_link, dedupe_key, released_at)
    select 'outbound', ${kind}, ${phone}, ${body}, ${text.sender.id}, ${text.sender.salonId}::uuid, ${text.prospectId}::uuid, ${at}, ${text.segments}, 'sending', ${at},
      ${priorityOf[kind]}, ${at}, 1, ${at}, ${text.carriesLink}, ${dedupeKey}, ${kind === 'first_text' ? at : null}
    where not exists (select 1 from messages where sid = ${sid})
    on conflict (dedupe_key) do nothing
    returning id`
  return row?.id ?? null
}

/** Reserves the number for this first text unless another one has it. */
export async function releaseFound(sql: Sql, id: string): Promise<void> {
  await sql`
    update messages m set released_at = null
    where id = ${id} and not exists (
      select 1 from number_reservations other where other.phone = m.phone and other.message_id <> m.id)`
}

export interface NewReply {
  sender: Sender
  phone: string
  body: string
  segments: number
  dedupeKey: string
  carriesLink: boolean
  createdBy: string
  /** Status of the prospect that staff chose with the reply, and the one before. */
  setsStatus: string | null
  statusBefore: string | null
  now: Date
  /** Start of the lease by the database clock. */
  leasedAt: Moment
}

/** Inserts a reply as `sending` with a lease for the caller. Undefined if its key already has a text. */
export async function insertReply(sql: Sql, { sender, ...reply }: NewReply) {
  const age = stopwatch()
  const [row] = await sql<Omit<ClaimedText, 'age' | 'sender'>[]>`
    insert into messages (direction, kind, phone, body, sender_id, salon_id, created_at, segments, status, status_at,
      priority, due_at, attempts, attempted_at, lease_until, carries_link, created_by, sets_status, status_before, dedupe_key)
    values ('outbound', 'reply', ${reply.phone}, ${reply.body}, ${sender.id}, ${sender.salonId}, ${reply.now},
      ${reply.segments}, 'sending', ${reply.now}, ${priorityOf.reply}, ${reply.now}, 1, ${reply.leasedAt},
      ${after(sql, reply.leasedAt, LEASE_MS)}, ${reply.carriesLink}, ${reply.createdBy}, ${reply.setsStatus},
      ${reply.statusBefore}, ${reply.dedupeKey})
    on conflict (dedupe_key) do nothing
    returning id, kind, phone, body, attempts, campaign_id, sender_id, due_until, attempted_at as claimed_at`
  return row && { ...row, age, sender: { kind: sender.kind, address: sender.address } }
}
