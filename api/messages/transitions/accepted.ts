import type { MessageKind } from '@salonback/shared/messages/contract.ts'
import type { ContactStatus } from '@salonback/shared/prospects/contract.ts'
import { explain } from '@salonback/shared/sms/errorCodes.ts'
import { finishCampaignsOf } from '../../campaigns/watch.ts'
import type { Fragment, Sql } from '../../db/open.ts'
import { applyErrorCode } from '../errorCodes.ts'
import { cancelRivals } from './queued.ts'
import { may } from './table.ts'

// Transitions of texts that the carrier accepted, or that staff resolved.

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
  /** Sid of the text; null when staff resolved it as sent. */
  sid: string | null
  segments: number | null
  now: Date
  /** Only if no other text has this sid: a repeated sid proves nothing about this text. */
  onlyNew?: boolean
}

/**
 * Marks the text as accepted by the carrier: stores the sid, sets Contacted for a first text; for a reply, marks the
 * answered texts as processed and sets the chosen status. Idempotent, also after a receipt that came first. A sid that
 * another row has stays there. Returns whether the carrier is known to have the text.
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

/** Sets the status and, for a first text, its prospect to Contacted in the same statement. */
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

/** The sid unless another text has it, which would violate the unique index. */
const unowned = (sql: Sql, sid: string | null, id: string) =>
  sql`(select ${sid}::text where not exists (select 1 from messages where sid = ${sid}::text and id <> ${id}))`

/** Stores the sid of a text that is already sent. */
async function adoptSid(sql: Sql, { id, sid }: Acceptance): Promise<boolean> {
  const rows = await sql`
    update messages set sid = coalesce(sid, ${unowned(sql, sid, id)})
    where id = ${id} and direction = 'outbound' and accepted_at is not null returning 1`
  return rows.length > 0
}

/**
 * Accepts a failed or canceled text that the carrier has after all. A first text queued to the same number since then is
 * canceled; one that was sent since then keeps the number.
 */
async function overrule(sql: Sql, acceptance: Acceptance) {
  const { id, now } = acceptance
  const overruled = sql`${may(sql, 'overrule')} and accepted_at is null`
  const [found] = await sql`select 1 from messages where id = ${id} and ${overruled} for update`
  if (!found) return undefined
  await cancelRivals(sql, id, now)
  await sql`
    update messages m set released_at = case when exists (
      select 1 from messages other
      where other.phone = m.phone and other.kind = 'first_text' and other.id <> m.id and ${holdsNumber(sql)}
    ) then ${now}::timestamptz end
    where id = ${id} and kind = 'first_text'`
  return markSent(sql, acceptance, overruled)
}

/** Same condition as the unique index messages_one_first_text: may have arrived, and its number was not released. */
const holdsNumber = (sql: Sql) => sql`other.released_at is null
  and (other.status not in ('canceled', 'failed') or other.accepted_at is not null or other.resolved_by is not null)`

/** Marks texts received before the reply as processed, except those pending review. */
async function markAnswered(sql: Sql, reply: Pick<Accepted, 'phone' | 'seq'>): Promise<void> {
  await sql`
    update messages set processed = true
    where phone = ${reply.phone} and direction = 'inbound' and not processed and seq < ${reply.seq}
      and (intent is distinct from 'maybe_opt_out' or decided_at is not null)`
}

/** Sets the status chosen with the reply, unless it has changed since. */
async function setChosenStatus(sql: Sql, reply: Accepted, now: Date): Promise<void> {
  await sql`
    update prospects set contact_status = ${reply.setsStatus}, updated_at = ${now}
    where phone = ${reply.phone} and contact_status is not distinct from ${reply.statusBefore}`
}

/** Stores the final status of an accepted text; the first one stands. */
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

/** Staff resolve an unknown text. As not sent it still reserves its number; a later receipt overrides both. */
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

/** Releases the number of a first text resolved as not sent. False if it reserves none. */
export async function release(sql: Sql, id: string, now: Date): Promise<boolean> {
  const released = await sql`
    update messages set released_at = ${now}
    where id = ${id} and kind = 'first_text' and status = 'failed' and resolved_by is not null and released_at is null
    returning 1`
  return released.length > 0
}
