import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { isChosen } from '@salonback/shared/salons/campaigns/audienceChoice.ts'
import type { salonCampaigns } from '@salonback/shared/salons/campaigns/contract.ts'
import { WAVE_DAYS } from '@salonback/shared/salons/programmes/nextStep.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import { eligibleChunks } from '../clients/countEligible.ts'
import { requireSalon } from '../salons/queries.ts'
import { findOffered } from './queries.ts'

/** Clients who may be texted now, for a programme with a fresh list, and those of them that the choice takes. */
export async function countAudience(
  { id, offerId, otherOfferId, audience = {}, isWave = false }: HandlerInput<typeof salonCampaigns.count>,
  { sql, env, clock }: CallContext,
) {
  const salon = await requireSalon(sql, id)
  const now = clock()
  const offerIds = otherOfferId ? [offerId, otherOfferId] : [offerId]
  const offered = isWave ? await findOffered(sql, id, WAVE_DAYS, now) : new Set<string>()
  const counts = { eligible: 0, chosen: 0 }
  for await (const found of eligibleChunks(sql, salon, { keys: env, now, offerIds, withFreshList: isWave }))
    for (const client of found.eligible) {
      if (offered.has(client.phone)) continue
      counts.eligible++
      if (isChosen(client, audience)) counts.chosen++
    }
  return counts
}
