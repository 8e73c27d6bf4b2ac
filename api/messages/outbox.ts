import type { MessageKind } from '@salonback/shared/messages/contract.ts'
import { segments } from '@salonback/shared/sms/segments.ts'
import type { Sql } from '../db/open.ts'

/** Lease of a `sending` text; longer than any carrier call. */
export const LEASE_MS = 30_000

/** Lower values are sent first. */
export const priorityOf: Record<MessageKind, number> = {
  reply: 0,
  notice: 1,
  details: 1,
  followup: 1,
  alert: 1,
  first_text: 2,
}

export interface TextToQueue {
  kind: MessageKind
  /** E.164 */
  phone: string
  body: string
  /** Purpose of the text, e.g. `details:<lead id>`. The same key never creates a second text. */
  dedupeKey: string
  now: Date
  /** Optional id chosen by the caller. */
  id?: string
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
    insert into messages (id, direction, kind, phone, body, prospect_id, created_at, segments, status, status_at,
      priority, due_at, carries_link, created_by, dedupe_key)
    select coalesce(${text.id ?? null}::uuid, gen_random_uuid()), 'outbound', ${text.kind}, ${text.phone}, ${text.body},
      coalesce(${text.prospectId ?? null}::uuid, (select id from prospects where phone = ${text.phone})),
      ${text.now}, ${segments(text.body).segments}, 'queued', ${text.now}, ${priorityOf[text.kind]}, ${text.now},
      ${text.carriesLink ?? false}, ${text.createdBy ?? null}, ${text.dedupeKey}
    where ${text.kind === 'notice'} or not suppressed(${text.phone})
    on conflict (dedupe_key) do nothing
    returning id`
  return row?.id ?? null
}

/** Common fields of many texts. */
type Common = Pick<TextToQueue, 'kind' | 'now' | 'carriesLink' | 'createdBy'>
const CHUNK = 5000

/** queueText for many texts. Returns how many were queued. */
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
      insert into messages (direction, kind, phone, body, prospect_id, created_at, segments, status, status_at,
        priority, due_at, carries_link, created_by, dedupe_key)
      select 'outbound', ${kind}, t.phone, t.body, (select id from prospects p where p.phone = t.phone), ${now},
        t.segments, 'queued', ${now}, ${priorityOf[kind]}, ${now}, ${carriesLink}, ${createdBy}, t.dedupe_key
      from jsonb_to_recordset(${sql.json(chunk)}) as t (phone text, body text, segments int, dedupe_key text)
      where not suppressed(t.phone)
      on conflict (dedupe_key) do nothing`
    queued += count
  }
  return queued
}

interface FoundText extends Pick<TextToQueue, 'kind' | 'phone' | 'body'> {
  sid: string
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
    insert into messages (direction, kind, phone, body, prospect_id, created_at, segments, status, status_at, priority,
      due_at, attempts, attempted_at, carries_link, dedupe_key, released_at)
    select 'outbound', ${kind}, ${phone}, ${body}, ${text.prospectId}::uuid, ${at}, ${text.segments}, 'sending', ${at},
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
      select 1 from messages other
      where other.phone = m.phone and other.kind = 'first_text' and other.id <> m.id and other.released_at is null
        and (other.status not in ('canceled', 'failed') or other.accepted_at is not null or other.resolved_by is not null))`
}
