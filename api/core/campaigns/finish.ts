import type { Sql } from '../../platform/db/open.ts'
import type { SalonReads } from '../../platform/salons.ts'
import { keepsRunning } from './laterTexts.ts'
import type { CampaignPolicy } from './policy.ts'

/**
 * Finishes the running campaigns without open texts and without later texts to come. A chore, not a step of each text: the
 * check reads the index entries of all texts that were sent since the last vacuum.
 */
export async function finishCampaigns(sql: Sql, policies: readonly CampaignPolicy[], now: Date) {
  const awaitsNone = policies.map(({ later }) => sql`and not ${keepsRunning(sql, later, now)}`)
  await sql`
    update campaigns set state = 'finished', paused_reason = null, paused_by = null, paused_kind = null, paused_id = null
    where id in (
      select id from campaigns c where state = 'running' ${awaitsNone}
        and not exists (select 1 from messages where campaign_id = c.id and status in ('queued', 'sending'))
      for update skip locked)`
}

/**
 * Reopens finished campaigns with queued texts; cancels them if the salon was closed while a reminder was queued. The lateral
 * look-up uses the index per campaign.
 */
export async function reopenCampaigns(sql: Sql, salons: SalonReads): Promise<void> {
  await sql`
    update campaigns c set state = case when ${salons.isClosed(sql, sql`c.salon_id`)}
      then 'canceled' else 'running' end
    where state = 'finished' and id in (
      select o.id from campaigns o cross join lateral (
        select 1 from messages where campaign_id = o.id and status = 'queued' order by due_at, seq limit 1
      ) leftover where o.state = 'finished')`
}
