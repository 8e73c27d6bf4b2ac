import { FILTERED } from '@salonback/shared/sms/errorCodes.ts'
import type { Moment } from '../db/now.ts'
import type { Sql } from '../db/open.ts'
import type { Env } from '../env.ts'
import type { BlockReason } from '../messages/blockReason.ts'
import type { Subscriber } from '../messages/subscribers.ts'
import type { ClaimedText } from '../messages/transitions/queued.ts'
import { policyOf } from './policy.ts'
import { finishCampaignsOf, pauseUnwelcomeCampaign } from './watch.ts'

/** What texts change about campaigns, and when a campaign lets its texts leave. */
export const followCampaigns = ({ env }: { env: Env }): Subscriber => ({
  onAccepted: (sql, text) => finishCampaignsOf(sql, [text]),
  async onDelivered(sql, text) {
    if (text.errorCode === FILTERED) await pauseUnwelcomeCampaign(sql, text.phone)
    await finishCampaignsOf(sql, [text])
  },
  async onFailed(sql, texts) {
    for (const { phone, errorCode } of texts)
      if (errorCode === FILTERED) await pauseUnwelcomeCampaign(sql, phone)
    await finishCampaignsOf(sql, texts)
  },
  onOptOut: (sql, { phone }) => pauseUnwelcomeCampaign(sql, phone),
  mayLeave: (sql, text, now) => findCampaignBlock(sql, env, text, now),
  leavesBefore: ({ kind, phone, claimedAt }) => policyOf(kind)?.hours(env, phone, claimedAt).closesAt ?? null,
})

/** A campaign that is paused or canceled, or hours that have ended. */
async function findCampaignBlock(
  sql: Sql,
  env: Env,
  { campaignId, kind, phone }: ClaimedText,
  moment: Moment,
): Promise<BlockReason | null> {
  const policy = policyOf(kind)
  if (campaignId === null && policy === null) return null
  const [row] = await sql<[{ now: Date; state: string | null }]>`
    select ${moment} as now, (select state from campaigns where id = ${campaignId}::uuid) as state`
  if (row.state === 'canceled' || row.state === 'paused') return { why: row.state }
  if (policy === null || policy.hours(env, phone, row.now).open) return null
  return { why: 'closed', window: policy.nextHours(env, phone, row.now) }
}
