import { campaignPolicies } from './campaignPolicies.ts'
import { followCampaigns } from './core/campaigns/subscriber.ts'
import { composeSubscribers, type Subscribers } from './core/messages/subscribers.ts'
import { answerKeywords } from './core/publicTexts/notices.ts'
import type { Deps } from './deps.ts'
import { followProspects } from './sales/prospects/subscriber.ts'
import { followJoins } from './salons/join/subscriber.ts'

/** Everything that follows from a text, in order. */
export const createSubscribers = (deps: Pick<Deps, 'env' | 'log' | 'clock' | 'carrier'>): Subscribers =>
  composeSubscribers([
    followProspects(deps),
    followCampaigns(deps, campaignPolicies),
    answerKeywords(deps),
    followJoins(deps),
  ])
