import type { MessageKind } from '@salonback/shared/messages/contract.ts'
import type { ContactStatus } from '@salonback/shared/prospects/contract.ts'
import { explain } from '@salonback/shared/sms/errorCodes.ts'
import { finishCampaignsOf } from '../../campaigns/watch.ts'
import type { Fragment, Sql } from '../../db/open.ts'
import { applyErrorCode } from '../errorCodes.ts'
import { cancelRivals } from './queued.ts'
import { may } from './table.ts'

// Transitions of texts that the carrier has, or that a person resolved as sent.

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
  /** The carrier's id of the text; null when a person resolved it as sent. */
  sid: string | null
  segments: number | null
  now: Date
  /** Accept only if no other text has this sid: an answer that repeats another text's sid says nothing about this one. */
  onlyNew?: boolean
}

/**
 * The carrier has this text. Stores the sid, sets Contacted by a first text, and for a reply marks what it answers as
 * processed and sets the chosen status. Safe to repeat, and after a receipt that came first. A sid that another row has
 * stays there. True when the text is known to be with the carrier, now or before.
 */
export async function accept(sql: Sql, acceptance: Acceptance): Promise<boolean> {
  const row = (await markSent(sql, acceptance, may(sql, 'accept'))) ?? (await overrule(sql, acceptance))
  if (!row) return adoptSid(sql, acceptance)
  await applyAccepted(sql, row, acceptance.now)
  return true
}

/** The effects of an accepted text. */
async function applyAccepted(sql: Sql, row: Accepted, now: Date): Promise<void> {
  if (row.kind === 'reply') await markAnswered(sql, row)
  if (row.setsStatus) await setChosenStatus(sql, row, now)
  await finishCampaignsOf(sql, [row])
}

/** What a carrier answered about a text: its sid has to be one that no other text has. */
export type NewAcceptance = Acceptance & { sid: string }

/** Texts that `accept` can take by the update of their row alone. */
const plain = (sql: Sql) => sql`${may(sql, 'accept')} and kind <> 'reply' and sets_status is null`

/**
 * As accept, in one statement without a transaction: for a text that is no reply and was not given up. Changes nothing
 * and returns false for any other.
 */
export async function acceptWithoutEffects(sql: Sql, acceptance: NewAcceptance): Promise<boolean> {
  const row = await markSent(sql, { ...acceptance, onlyNew: true }, plain(sql))
  if (row) await finishCampaignsOf(sql, [row])
  return row !== undefined
}

/**
 * As acceptWithoutEffects, many at once, no id or sid twice. Returns the ids it took. A text whose row, or whose
 * prospect's, somebody holds is left out: one that waited would keep all the others waiting.
 */
export async function acceptAllWithoutEffects(
  sql: Sql,
  acceptances: readonly NewAcceptance[],
): Promise<Set<string>> {
  const given = acceptances.map(({ id, sid, segments, now }) => ({
    id,
    sid,
    segments,
    at: now.toISOString(),
  }))
  const rows = await sql<{ id: string; campaignId: string | null }[]>`
    with given as (
      select * from jsonb_to_recordset(${sql.json(given)}) as given (id uuid, sid text, segments int, at timestamptz)
    ), free as materialized (
      select m.id, m.kind, m.prospect_id, given.sid, given.segments, given.at from given join messages m on m.id = given.id
      where m.direction = 'outbound' and ${plain(sql)}
        and (m.sid is not null or not exists (select 1 from messages other where other.sid = given.sid))
      for no key update of m skip locked
    ), contacting as materialized (
      select p.id from free join prospects p on p.id = free.prospect_id
      where free.kind = 'first_text' and (p.contact_status is null or p.contact_status = 'Selected')
      for no key update of p skip locked
    ), sent as (
      update messages m set sid = coalesce(m.sid, free.sid), segments = coalesce(free.segments, m.segments),
        accepted_at = coalesce(m.accepted_at, free.at), status = 'sent', status_at = free.at,
        resolved_by = null, error_code = null, error_message = null, lease_until = null, reconcile_at = null
      from free
      where m.id = free.id and (free.kind <> 'first_text' or free.prospect_id in (select id from contacting) or not exists (
        select 1 from prospects p where p.id = free.prospect_id
          and (p.contact_status is null or p.contact_status = 'Selected')))
      returning m.id, m.kind, m.prospect_id, m.campaign_id, free.at
    ), contacted as (
      update prospects p set contact_status = 'Contacted', updated_at = sent.at from sent
      where sent.kind = 'first_text' and p.id = sent.prospect_id
        and (p.contact_status is null or p.contact_status = 'Selected')
    )
    select id, campaign_id from sent`
  await finishCampaignsOf(sql, rows)
  return new Set(rows.map(({ id }) => id))
}

