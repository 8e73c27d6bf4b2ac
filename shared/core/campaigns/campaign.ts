import { z } from 'zod'
import { Count, Id, Instant, named } from '../../fields.ts'
import { Wait } from './whyWaiting.ts'

/** Texts of one step by status. */
const counts = {
  /** Sum of the others. */
  total: Count,
  queued: Count,
  sent: Count,
  delivered: Count,
  failed: Count,
  unknown: Count,
  canceled: Count,
}

export const StepCounts = named('StepCounts', {
  ...counts,
  /** Of the queued, how many may not leave yet. */
  waiting: Count,
})
export type StepCounts = z.infer<typeof StepCounts>

export const CampaignState = z
  .enum(['running', 'paused', 'finished', 'canceled'])
  .meta({ id: 'CampaignState' })
export type CampaignState = z.infer<typeof CampaignState>

/** Fields of every campaign, of the agency or of a salon. */
export const campaignFields = {
  id: Id,
  state: CampaignState,
  pausedReason: z.string().nullable(),
  /** Of the first texts or offers. */
  ...counts,
  leftOut: Count,
  /** When the queued ones leave; null without any. */
  wait: Wait.nullable(),
  createdAt: Instant,
  createdBy: z.string(),
}
