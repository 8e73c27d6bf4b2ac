import { FILTERED } from '@salonback/shared/sms/errorCodes.ts'
import type { Deps } from '../../deps.ts'
import { databaseNow } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { Subscriber } from '../messages/subscribers.ts'
import type { BlockReason, ClaimedText } from '../messages/text.ts'
import { areHoursWaived } from './move.ts'
import { firstTextPolicy } from './policy.ts'
import { isStillSilent } from './secondTexts.ts'
import { pauseUnwelcomeCampaign } from './watch.ts'

/** What texts change about campaigns, and when a campaign lets its texts leave. */
export const followCampaigns = ({
  env,
  clock,
  carrier,
}: Pick<Deps, 'env' | 'clock' | 'carrier'>): Subscriber => ({
  async onDelivered(sql, text) {
    if (text.errorCode === FILTERED) await pauseUnwelcomeCampaign(sql, text.phone)
  },
  async onFailed(sql, texts) {
    for (const { phone, errorCode } of texts)
      if (errorCode === FILTERED) await pauseUnwelcomeCampaign(sql, phone)
  },
  onOptOut: (sql, { phone }) => pauseUnwelcomeCampaign(sql, phone),
  mayLeave: (sql, text) => findCampaignBlock({ sql, env, clock, carrier }, text),
  leavesBefore: ({ kind, phone, claimedAt }) =>
    isOfAgency(kind) ? firstTextPolicy.hours(env, phone, claimedAt).closesAt : null,
})

const isOfAgency = (kind: string) => kind === 'first_text' || kind === 'second_text'

/** A campaign that is paused or canceled, an answer to the first text, or hours that have ended. */
async function findCampaignBlock(
  { sql, env, clock, carrier }: Pick<Deps, 'env' | 'clock' | 'carrier'> & { sql: Sql },
  { id, campaignId, kind, phone }: ClaimedText,
): Promise<BlockReason | null> {
  if (campaignId === null && !isOfAgency(kind)) return null
  const [row] = await sql<[{ now: Date; state: string | null }]>`
    select ${databaseNow(sql, clock)} as now, (select state from campaigns where id = ${campaignId}::uuid) as state`
  if (row.state === 'canceled' || row.state === 'paused') return { why: row.state }
  if (kind === 'second_text' && !(await isStillSilent(sql, id)))
    return { why: 'leftOut', message: 'Answered since the first text' }
  if (!isOfAgency(kind) || firstTextPolicy.hours(env, phone, row.now).open) return null
  if (await areHoursWaived(sql, carrier, id)) return null
  return { why: 'closed', window: firstTextPolicy.nextHours(env, phone, row.now) }
}
