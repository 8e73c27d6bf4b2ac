import { followCampaigns } from './campaigns/texts.ts'
import type { Deps } from './deps.ts'
import { followJoins } from './join/texts.ts'
import { composeSubscribers, type Subscribers } from './messages/subscribers.ts'
import { followProspects } from './prospects/texts.ts'
import { answerKeywords } from './publicTexts/notices.ts'
import { followSalonCampaigns } from './salonCampaigns/texts.ts'

/** Everything that follows from a text, in order. */
export const createSubscribers = (deps: Pick<Deps, 'env' | 'log' | 'clock' | 'carrier'>): Subscribers =>
  composeSubscribers([
    followProspects(deps),
    followCampaigns(deps),
    followSalonCampaigns(deps),
    answerKeywords(deps),
    followJoins(deps),
  ])
