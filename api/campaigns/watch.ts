import { FILTERED } from '@salonback/shared/sms/errorCodes.ts'
import type { Sql } from '../db/open.ts'

const LAST = 200
/** More than 3 % of the last 200. */
const TOO_MANY = LAST * 0.03

/**
 * Closes a campaign once nothing of it can still be sent. Never waits for who holds it: a worker must not stand still
 * with them, and `finishCampaigns` comes by again.
 */
export async function finishCampaign(sql: Sql, id: string): Promise<void> {
  await sql`
    update campaigns set state = 'finished', paused_reason = null
    where id = (select id from campaigns where id = ${id} and state = 'running' for update skip locked)
      and not exists (select 1 from messages where campaign_id = ${id} and status in ('queued', 'sending'))`
}

/** Closes what `finishCampaign` left open: of two texts that end at the same moment, each still sees the other. */
export async function finishCampaigns(sql: Sql): Promise<void> {
  await sql`
    update campaigns set state = 'finished', paused_reason = null
    where id in (
      select id from campaigns o where state = 'running'
        and not exists (select 1 from messages where campaign_id = o.id and status in ('queued', 'sending'))
      for update skip locked)`
}

const SWEPT = 1000

/**
 * What is still queued in a campaign that has ended: canceled with it, or the campaign goes on when it only seemed to
 * have finished. No move leaves one behind; should one ever, it does not wait for ever.
 */
export async function endStrays(sql: Sql, now: Date): Promise<void> {
  await sql`
    update messages set status = 'canceled', status_at = ${now}, error_message = 'Canceled with the others'
    where status = 'queued' and id in (
      select stray.id from campaigns o cross join lateral (
        select id from messages where campaign_id = o.id and status = 'queued' limit ${SWEPT} for update skip locked
      ) stray where o.state = 'canceled')`
  await sql`
    update campaigns o set state = 'running'
    where state = 'finished' and exists (select 1 from messages where campaign_id = o.id and status = 'queued')`
}

/** Pauses the running campaign this number belongs to when too many of its last texts were not welcome. */
export async function watchCampaignOf(sql: Sql, phone: string): Promise<void> {
  const [campaign] = await sql<{ id: string }[]>`
    select o.id from messages m join campaigns o on o.id = m.campaign_id
    where m.phone = ${phone} and m.kind = 'first_text' and o.state = 'running'`
  if (!campaign) return
  const [bad] = await sql<{ optOuts: number; filtered: number }[]>`
    select count(*) filter (where suppressed(phone))::int as opt_outs,
      count(*) filter (where error_code = ${FILTERED})::int as filtered
    from (
      select m.phone, m.error_code from messages m join campaigns o on o.id = m.campaign_id
      where m.campaign_id = ${campaign.id} and m.accepted_at is not null and m.accepted_at >= o.watched_from
      order by m.accepted_at desc limit ${LAST}
    ) as lately`
  if (!bad) return
  if (bad.optOuts > TOO_MANY)
    await pauseItself(sql, campaign.id, `${bad.optOuts} of the last ${LAST} opted out`)
  else if (bad.filtered > TOO_MANY) {
    await pauseItself(sql, campaign.id, `${bad.filtered} of the last ${LAST} were filtered by the networks`)
  }
}

const pauseItself = (sql: Sql, id: string, reason: string) =>
  sql`update campaigns set state = 'paused', paused_reason = ${reason} where id = ${id} and state = 'running'`
