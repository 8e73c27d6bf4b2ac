import { z } from 'zod'
import { Id, Instant, TimeZone } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { CampaignName, Step } from '../firstTexts/contract.ts'

const Count = z.number().int().nonnegative()

/** Counts of distinct prospects, except formSubmissions, which counts all forms. Rates: percent, one decimal, 0 when the divisor is 0. */
export const SmsMetrics = z
  .object({
    totalProspects: Count,
    initialContactSent: Count,
    positiveResponses: Count,
    followupSent: Count,
    formSubmissions: Count,
    optOuts: Count,
    needsReview: Count,
    responseRate: z.number(),
    followupRate: z.number(),
    submissionRate: z.number(),
  })
  .meta({ id: 'SmsMetrics' })
export type SmsMetrics = z.infer<typeof SmsMetrics>

/** Funnel steps that consist of prospects. */
export const FunnelStep = z.enum(['contacted', 'positive', 'followup']).meta({ id: 'FunnelStep' })
export type FunnelStep = z.infer<typeof FunnelStep>

/** First and second texts that left in a day, and the numbers that answered, said yes and opted out. */
export const DayResult = z
  .object({ day: z.iso.date(), texts: Count, answers: Count, yeses: Count, stops: Count })
  .meta({ id: 'DayResult' })
export type DayResult = z.infer<typeof DayResult>

/** What a number of a campaign did, in the order of the columns. */
export const outcomes = ['sent', 'delivered', 'answered', 'yes', 'stop', 'form'] as const
export const CampaignOutcome = z.enum(outcomes).meta({ id: 'CampaignOutcome' })
export type CampaignOutcome = z.infer<typeof CampaignOutcome>

/**
 * Numbers of the first or second text of a campaign by what they did after it, and before the next one. Forms: numbers that
 * filled in the waitlist form.
 */
export const CampaignFigures = z
  .object({
    id: Id,
    step: Step,
    name: CampaignName.nullable(),
    template: z.string(),
    createdAt: Instant,
    sent: Count,
    delivered: Count,
    /** Texted back, and not to opt out. */
    answered: Count,
    yes: Count,
    stop: Count,
    form: Count,
    /** Segments of all texts that were sent. */
    segments: Count,
  })
  .meta({ id: 'CampaignFigures' })
export type CampaignFigures = z.infer<typeof CampaignFigures>

export const CampaignPerson = z
  .object({
    /** Empty when no prospect has this number. */
    name: z.string(),
    phone: z.string(),
    at: Instant,
  })
  .meta({ id: 'CampaignPerson' })
export type CampaignPerson = z.infer<typeof CampaignPerson>

/** The last number of a page. */
const Cursor = z.string().regex(/^\+\d+$/)

/** Days of the charts. */
export const Period = z.enum(['30', '90', 'all']).meta({ id: 'Period' })
export type Period = z.infer<typeof Period>

export const metrics = {
  sms: endpoint({
    method: 'GET',
    path: '/api/admin/sms-metrics',
    access: 'staff',
    summary: 'The funnel from prospects to form submissions',
    reply: SmsMetrics,
  }),
  reached: endpoint({
    method: 'GET',
    path: '/api/admin/sms-metrics/{step}',
    access: 'staff',
    summary: 'Ids of the prospects one of its numbers counts, in their order; all of them, or by pages',
    params: z.object({ step: FunnelStep }),
    query: z.object({
      /** Last id of the previous page. */
      after: Id.optional(),
      limit: z.coerce.number().int().min(1).max(1_000_000).optional(),
    }),
    reply: z.array(Id),
  }),
  days: endpoint({
    method: 'GET',
    path: '/api/admin/sms-results/days',
    access: 'staff',
    summary: 'Texts of campaigns, answers, yeses and opt-outs by day, oldest first',
    query: z.object({ period: Period.default('30'), timeZone: TimeZone.default('UTC') }),
    reply: z.array(DayResult),
  }),
  campaigns: endpoint({
    method: 'GET',
    path: '/api/admin/sms-results/campaigns',
    access: 'staff',
    summary: 'What each text of each campaign led to, newest first',
    reply: z.array(CampaignFigures),
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/admin/sms-results/campaigns/{id}/people',
    access: 'staff',
    summary: 'Numbers of a campaign that did something, latest first, by pages',
    params: z.object({ id: Id }),
    query: z.object({
      step: Step.default('first'),
      outcome: CampaignOutcome.default('sent'),
      cursor: Cursor.max(40).optional(),
    }),
    reply: z.object({ items: z.array(CampaignPerson), nextCursor: Cursor.nullable() }),
  }),
}
