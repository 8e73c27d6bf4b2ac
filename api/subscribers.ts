import { campaignPolicies } from './campaignPolicies.ts'
import { followCampaigns } from './core/campaigns/subscriber.ts'
import { composeSubscribers, type Subscribers } from './core/messages/subscribers.ts'
import { answerKeywords } from './core/publicTexts/notices.ts'
import type { Deps } from './deps.ts'
import { followProspects } from './sales/prospects/subscriber.ts'
import { chargeVisits, findFreeClients } from './salons/billing/charge.ts'
import { dropOutdatedTexts, guardBookingTexts } from './salons/bookingTexts/subscriber.ts'
import { followBookings } from './salons/handover/correctBookings.ts'
import { followJoins } from './salons/join/subscriber.ts'
import { composeVisitSubscribers, type VisitFollowers } from './salons/visits/subscribers.ts'

type SubscriberDeps = Pick<Deps, 'env' | 'log' | 'clock' | 'carrier' | 'mailer'>

/** Everything that follows from a text or a visit, in order. */
export const createSubscribers = (deps: SubscriberDeps): Subscribers & VisitFollowers => ({
  ...composeSubscribers([
    followProspects(deps),
    followCampaigns(deps, campaignPolicies),
    answerKeywords(deps),
    followJoins(deps),
    guardBookingTexts(deps),
  ]),
  ...composeVisitSubscribers([chargeVisits, followBookings(deps), dropOutdatedTexts]),
  findFreeClients,
})
