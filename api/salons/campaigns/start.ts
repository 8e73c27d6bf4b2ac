import { randomUUID } from 'node:crypto'
import type { SalonCampaign } from '@salonback/shared/salons/campaigns/contract.ts'
import { type CampaignOwner, type StartedBy, startCampaign } from '../../core/campaigns/control.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { lockSalonState, type SalonRules } from '../salons/queries.ts'
import { type ComposePlan, composeOffer } from './audience.ts'
import { saveAssignments } from './keepAside.ts'
import { queueOfferTexts } from './queries.ts'

interface StartContext extends StartedBy {
  env: Env
  now: Date
}

/** Starts a campaign of a salon and queues its texts. Throws 409 if it cannot start. */
export async function startSalonCampaign(
  owner: CampaignOwner<SalonCampaign>,
  salon: SalonRules,
  plan: ComposePlan,
  { env, now, ...startedBy }: StartContext,
): Promise<SalonCampaign> {
  const { sql } = startedBy
  // Parallel starts must not both find the approval unused, or the clients without an offer.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`start of a campaign ${salon.id}`}, 0))`
  const newId = randomUUID()
  const audience = await composeOffer({ sql, env, now }, salon, plan, newId)
  const { texts, leftOut, offers, senderId, keptAside, assignments, endsOn } = audience
  if (texts.length === 0) throw new AppError('conflict', 'No client of this salon may be texted now')
  if (plan.reminderAfterDays && offers.some(({ reminderText }) => !reminderText))
    throw new AppError(
      'conflict',
      plan.otherOfferId ? 'Both offers need a reminder text' : 'This offer has no reminder text',
    )
  const queue = async (campaignId: string) => {
    const given = { campaignId, salonId: salon.id, senderId, kind: 'offer', now } as const
    const recipients = await queueOfferTexts(sql, given, texts)
    await saveAssignments(sql, campaignId, assignments)
    await refuseClosed(sql, salon.id)
    return { recipients }
  }
  const campaign = {
    id: newId,
    keptAside,
    endsOn,
    offerId: plan.offerId,
    otherOfferId: plan.otherOfferId ?? null,
    senderId,
    template: offers[0].text,
    basis: 'soft_opt_in',
    perDay: plan.perDay,
    reminderAfterDays: plan.reminderAfterDays ?? null,
    firstBatch: plan.firstBatch ?? null,
    ...(plan.audience && { audience: plan.audience }),
    startsAt: texts[0]?.dueAt ?? now,
    leftOut,
  }
  return startCampaign(owner, { campaign, now, queue }, startedBy)
}

/** Without the lock, closing the salon would not see this campaign. After the clients, as when a list is stored. */
async function refuseClosed(sql: Sql, salonId: string): Promise<void> {
  if ((await lockSalonState(sql, salonId)) === 'closed')
    throw new AppError('conflict', 'This salon is closed')
}
