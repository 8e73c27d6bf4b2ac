import type { MessageKind } from '@salonback/shared/messages/contract.ts'
import { finishCampaignsOf, reopenCampaigns } from '../../campaigns/watch.ts'
import { after, type Moment } from '../../db/now.ts'
import type { Fragment, Sql } from '../../db/open.ts'
import { type Stopwatch, stopwatch } from '../fence.ts'
import { LEASE_MS } from '../outbox.ts'
import { may } from './table.ts'

// Moves of texts that wait in the queue: one is claimed for sending, or given up.

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

export const SUPPRESSED = 'Opted out before it was sent'

/**
 * Takes these texts for sending, and cancels those whose number opted out, in one statement. `due` selects their ids,
 * locked. A campaign whose last text is canceled here is finished by the worker's next sweep: this must stay one statement.
 */
export function claim(sql: Sql, due: Fragment, now: Moment) {
  return sql<Omit<ClaimedText, 'age'>[]>`
    with due as (
      select m.id, m.kind <> 'notice' and suppressed(m.phone) as suppressed
      from (${due}) next join messages m on m.id = next.id
    ), stopped as (
      update messages set status = 'canceled', status_at = ${now}, error_message = ${SUPPRESSED}
      where id in (select id from due where suppressed) and ${may(sql, 'claim')}
    ), taken as (
      update messages set status = 'sending', status_at = ${now}, attempts = attempts + 1, attempted_at = ${now},
        lease_until = ${after(sql, now, LEASE_MS)}
      where id in (select id from due where not suppressed) and ${may(sql, 'claim')}
      returning id, kind, phone, body, attempts, campaign_id, attempted_at, priority, due_at, seq
    )
    select id, kind, phone, body, attempts, campaign_id, attempted_at as claimed_at from taken order by priority, due_at, seq`
}

/** Takes a text that went back to the queue before a worker does: a new attempt at it, or null when one did. */
export async function reclaim(sql: Sql, text: ClaimedText, moment: Moment): Promise<ClaimedText | null> {
  const age = stopwatch()
  const [row] = await sql<{ attempts: number; claimedAt: Date }[]>`
    update messages set status = 'sending', status_at = ${moment}, attempts = attempts + 1, attempted_at = ${moment},
      lease_until = ${after(sql, moment, LEASE_MS)}
    where id = ${text.id} and attempts = ${text.attempts} and ${may(sql, 'reclaim')}
    returning attempts, attempted_at as claimed_at`
  return row ? { ...text, ...row, age } : null
}

/** A text still waiting in the queue is given up, so that it cannot leave later. */
export async function failQueued(sql: Sql, id: string, now: Date, reason: string): Promise<void> {
  const failed = await sql<{ campaignId: string | null }[]>`
    update messages set status = 'failed', status_at = ${now}, error_message = ${reason}
    where id = ${id} and ${may(sql, 'failQueued')} returning campaign_id`
  await finishCampaignsOf(sql, failed)
}

/** What waits for whoever wants no texts, by number or by id; the one answer to STOP goes out all the same. */
export async function cancelUnwanted(
  sql: Sql,
  texts: { phone: string } | { ids: string[] },
  now: Date | Moment,
): Promise<void> {
  const theirs = 'phone' in texts ? sql`phone = ${texts.phone}` : sql`id in ${sql(texts.ids)}`
  const canceled = await sql<{ campaignId: string | null }[]>`
    update messages set status = 'canceled', status_at = ${now}, error_message = ${SUPPRESSED}
    where ${theirs} and ${may(sql, 'cancelUnwanted')} and kind <> 'notice' returning campaign_id`
  await finishCampaignsOf(sql, canceled)
}

/** What is still queued of a campaign that was just canceled will never be sent. */
export async function cancelCampaign(sql: Sql, id: string, now: Date, reason: string): Promise<void> {
  await sql`
    update messages set status = 'canceled', status_at = ${now}, error_message = ${reason}
    where campaign_id = ${id} and ${may(sql, 'cancelCampaign')}`
}

const SWEPT = 1000

/**
 * What is still queued in a campaign that has ended: canceled with it, or the campaign goes on when it only seemed to
 * have finished. No move leaves one behind; should one ever, it does not wait for ever.
 */
export async function cancelStrays(sql: Sql, now: Date): Promise<void> {
  await sql`
    update messages set status = 'canceled', status_at = ${now}, error_message = 'Canceled with the others'
    where ${may(sql, 'cancelStrays')} and id in (
      select stray.id from campaigns o cross join lateral (
        select id from messages where campaign_id = o.id and ${may(sql, 'cancelStrays')}
        limit ${SWEPT} for update skip locked
      ) stray where o.state = 'canceled')`
  await reopenCampaigns(sql)
}

/** Other first texts that wait for the number of one that turned out to have arrived. */
export async function cancelRivals(sql: Sql, id: string, now: Date): Promise<void> {
  const canceled = await sql<{ campaignId: string | null }[]>`
    update messages set status = 'canceled', status_at = ${now},
      error_message = 'The number turned out to have a first text'
    where ${may(sql, 'cancelRivals')} and kind = 'first_text' and id <> ${id}
      and phone = (select phone from messages where id = ${id} and kind = 'first_text')
    returning campaign_id`
  await finishCampaignsOf(sql, canceled)
}
