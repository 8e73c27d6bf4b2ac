import type { MessageKind } from '@salonback/shared/messages/contract.ts'
import type { ContactStatus } from '@salonback/shared/prospects/contract.ts'
import { finishCampaign } from '../campaigns/watch.ts'
import type { Moment } from '../db/now.ts'
import type { Sql } from '../db/open.ts'
import { applyErrorCode } from './errorCodes.ts'
import type { Stopwatch } from './fence.ts'

/** A text claimed for sending: its row is committed as `sending` before the carrier is called. */
export interface ClaimedText {
  id: string
  kind: MessageKind
  phone: string
  body: string
  /** Which attempt at it this is, from 1: whoever claimed an earlier one has lost the text. */
  attempts: number
  campaignId: string | null
  /** By the database's clock. */
  claimedAt: Date
  /** How long ago that was, by the claimer's own clocks. */
  age: Stopwatch
}

/** What names one attempt. A move of an attempt whose row has gone on without it changes nothing. */
export type Attempt = Pick<ClaimedText, 'id' | 'attempts' | 'campaignId'>

/** This attempt's row, as long as no other attempt, no carrier and no person has moved it on. */
const isStill = (sql: Sql, { id, attempts }: Attempt) =>
  sql`id = ${id} and attempts = ${attempts} and status in ('sending', 'unknown')`

interface Accepted {
  kind: MessageKind
  phone: string
  seq: number
  prospectId: string | null
  campaignId: string | null
  setsStatus: ContactStatus | null
  statusBefore: ContactStatus | null
}

interface Acceptance {
  id: string
  /** The carrier's number for it; null when only a person says that it was sent. */
  sid: string | null
  segments: number | null
  now: Date
  /** The person who says so. */
  by?: string
  /** Take it only if no other text has this sid already: a carrier that repeats itself has told nothing about this one. */
  onlyNew?: boolean
}

/**
 * The carrier has this text, whatever was said of it before. Remembers the sid, makes a prospect Contacted by their
 * first text, what a reply answers processed, and their status what was chosen with it. Safe to repeat, and when a
 * receipt was faster than our own call. A sid that another row owns is left with that row. True when the text is known
 * to be with the carrier, by this or from before.
 */
export async function accept(sql: Sql, acceptance: Acceptance): Promise<boolean> {
  const row =
    (await markSent(sql, acceptance, sql`status in ('queued', 'sending', 'unknown')`)) ??
    (await overrule(sql, acceptance))
  if (!row) return adoptSid(sql, acceptance)
  if (row.kind === 'reply') await markAnswered(sql, row)
  if (row.setsStatus) await setChosenStatus(sql, row, acceptance.now)
  if (row.campaignId) await finishCampaign(sql, row.campaignId)
  return true
}

/**
 * As accept, in one statement that needs no transaction: for a text that nobody waits to have answered and that nobody
 * has given up. False for any other, which is left as it is.
 */
export async function acceptAlone(sql: Sql, acceptance: Acceptance): Promise<boolean> {
  const plain = sql`status in ('queued', 'sending', 'unknown') and kind <> 'reply' and sets_status is null`
  const row = await markSent(sql, acceptance, plain)
  if (row?.campaignId) await finishCampaign(sql, row.campaignId)
  return row !== undefined
}

/** A first text makes its prospect Contacted, in the same statement. */
async function markSent(
  sql: Sql,
  { id, sid, segments, now, by, onlyNew = false }: Acceptance,
  from: ReturnType<typeof isStill>,
) {
  const [row] = await sql<Accepted[]>`
    with sent as (
    update messages m set sid = coalesce(sid, ${unowned(sql, sid, id)}), segments = coalesce(${segments}, segments),
      accepted_at = coalesce(accepted_at, ${now}), status = 'sent', status_at = ${now},
      resolved_by = ${by ?? null}::uuid, error_code = null, error_message = null, lease_until = null, reconcile_at = null
    where id = ${id} and direction = 'outbound' and ${from} ${onlyNew ? sql`and (sid is not null or ${unowned(sql, sid, id)} is not null)` : sql``}
    returning kind, phone, seq, prospect_id, campaign_id, sets_status, status_before
    ), contacted as (
      update prospects p set contact_status = 'Contacted', updated_at = ${now} from sent
      where sent.kind = 'first_text' and p.id = sent.prospect_id
        and (p.contact_status is null or p.contact_status = 'Selected')
    )
    select * from sent`
  return row
}

/** The sid, unless another text has it: a carrier may repeat itself, and two rows with one sid cannot be. */
const unowned = (sql: Sql, sid: string | null, id: string) =>
  sql`(select ${sid}::text where not exists (select 1 from messages where sid = ${sid}::text and id <> ${id}))`

/** For a text that is sent already, and whose sid may not be known yet. */
async function adoptSid(sql: Sql, { id, sid }: Acceptance): Promise<boolean> {
  const rows = await sql`
    update messages set sid = coalesce(sid, ${unowned(sql, sid, id)})
    where id = ${id} and direction = 'outbound' and accepted_at is not null returning 1`
  return rows.length > 0
}

/**
 * A text that was given up, by a person or by us, and that the carrier turns out to have. Its number may have been let
 * go meanwhile: another first text that still waits is canceled; one that has left keeps the number.
 */
