import { after, type Moment } from '../../../platform/db/now.ts'
import type { Fragment, Sql } from '../../../platform/db/open.ts'
import type { SalonReads } from '../../../platform/salons.ts'
import { LEASE_MS } from '../outbox.ts'
import { stopwatch } from '../stopwatch.ts'
import type { Subscribers } from '../subscribers.ts'
import type { ClaimedText, UnsentText } from '../text.ts'
import { may } from './table.ts'

// Transitions of queued texts: claimed, failed or canceled.

export const SUPPRESSED = 'Opted out before it was sent'

/** Columns of a canceled or failed text for the subscribers. */
export const unsentColumns = (sql: Sql) => sql`id, phone, sender_id, salon_id, campaign_id, error_code`

/** The columns of `ClaimedText` of a row `m` with its sender `s`. */
export const claimedColumns = (sql: Sql) => sql`
  m.id, m.kind, m.phone, m.body, m.attempts, m.campaign_id, m.sender_id, m.attempted_at as claimed_at,
  nullif(m.due_until, 'infinity') as due_until,
  jsonb_build_object('kind', s.kind, 'address', s.address) as sender`

/**
 * Claims texts for sending and cancels those to suppressed numbers and those that their campaign leaves out, in one statement. `due` selects and locks their ids.
 */
export function claim(sql: Sql, due: Fragment, now: Moment) {
  return sql<Omit<ClaimedText, 'age'>[]>`
    with due as (
      select m.id, case when m.kind <> 'notice' and suppressed(m.phone) then ${SUPPRESSED}
        else campaign_block(m.kind, m.phone, m.prospect_id, m.campaign_id) end as block
      from (${due}) next join messages m on m.id = next.id
    ), stopped as (
      update messages m set status = 'canceled', status_at = ${now}, error_message = due.block
      from due where m.id = due.id and due.block is not null and ${may(sql, 'claim')}
    ), taken as (
      update messages set status = 'sending', status_at = ${now}, attempts = attempts + 1, attempted_at = ${now},
        lease_until = ${after(sql, now, LEASE_MS)}
      where id in (select id from due where block is null) and ${may(sql, 'claim')}
      returning *
    )
    select ${claimedColumns(sql)} from taken m join senders s on s.id = m.sender_id order by m.priority, m.due_at, m.seq`
}

/** Claims a requeued text for a new attempt; null if a worker claimed it first or its sender changed. */
export async function reclaim(sql: Sql, text: ClaimedText, moment: Moment): Promise<ClaimedText | null> {
  const age = stopwatch()
  const [row] = await sql<{ attempts: number; claimedAt: Date }[]>`
    update messages set status = 'sending', status_at = ${moment}, attempts = attempts + 1, attempted_at = ${moment},
      lease_until = ${after(sql, moment, LEASE_MS)}
    where id = ${text.id} and attempts = ${text.attempts} and sender_id = ${text.senderId} and ${may(sql, 'reclaim')}
    returning attempts, attempted_at as claimed_at`
  return row ? { ...text, ...row, age } : null
}

/** Fails a queued text, so that it is not sent later. */
export async function failQueued(
  sql: Sql,
  subscribers: Subscribers,
  { id, reason, now }: { id: string; reason: string; now: Date },
): Promise<void> {
  const failed = await sql<UnsentText[]>`
    update messages set status = 'failed', status_at = ${now}, error_message = ${reason}
    where id = ${id} and ${may(sql, 'failQueued')} returning ${unsentColumns(sql)}`
  await subscribers.onFailed(sql, failed, now)
}

/**
 * Cancels queued texts to opted-out numbers, by number or id, except the confirmation of the STOP. Locks them by id: two
 * workers that cancel the same texts in different orders deadlock.
 */
export async function cancelUnwanted(
  sql: Sql,
  subscribers: Subscribers,
  texts: { phone: string } | { ids: string[] },
  now: Date,
): Promise<void> {
  const theirs = 'phone' in texts ? sql`phone = ${texts.phone}` : sql`id in ${sql(texts.ids)}`
  const canceled = await sql<UnsentText[]>`
    update messages set status = 'canceled', status_at = ${now}, error_message = ${SUPPRESSED}
    where id in (
      select id from messages where ${theirs} and ${may(sql, 'cancelUnwanted')} and kind <> 'notice' order by id for update
    ) returning ${unsentColumns(sql)}`
  await subscribers.onFailed(sql, canceled, now)
}

/** Cancels the queued texts of a canceled campaign. */
export async function cancelCampaign(sql: Sql, id: string, now: Date, reason: string): Promise<void> {
  await sql`
    update messages set status = 'canceled', status_at = ${now}, error_message = ${reason}
    where id in (
      select id from messages where campaign_id = ${id} and ${may(sql, 'cancelCampaign')} order by id for update
    )`
}

const SWEPT = 1000

/** Safety net: cancels texts that are still queued in a canceled campaign, which no transition should leave behind. */
export async function cancelStrays(sql: Sql, now: Date): Promise<void> {
  await sql`
    update messages set status = 'canceled', status_at = ${now}, error_message = 'Canceled with the others'
    where ${may(sql, 'cancelStrays')} and id in (
      select stray.id from campaigns o cross join lateral (
        select id from messages where campaign_id = o.id and ${may(sql, 'cancelStrays')}
        order by due_at, seq limit ${SWEPT} for update skip locked
      ) stray where o.state = 'canceled')`
}

/** Cancels queued texts that would leave after the last day of their campaign, for example after a pause. */
export async function cancelEnded(sql: Sql, salons: SalonReads, reason: string, now: Date): Promise<void> {
  await sql`
    update messages set status = 'canceled', status_at = ${now}, error_message = ${reason}
    where ${may(sql, 'cancelEnded')} and id in (
      select late.id from campaigns o cross join lateral (
        select id from messages where campaign_id = o.id and ${may(sql, 'cancelEnded')}
          and (greatest(due_at, ${now}) at time zone ${salons.timeZone(sql, sql`o.salon_id`)})::date > o.ends_on
        order by due_at, seq limit ${SWEPT} for update skip locked
      ) late where o.ends_on is not null and o.state in ('running', 'paused'))`
}

/** Cancels queued first texts to a number after an earlier first text turned out to be sent. */
export async function cancelRivals(sql: Sql, subscribers: Subscribers, id: string, now: Date): Promise<void> {
  const canceled = await sql<UnsentText[]>`
    update messages set status = 'canceled', status_at = ${now},
      error_message = 'The number has had a first text'
    where ${may(sql, 'cancelRivals')} and kind = 'first_text' and id <> ${id}
      and phone = (select phone from messages where id = ${id} and kind = 'first_text')
    returning ${unsentColumns(sql)}`
  await subscribers.onFailed(sql, canceled, now)
}

/** Cancels queued texts with these keys that are no longer true. Returns the number of canceled ones. */
export async function cancelOutdated(sql: Sql, keys: string[], now: Date): Promise<number> {
  const { count } = await sql`
    update messages set status = 'canceled', status_at = ${now}, error_message = 'No longer true'
    where dedupe_key = any(${keys}) and ${may(sql, 'cancelOutdated')}`
  return count
}