/** A first text makes its prospect Contacted, in the same statement. */
async function markSent(
  sql: Sql,
  { id, sid, segments, now, onlyNew = false }: Acceptance,
  from: Fragment,
  by: string | null = null,
) {
  const [row] = await sql<Accepted[]>`
    with sent as (
    update messages m set sid = coalesce(sid, ${unowned(sql, sid, id)}), segments = coalesce(${segments}, segments),
      accepted_at = coalesce(accepted_at, ${now}), status = 'sent', status_at = ${now},
      resolved_by = ${by}::uuid, error_code = null, error_message = null, lease_until = null, reconcile_at = null
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

/** The sid, unless another text has it: the unique index would fail the statement. */
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
 * A failed or canceled text that the carrier turns out to have. Its number may have been released meanwhile: another
 * first text that is still queued is canceled; one that was sent keeps the number.
 */
async function overrule(sql: Sql, acceptance: Acceptance) {
  const { id, now } = acceptance
  const overruled = sql`${may(sql, 'overrule')} and accepted_at is null`
  const [given] = await sql`select 1 from messages where id = ${id} and ${overruled} for update`
  if (!given) return undefined
  await cancelRivals(sql, id, now)
  await sql`
    update messages m set released_at = case when exists (
      select 1 from messages other
      where other.phone = m.phone and other.kind = 'first_text' and other.id <> m.id and ${holdsNumber(sql)}
    ) then ${now}::timestamptz end
    where id = ${id} and kind = 'first_text'`
  return markSent(sql, acceptance, overruled)
}

/** As the unique index messages_one_first_text: a first text that may have arrived and whose number was not released. */
const holdsNumber = (sql: Sql) => sql`other.released_at is null
  and (other.status not in ('canceled', 'failed') or other.accepted_at is not null or other.resolved_by is not null)`

/** A reply answers the texts received before it was written. Later ones stay open, and so do held ones: a reply does
 * not decide what they mean. */
async function markAnswered(sql: Sql, reply: Pick<Accepted, 'phone' | 'seq'>): Promise<void> {
  await sql`
    update messages set processed = true
    where phone = ${reply.phone} and direction = 'inbound' and not processed and seq < ${reply.seq}
      and (intent is distinct from 'maybe_opt_out' or decided_at is not null)`
}

/** Unless the prospect's status changed after the reply was written: the newer one stands. */
async function setChosenStatus(sql: Sql, reply: Accepted, now: Date): Promise<void> {
  await sql`
    update prospects set contact_status = ${reply.setsStatus}, updated_at = ${now}
    where phone = ${reply.phone} and contact_status is not distinct from ${reply.statusBefore}`
}

/** The carrier's final status of a text it has; the first one stands. */
export async function deliver(
  sql: Sql,
  text: { id: string; phone: string },
  outcome: { status: 'delivered' | 'undelivered' | 'failed'; code: number | null; now: Date },
): Promise<void> {
  const { status, code, now } = outcome
  const moved = await sql<{ campaignId: string | null }[]>`
    update messages set status = ${status}, status_at = ${now}, error_code = ${code}, error_message = ${explain(code)},
      resolved_by = null
    where id = ${text.id} and ${may(sql, 'deliver')} returning campaign_id`
  if (moved.length === 0) return
  await applyErrorCode(sql, text, code, now)
  await finishCampaignsOf(sql, moved)
}

interface Resolution {
  id: string
  outcome: 'sent' | 'failed'
  by: { id: string; username: string }
  now: Date
}

/** A person resolves an unknown text. Resolved as not sent it still holds its number, and a receipt overrules both. */
export async function resolve(sql: Sql, { id, outcome, by, now }: Resolution): Promise<void> {
  if (outcome === 'sent') {
    const row = await markSent(sql, { id, sid: null, segments: null, now }, may(sql, 'resolve'), by.id)
    if (row) await applyAccepted(sql, row, now)
    return
  }
  const failed = await sql<{ campaignId: string | null }[]>`
    update messages set status = 'failed', status_at = ${now}, reconcile_at = null, lease_until = null,
      error_message = ${`Counted as not sent by ${by.username}`}, resolved_by = ${by.id}
    where id = ${id} and ${may(sql, 'resolve')} returning campaign_id`
  await finishCampaignsOf(sql, failed)
}

/** Releases the number of a first text that was resolved as not sent. False when that text holds none. */
export async function release(sql: Sql, id: string, now: Date): Promise<boolean> {
  const released = await sql`
    update messages set released_at = ${now}
    where id = ${id} and kind = 'first_text' and status = 'failed' and resolved_by is not null and released_at is null
    returning 1`
  return released.length > 0
}