async function overrule(sql: Sql, acceptance: Acceptance) {
  const { id, now } = acceptance
  const [given] = await sql`
    select 1 from messages
    where id = ${id} and status in ('failed', 'canceled') and accepted_at is null for update`
  if (!given) return undefined
  await sql`
    update messages other set status = 'canceled', status_at = ${now},
      error_message = 'The number turned out to have a first text'
    from messages m
    where m.id = ${id} and m.kind = 'first_text' and other.phone = m.phone and other.kind = 'first_text'
      and other.id <> m.id and other.status = 'queued'`
  await sql`
    update messages m set released_at = case when exists (
      select 1 from messages other
      where other.phone = m.phone and other.kind = 'first_text' and other.id <> m.id and ${holdsNumber(sql)}
    ) then ${now}::timestamptz end
    where id = ${id} and kind = 'first_text'`
  return markSent(sql, acceptance, sql`status in ('failed', 'canceled') and accepted_at is null`)
}

/** What messages_one_first_text counts: a first text that may have arrived and that nobody let go. */
const holdsNumber = (sql: Sql) => sql`other.released_at is null
  and (other.status not in ('canceled', 'failed') or other.accepted_at is not null or other.resolved_by is not null)`

/** A reply answers what came before it; a text that crossed it on the way still waits for somebody. */
async function markAnswered(sql: Sql, reply: Pick<Accepted, 'phone' | 'seq'>): Promise<void> {
  await sql`
    update messages set processed = true
    where phone = ${reply.phone} and direction = 'inbound' and not processed and seq < ${reply.seq}`
}

/** A status the prospect got since the reply was written is newer, and stands. */
async function setChosenStatus(sql: Sql, reply: Accepted, now: Date): Promise<void> {
  await sql`
    update prospects set contact_status = ${reply.setsStatus}, updated_at = ${now}
    where phone = ${reply.phone} and contact_status is not distinct from ${reply.statusBefore}`
}

/** The carrier refused this attempt for good; the text was not sent. */
export async function fail(
  sql: Sql,
  text: Attempt & { phone: string },
  { code, message, now }: { code: number | null; message: string; now: Date },
): Promise<void> {
  const failed = await sql`
    update messages set status = 'failed', status_at = ${now}, error_code = ${code}, error_message = ${message},
      lease_until = null, reconcile_at = null
    where ${isStill(sql, text)} returning 1`
  if (failed.length > 0) await applyErrorCode(sql, text, code, now)
  if (text.campaignId) await finishCampaign(sql, text.campaignId)
}

/** This attempt was never made, and no other will be. */
export async function cancel(sql: Sql, text: Attempt, reason: string, now: Date): Promise<void> {
  await sql`
    update messages set status = 'canceled', status_at = ${now}, error_message = ${reason}, lease_until = null, reconcile_at = null
    where ${isStill(sql, text)}`
  if (text.campaignId) await finishCampaign(sql, text.campaignId)
}

/**
 * This attempt certainly sent nothing: back to the queue, or canceled with its campaign. The campaign is locked before
 * its state is read, so that whoever cancels it either is seen here or sees the text queued again.
 */
export async function requeue(
  sql: Sql,
  text: Attempt,
  due: { at: Moment; until?: Date | null },
  now: Date,
): Promise<void> {
  const until =
    due.until === undefined ? sql`due_until` : sql`coalesce(${due.until}::timestamptz, 'infinity')`
  await sql`
    with campaign as (select state from campaigns where id = ${text.campaignId}::uuid for share)
    update messages set status_at = ${now}, due_at = ${due.at}, due_until = ${until},
      lease_until = null, reconcile_at = null, error_message = null,
      status = case when (select state from campaign) = 'canceled' then 'canceled' else 'queued' end
    where ${isStill(sql, text)}`
}

/** Nobody can tell whether this attempt was sent; the carrier is asked from then on. */
export async function markUnknown(
  sql: Sql,
  text: Attempt,
  { message, askAt, now }: { message: string; askAt: Moment; now: Date },
): Promise<void> {
  await sql`
    update messages set status = 'unknown', status_at = ${now}, error_message = ${message}, reconcile_at = ${askAt}, reconcile_count = 0
    where ${isStill(sql, text)} and status = 'sending'`
  if (text.campaignId) await finishCampaign(sql, text.campaignId)
}

/**
 * Texts whose sender died or stands still: nobody knows whether the carrier has them, so they become `unknown` at once
 * and the carrier is asked. They are never simply sent again.
 */
export async function expire(sql: Sql, moment: Moment, now: Date): Promise<number> {
  const rows = await sql<{ campaignId: string | null }[]>`
    update messages set status = 'unknown', status_at = ${now}, reconcile_at = ${moment}, reconcile_count = 0,
      error_message = 'The sender stopped half way'
    where id in (
      select id from messages where status = 'sending' and lease_until <= ${moment} for update skip locked
    ) and status = 'sending'
    returning campaign_id`
  for (const id of new Set(rows.map((row) => row.campaignId))) if (id) await finishCampaign(sql, id)
  return rows.length
}

/** A person's word that an unknown text was not sent. It holds its number all the same, and a receipt outranks it. */
export async function failByPerson(
  sql: Sql,
  { id, by, reason, now }: { id: string; by: string; reason: string; now: Date },
): Promise<void> {
  const [row] = await sql<{ campaignId: string | null }[]>`
    update messages set status = 'failed', status_at = ${now}, reconcile_at = null, lease_until = null,
      error_message = ${reason}, resolved_by = ${by}
    where id = ${id} and status = 'unknown' returning campaign_id`
  if (row?.campaignId) await finishCampaign(sql, row.campaignId)
}

/** A person allows another first text to the number of one that was counted as not sent. False when it holds none. */
export async function release(sql: Sql, id: string, now: Date): Promise<boolean> {
  const released = await sql`
    update messages set released_at = ${now}
    where id = ${id} and kind = 'first_text' and status = 'failed' and resolved_by is not null and released_at is null
    returning 1`
  return released.length > 0
}
