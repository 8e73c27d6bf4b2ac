import { z } from 'zod'
import { Id } from '../fields.ts'
import { endpoint } from '../http/endpoint.ts'

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
}
