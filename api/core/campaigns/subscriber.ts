import type { MessageKind } from '@salonback/shared/core/messages/text.ts'
import { FILTERED } from '@salonback/shared/sms/errorCodes.ts'
import type { Deps } from '../../deps.ts'
import { databaseNow } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { Subscriber } from '../messages/subscribers.ts'
import type { BlockReason, ClaimedText } from '../messages/text.ts'
import { pauseUnwelcomeCampaign } from './autoPause.ts'
import type { CampaignPolicy } from './policy.ts'

type CampaignDeps = Pick<Deps, 'env' | 'clock' | 'carrier'>

/** What texts change about campaigns, and when a campaign lets its texts leave. */
export function followCampaigns(deps: CampaignDeps, policies: readonly CampaignPolicy[]): Subscriber {
  const policyOf = (kind: MessageKind) => policies.find(({ kinds }) => kinds.includes(kind))
  return {
    async onDelivered(sql, text) {
      if (text.errorCode === FILTERED) await pauseUnwelcomeCampaign(sql, text.phone)
    },
    async onFailed(sql, texts) {
      for (const { phone, errorCode } of texts)
        if (errorCode === FILTERED) await pauseUnwelcomeCampaign(sql, phone)
    },
    onOptOut: (sql, { phone }) => pauseUnwelcomeCampaign(sql, phone),
    async mayLeave(sql, text) {
      const policy = policyOf(text.kind)
      return text.campaignId === null && !policy ? null : findCampaignBlock(sql, deps, text, policy)
    },
    leavesBefore: (text) => policyOf(text.kind)?.leavesBefore(deps.env, text) ?? null,
  }
}

/** A campaign that is paused or canceled, or what its policy finds. */
async function findCampaignBlock(
  sql: Sql,
  deps: CampaignDeps,
  text: ClaimedText,
  policy: CampaignPolicy | undefined,
): Promise<BlockReason | null> {
  const [row] = await sql<[{ now: Date; state: string | null }]>`
    select ${databaseNow(sql, deps.clock)} as now, (select state from campaigns where id = ${text.campaignId}::uuid) as state`
  if (row.state === 'canceled' || row.state === 'paused') return { why: row.state }
  return policy?.findBlock(sql, deps, text, row.now) ?? null
}
