import { z } from 'zod'
import { ById, Count, Id, Instant, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

/** Clients of a group with 30 days covered by a list, and how many of them came back in that time. */
const Group = z.object({ people: Count, returned: Count })

const TextGroup = Group.extend({ version: Count })

const groups = { texted: Group, keptAside: Group }

export const CampaignProof = named('CampaignProof', {
  id: Id,
  /** When its first text was to leave. */
  startsAt: Instant,
  /** Kept aside, in percent of the compared clients. */
  percent: Count,
  ...groups,
  /** Texted clients by the version of the offer that they got; null if the campaign had one text. */
  texts: z.object({ one: TextGroup, other: TextGroup }).nullable(),
  /** Clients with 30 days that no list covers yet. */
  waiting: Count,
  /** The day from which a list covers all of them; null if no client waits. */
  listFrom: z.iso.date().nullable(),
})
export type CampaignProof = z.infer<typeof CampaignProof>

/** Campaigns with both groups, compared together. */
export const ProofTotal = named('ProofTotal', {
  campaigns: Count,
  ...groups,
  /** How much more often texted clients came back, as a share; null without both groups. */
  lift: z.number().nullable(),
  /** Its 95 % interval; null below 5 returns. */
  interval: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** The interval is above zero. */
  isMore: z.boolean(),
})
export type ProofTotal = z.infer<typeof ProofTotal>

export const SalonProof = named('SalonProof', {
  /** Those that kept clients aside or compared two texts, newest first. */
  campaigns: z.array(CampaignProof),
  total: ProofTotal,
})
export type SalonProof = z.infer<typeof SalonProof>

export const proof = {
  agency: endpoint({
    method: 'GET',
    path: '/api/admin/salons/proof',
    access: 'staff',
    summary: 'How much more often texted clients came back than those kept aside, over all salons',
    reply: ProofTotal,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/proof',
    access: 'staff',
    summary: 'How much more often texted clients of a salon came back than those kept aside',
    params: ById,
    reply: SalonProof,
  }),
}
