import { FILTERED } from '@salonback/shared/sms/errorCodes.ts'
import type { Sql } from '../db/open.ts'

const WATCHED_TEXTS = 200
/** 3 %: with more opt-outs, or more filtered texts, than this the campaign is paused. */
const MAX_UNWELCOME = WATCHED_TEXTS * 0.03

/**
 * Finishes a campaign once nothing of it can still be sent. Skips a locked row, because waiting for it would block the
 * worker; the sweep in `finishCampaigns` finishes it later.
 */
export async function finishCampaign(sql: Sql, id: string): Promise<void> {
  await sql`
    update campaigns set state = 'finished', paused_reason = null, paused_by = null
    where id = (select id from campaigns where id = ${id} and state = 'running' for update skip locked)
      and not exists (select 1 from messages where campaign_id = ${id} and status in ('queued', 'sending'))`
}

/** Finishes the campaigns of texts whose status has just changed. */
export async function finishCampaignsOf(
  sql: Sql,
  texts: readonly { campaignId: string | null }[],
): Promise<void> {
  for (const id of new Set(texts.map(({ campaignId }) => campaignId))) if (id) await finishCampaign(sql, id)
}

/** Finishes what `finishCampaign` could not: of two texts that end in concurrent transactions, each still sees the other as open. */
export async function finishCampaigns(sql: Sql): Promise<void> {
  await sql`
    update campaigns set state = 'finished', paused_reason = null, paused_by = null
    where id in (
      select id from campaigns o where state = 'running'
        and not exists (select 1 from messages where campaign_id = o.id and status in ('queued', 'sending'))
      for update skip locked)`
}

/**
 * Campaigns marked finished while a text of theirs is queued run again. Looked up by campaign and in the order of its
 * index: with many texts queued Postgres would read the table from its beginning until it meets one.
 */
export async function reopenCampaigns(sql: Sql): Promise<void> {
  await sql`
    update campaigns set state = 'running' where state = 'finished' and id in (
      select o.id from campaigns o cross join lateral (
        select 1 from messages where campaign_id = o.id and status = 'queued' order by due_at, seq limit 1
      ) left_over where o.state = 'finished')`
}

/** Pauses the number's running campaign when too many of its last texts were answered by an opt-out or filtered. */
export async function pauseUnwelcomeCampaign(sql: Sql, phone: string): Promise<void> {
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
      order by m.accepted_at desc limit ${WATCHED_TEXTS}
    ) as lately`
  if (!bad) return
  if (bad.optOuts > MAX_UNWELCOME)
    await pause(sql, campaign.id, `${bad.optOuts} of the last ${WATCHED_TEXTS} opted out`)
  else if (bad.filtered > MAX_UNWELCOME) {
    await pause(
      sql,
      campaign.id,
      `${bad.filtered} of the last ${WATCHED_TEXTS} were filtered by the networks`,
    )
  }
}

const pause = (sql: Sql, id: string, reason: string) =>
  sql`update campaigns set state = 'paused', paused_reason = ${reason}, paused_by = null where id = ${id} and state = 'running'`
