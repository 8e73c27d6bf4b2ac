import { z } from 'zod'
import { CampaignState } from '../../core/campaigns/campaign.ts'
import { ById, Count, Id, Instant, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Currency } from '../salons/contract.ts'

/** The steps of a client from the list to a fee, in their order. */
export const steps = ['eligible', 'texted', 'delivered', 'answered', 'booked', 'attended', 'paid'] as const
export const ResultStep = z.enum(steps).meta({ id: 'ResultStep' })
export type ResultStep = z.infer<typeof ResultStep>

/** Clients of a campaign by step. Erased clients are not counted. */
export const CampaignResult = named('CampaignResult', {
  id: Id,
  state: CampaignState,
  createdAt: Instant,
  /** Could be texted when the campaign started. */
  eligible: Count,
  /** Their text was accepted by the carrier. */
  texted: Count,
  delivered: Count,
  /** Texted back, and not to opt out. The answer belongs to the campaign of the last text before it. */
  answered: Count,
  /** Have an appointment that is not canceled. */
  booked: Count,
  attended: Count,
  /** A fee is on the ledger and not reversed. */
  paid: Count,
})
export type CampaignResult = z.infer<typeof CampaignResult>

/** A campaign that has texted, with its salon. */
export const LatestResult = CampaignResult.extend({
  salonId: Id,
  salonName: z.string(),
  /** Clients who opted out after a text of the campaign. */
  optedOut: Count,
  /** What its visits paid for services, minor units. */
  broughtBack: Count,
  currency: Currency,
}).meta({ id: 'LatestResult' })
export type LatestResult = z.infer<typeof LatestResult>

export const WeekResult = named('WeekResult', {
  /** Its Monday. */
  week: z.iso.date(),
  texts: Count,
  /** Clients who answered. */
  answers: Count,
  visits: Count,
})
export type WeekResult = z.infer<typeof WeekResult>

export const SalonResults = named('SalonResults', {
  /** Newest first. */
  campaigns: z.array(CampaignResult),
  /** The last 26 weeks in the salon's time zone, oldest first. */
  weeks: z.array(WeekResult),
})
export type SalonResults = z.infer<typeof SalonResults>

/** A client who reached a step of a campaign. */
export const ResultPerson = named('ResultPerson', {
  /** Null: not on the list any more. */
  clientId: Id.nullable(),
  firstName: z.string().nullable(),
  phone: z.string(),
  /** When the client reached the step. */
  at: Instant,
})
export type ResultPerson = z.infer<typeof ResultPerson>

export const results = {
  latest: endpoint({
    method: 'GET',
    path: '/api/admin/salons/results',
    access: 'staff',
    summary: 'What each campaign that has texted led to, latest first, by pages',
    query: z.object({ cursor: Id.optional() }),
    reply: z.object({ items: z.array(LatestResult), nextCursor: Id.nullable() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/results',
    access: 'staff',
    summary: 'What the campaigns of a salon led to, by campaign and by week',
    params: ById,
    reply: SalonResults,
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/results/{campaignId}/people',
    access: 'staff',
    summary: 'Clients who reached a step of a campaign, latest first, by pages',
    params: ById.extend({ campaignId: Id }),
    query: z.object({ step: ResultStep.default('eligible'), cursor: Id.optional() }),
    reply: z.object({ items: z.array(ResultPerson), nextCursor: Id.nullable() }),
  }),
}
