import type { MessageKind } from '@salonback/shared/core/inbox/contract.ts'
import { FILTERED } from '@salonback/shared/sms/errorCodes.ts'
import type { Sql } from '../../platform/db/open.ts'
import { policyOf } from './policy.ts'
import { awaitsSecondTexts } from './secondTexts.ts'

/** Whether the campaign `o` has no open texts and no second texts to come. */
const isDone = (sql: Sql, now: Date) => sql`
  not exists (select 1 from messages where campaign_id = o.id and status in ('queued', 'sending'))
    and not ${awaitsSecondTexts(sql, now)}`

/**
 * Finishes the campaigns that are done. A chore, not a step of each text: the check reads the index entries of all texts
 * that were sent since the last vacuum.
 */
export async function finishCampaigns(sql: Sql, now: Date): Promise<void> {
  await sql`
    update campaigns set state = 'finished', paused_reason = null, paused_by = null
    where id in (
      select id from campaigns o where state = 'running' and ${isDone(sql, now)}
      for update skip locked)`
}

/**
 * Reopens finished campaigns with queued texts; cancels them if the salon was closed while a reminder was queued. The lateral
 * look-up uses the index per campaign.
 */
export async function reopenCampaigns(sql: Sql): Promise<void> {
  await sql`
    update campaigns c set state = case when exists (select 1 from salons s where s.id = c.salon_id and s.state = 'closed')
      then 'canceled' else 'running' end
    where state = 'finished' and id in (
      select o.id from campaigns o cross join lateral (
        select 1 from messages where campaign_id = o.id and status = 'queued' order by due_at, seq limit 1
      ) leftover where o.state = 'finished')`
}

/** Pauses running campaigns of this number if too many of their last texts led to opt-outs or were filtered. */
export async function pauseUnwelcomeCampaign(sql: Sql, phone: string): Promise<void> {
  const campaigns = await sql<{ id: string; kind: MessageKind }[]>`
    select distinct on (o.id) o.id, m.kind from messages m join campaigns o on o.id = m.campaign_id
    where m.phone = ${phone} and o.state = 'running'`
  for (const campaign of campaigns) await pauseIfUnwelcome(sql, campaign)
}

async function pauseIfUnwelcome(sql: Sql, campaign: { id: string; kind: MessageKind }): Promise<void> {
  const policy = policyOf(campaign.kind)
  if (!policy) return
  const { texts, share } = policy.pausesAt
  const [unwelcome] = await sql<{ optOuts: number; filtered: number }[]>`
    select count(distinct phone) filter (where suppressed(phone))::int as opt_outs,
      count(distinct phone) filter (where error_code = ${FILTERED})::int as filtered
    from (
      select m.phone, m.error_code from messages m join campaigns o on o.id = m.campaign_id
      where m.campaign_id = ${campaign.id} and m.accepted_at is not null and m.accepted_at >= o.watched_from
      order by m.accepted_at desc limit ${texts}
    ) as recent`
  if (!unwelcome) return
  if (unwelcome.optOuts > texts * share)
    await pause(sql, campaign.id, `${unwelcome.optOuts} of the last ${texts} opted out`)
  else if (unwelcome.filtered > texts * share) {
    await pause(sql, campaign.id, `${unwelcome.filtered} of the last ${texts} were filtered by the networks`)
  }
}

const pause = (sql: Sql, id: string, reason: string) =>
  sql`update campaigns set state = 'paused', paused_reason = ${reason}, paused_by = null where id = ${id} and state = 'running'`
