import type { CampaignState } from '@salonback/shared/core/campaigns/campaign.ts'
import { changeCampaign } from '../../core/campaigns/control.ts'
import { ownerActor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { saveSettings } from '../handover/queries.ts'
import { switchProgramme } from '../programmes/setProgramme.ts'
import type { OwnerContext } from './actions.ts'
import { openLink, openLinkFor, unknownLink } from './openLink.ts'
import { thanks } from './parts.tsx'

/** Pauses the monthly texts, or turns them on again. Only through a home link. */
export function setProgramme(
  { token, on }: { token: string; on: boolean },
  { sql, clock, env }: OwnerContext,
) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const { salon } = await openLinkFor(open, token, 'home', now)
    await switchProgramme(open, {
      salonId: salon.id,
      timeZone: salon.timeZone,
      on,
      by: ownerActor(salon.id),
      env,
      now,
    })
    return { message: thanks.monthly }
  })
}

/** Turns the texts about questions and bookings of clients on or off. Only through a home link. */
export function setTexts({ token, texts }: { token: string; texts: boolean }, { sql, clock }: OwnerContext) {
  return inTransaction(sql, async (open) => {
    const { salon } = await openLinkFor(open, token, 'home', clock())
    await saveSettings(open, salon.id, { texts })
    const detail = { fields: ['texts'] }
    await audit(open, { actor: ownerActor(salon.id), action: 'salon.handover', subject: salon.id, detail })
    return { message: thanks['client-texts'] }
  })
}

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
  await changeCampaign(campaignOwner, campaignId, 'cancel', { sql, clock, actor: ownerActor(salon.id) })
  return { message: thanks.stop }
}

async function findState(sql: Sql, salonId: string, id: string) {
  const [campaign] = await sql<{ state: CampaignState }[]>`
    select state from campaigns where id = ${id} and salon_id = ${salonId}`
  if (!campaign) throw notFound('Campaign')
  return campaign
}
