import type { CampaignState } from '@salonback/shared/core/campaigns/campaign.ts'
import { changeCampaign } from '../../core/campaigns/control.ts'
import type { Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { ACTOR, type OwnerContext } from './actions.ts'
import { openLink, unknownLink } from './openLink.ts'
import { thanks } from './parts.ts'

/** Cancels a campaign for its owner, with its reminders. Only through a home link or the link to these texts. */
export async function stopTexts(
  { token, campaignId }: { token: string; campaignId: string },
  { sql, clock }: OwnerContext,
) {
  const { salon, purpose, subjectId } = await openLink(sql, token, clock())
  const mayStop = purpose === 'home' || (purpose === 'texts' && subjectId === campaignId)
  if (!mayStop) throw unknownLink()
  const campaignOwner = {
    salonId: salon.id,
    auditedAs: 'salon-campaign',
    find: (open: Sql, id: string) => findState(open, salon.id, id),
  } as const
  await changeCampaign(campaignOwner, campaignId, 'cancel', { sql, clock, actor: { username: ACTOR } })
  return { message: thanks.stop }
}

async function findState(sql: Sql, salonId: string, id: string) {
  const [campaign] = await sql<{ state: CampaignState }[]>`
    select state from campaigns where id = ${id} and salon_id = ${salonId}`
  if (!campaign) throw notFound('Campaign')
  return campaign
}
