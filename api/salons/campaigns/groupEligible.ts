import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { type AudienceGroup, audienceFacts } from '@salonback/shared/salons/campaigns/audienceChoice.ts'
import type { salonCampaigns } from '@salonback/shared/salons/campaigns/contract.ts'
import { WAVE_DAYS } from '@salonback/shared/salons/programmes/nextStep.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import { eligibleChunks } from '../clients/countEligible.ts'
import { requireSalon } from '../salons/queries.ts'
import { findOffered } from './queries.ts'

/**
 * Clients who may be texted now, for a programme with a fresh list, counted by what an audience asks for. Who is eligible takes
 * seconds in a large salon and does not depend on the choice, so a screen reads it once and counts each choice itself.
 */
export async function groupEligible(
  { id, offerId, otherOfferId, isWave = false }: HandlerInput<typeof salonCampaigns.audience>,
  { sql, env, clock }: CallContext,
): Promise<AudienceGroup[]> {
  const salon = await requireSalon(sql, id)
  const now = clock()
  const offerIds = otherOfferId ? [offerId, otherOfferId] : [offerId]
  const offered = isWave ? await findOffered(sql, id, WAVE_DAYS, now) : new Set<string>()
  const groups = new Map<string, AudienceGroup>()
  for await (const found of eligibleChunks(sql, salon, { keys: env, now, offerIds, withFreshList: isWave }))
    for (const client of found.eligible) {
      if (offered.has(client.phone)) continue
      const facts = audienceFacts(client)
      const key = Object.values(facts).join()
      const group = groups.get(key) ?? { ...facts, clients: 0 }
      group.clients++
      groups.set(key, group)
    }
  return [...groups.values()]
}
