import { z } from 'zod'
import { campaignFields, StepCounts } from '../../core/campaigns/campaign.ts'
import { ChangedStart } from '../../core/campaigns/whyWaiting.ts'
import { CostEstimate } from '../../core/messages/cost.ts'
import { ById, Count, Id, Instant, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { type Reason, reasonLabels } from '../clients/eligible.ts'
import { Offer } from '../offers/contract.ts'
import { AudienceChoice, AudienceGroup } from './audienceChoice.ts'

/** Campaigns to fewer clients keep none aside: the groups would be too small to compare. */
export const MIN_COMPARED = 100
/** Percent of the compared clients. */
export const MAX_KEPT_ASIDE = 20
const reasons = Object.keys(reasonLabels) as [Reason, ...Reason[]]

/** Clients that get no text, by reason. */
const LeftOut = z.partialRecord(z.enum(reasons), Count)

export const SalonCampaignPreview = named('SalonCampaignPreview', {
  recipients: Count,
  leftOut: LeftOut,
  /** Segments over all recipients. */
  segments: Count,
  /** Days until the last offer leaves. */
  days: Count,
  firstAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  /** The last day that the offer names, on which the campaign ends; null: it names none. */
  endsOn: z.iso.date().nullable(),
  /** Recipients whose turn comes when their list is too old already. A new list lowers this number. */
  late: Count,
  /** The first day on which a list of a recipient is too old for texts of the next day; null: none gets too old. */
  listEndsOn: z.iso.date().nullable(),
  /** The fewest texts a day with which all leave in time; null: all do, or no number does. */
  fittingPerDay: Count.nullable(),
  /** What the offers will cost. */
  estimate: CostEstimate,
})
export type SalonCampaignPreview = z.infer<typeof SalonCampaignPreview>

/** One of the two texts of a campaign. */
const CampaignText = Offer.pick({ text: true, reminderText: true, approvedAs: true }).extend({
  version: Count,
  /** Clients who get it or had it, those who had it, and those of them who answered. */
  clients: Count,
  sent: Count,
  answered: Count,
})

/** Texts that did not leave, and why. */
const UnsentReason = z.object({ reason: z.string(), texts: Count })
export type UnsentReason = z.infer<typeof UnsentReason>

export const SalonCampaign = named('SalonCampaign', {
  ...campaignFields,
  offerId: Id,
  /** What its texts say, as the owner approved it. */
  offer: Offer.pick({ text: true, reminderText: true, approvedAs: true }),
  /** Of a campaign that compares two texts: each with what it did so far; else empty. */
  texts: z.array(CampaignText),
  perDay: Count,
  /** So many leave a day before the rest; null: none do. */
  firstBatch: Count.nullable(),
  /** Kept aside, in percent of the compared clients. */
  keptAside: Count,
  reminderAfterDays: Count.nullable(),
  /** Null if the campaign has no reminder. */
  reminder: StepCounts.nullable(),
  answered: Count,
  /** The last day that its offers name; null: none. */
  endsOn: z.iso.date().nullable(),
  /** Queued offers that are due after the last day of a list, and when the owner was last asked for a new one. */
  late: z.object({ texts: Count, listEndsOn: z.iso.date(), askedAt: Instant.nullable() }).nullable(),
  /** The most texts first. */
  unsent: z.array(UnsentReason),
})
export type SalonCampaign = z.infer<typeof SalonCampaign>

export const FirstBatch = z.number().int().min(1).max(1000)

const OneCampaign = ById.extend({ campaignId: Id })
const Plan = z.object({
  offerId: Id,
  /** Another approved offer, for one half of the clients, so that the two can be compared; unset: none. */
  otherOfferId: Id.optional(),
  /** Offers a day, from 1 to 1,000. */
  perDay: z.number().int().min(1).max(1000),
  /** First day and time, at most 60 days ahead; unset: now. */
  startAt: Instant.max(40).optional(),
  /** One reminder to clients who did not answer; unset: none. */
  reminderAfterDays: z.number().int().min(7).max(90).optional(),
  /** Percent of the clients that get no text, so that the effect can be measured; unset: 10. None below 100 clients. */
  keptAside: z.number().int().min(0).max(MAX_KEPT_ASIDE).optional(),
  /** Unset: all eligible clients. */
  audience: AudienceChoice.optional(),
  /** So many first. The rest follows a day later, unless 3 % of these opt out. */
  firstBatch: FirstBatch.optional(),
})
export type Plan = z.infer<typeof Plan>

const change = <Undoable extends boolean = false>(verb: string, summary: string, undoable?: Undoable) =>
  endpoint({
    method: 'POST',
    path: `/api/admin/salons/{id}/campaigns/{campaignId}/${verb}`,
    access: 'admin',
    errors: ['conflict'],
    summary,
    params: OneCampaign,
    ...(undoable !== undefined && { undoable }),
    reply: SalonCampaign,
  })

export const campaigns = {
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/campaigns/preview',
    access: 'staff',
    errors: ['conflict'],
    summary: 'Who would get an approved offer, who not and why, and how long it takes',
    params: ById,
    body: Plan,
    example: { offerId: '00000000-0000-4000-8000-000000000000', perDay: 1 },
    reply: SalonCampaignPreview,
  }),
  audience: endpoint({
    method: 'POST',
    // Not below the path of a salon: its queries are read again several times a second during a campaign.
    path: '/api/admin/audiences/{id}',
    access: 'staff',
    summary: 'Clients of a salon who may be texted now, counted by what an audience asks for',
    params: ById,
    body: Plan.pick({ offerId: true, otherOfferId: true }).extend({
      /** Of a programme: with a fresh list, and without clients who had an offer in the last 90 days. */
      isWave: z.boolean().optional(),
    }),
    example: { offerId: '00000000-0000-4000-8000-000000000000' },
    reply: z.array(AudienceGroup),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/campaigns',
    access: 'admin',
    status: 201,
    idempotent: true,
    errors: ['conflict'],
    summary: 'Queue an approved offer for the eligible clients',
    params: ById,
    body: Plan,
    example: { offerId: '00000000-0000-4000-8000-000000000000', perDay: 1 },
    reply: SalonCampaign,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/campaigns',
    access: 'staff',
    summary: 'Campaigns of a salon, newest first',
    params: ById,
    reply: z.array(SalonCampaign),
  }),
  pause: change('pause', 'Pause a campaign of a salon: queued texts wait', true),
  resume: change('resume', 'Resume a paused campaign of a salon', true),
  cancel: change('cancel', 'Cancel the texts of a salon that are still queued'),
  sendNow: change('send-now', 'On the simulated network only: send the queued texts outside the hours'),
  changeStart: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/campaigns/{campaignId}/start',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Change when a campaign of a salon starts, while no text has left',
    params: OneCampaign,
    body: ChangedStart,
    example: { startAt: null },
    reply: SalonCampaign,
  }),
}
