import type { MessageKind } from '@salonback/shared/messages/contract.ts'
import type { ContactStatus } from '@salonback/shared/prospects/contract.ts'
import { explain } from '@salonback/shared/sms/errorCodes.ts'
import { finishCampaignsOf } from '../../campaigns/watch.ts'
import type { Fragment, Sql } from '../../db/open.ts'
import { applyErrorCode } from '../errorCodes.ts'
import { cancelRivals } from './queued.ts'
import { may } from './table.ts'

// Moves of texts that the carrier has, or that a person says it has.

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
  const row = (await markSent(sql, acceptance, may(sql, 'accept'))) ?? (await overrule(sql, acceptance))
  if (!row) return adoptSid(sql, acceptance)
  await applyAccepted(sql, row, acceptance.now)
  return true
}

/** What an accepted text brings with it. */
async function applyAccepted(sql: Sql, row: Accepted, now: Date): Promise<void> {
  if (row.kind === 'reply') await markAnswered(sql, row)
  if (row.setsStatus) await setChosenStatus(sql, row, now)
  await finishCampaignsOf(sql, [row])
}

/**
 * As accept, in one statement that needs no transaction: for a text that nobody waits to have answered and that nobody
 * has given up. False for any other, which is left as it is.
 */
export async function acceptWithoutEffects(sql: Sql, acceptance: Acceptance): Promise<boolean> {
  const plain = sql`${may(sql, 'accept')} and kind <> 'reply' and sets_status is null`
  const row = await markSent(sql, acceptance, plain)
  if (row) await finishCampaignsOf(sql, [row])
  return row !== undefined
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

/** What messages_one_first_text counts: a first text that may have arrived and that nobody let go. */
const holdsNumber = (sql: Sql) => sql`other.released_at is null
  and (other.status not in ('canceled', 'failed') or other.accepted_at is not null or other.resolved_by is not null)`

/** A reply answers what came before it; a text that crossed it on the way still waits for somebody, and so
 * does one that may be an opt-out: a reply does not say what it was. */
async function markAnswered(sql: Sql, reply: Pick<Accepted, 'phone' | 'seq'>): Promise<void> {
  await sql`
    update messages set processed = true
    where phone = ${reply.phone} and direction = 'inbound' and not processed and seq < ${reply.seq}
      and (intent is distinct from 'maybe_opt_out' or decided_at is not null)`
}

/** A status the prospect got since the reply was written is newer, and stands. */
async function setChosenStatus(sql: Sql, reply: Accepted, now: Date): Promise<void> {
  await sql`
    update prospects set contact_status = ${reply.setsStatus}, updated_at = ${now}
    where phone = ${reply.phone} and contact_status is not distinct from ${reply.statusBefore}`
}

/** The carrier's last word on a text it has; the first one stands. */
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

/** A person's word on an unknown text. One not sent holds its number all the same, and a receipt outranks either. */
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

/** A person allows another first text to the number of one that was counted as not sent. False when it holds none. */
export async function release(sql: Sql, id: string, now: Date): Promise<boolean> {
  const released = await sql`
    update messages set released_at = ${now}
    where id = ${id} and kind = 'first_text' and status = 'failed' and resolved_by is not null and released_at is null
    returning 1`
  return released.length > 0
}
