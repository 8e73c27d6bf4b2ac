import { z } from 'zod'
import { Id, Instant } from '../fields.ts'

/** `reported`: the owner says so, and staff have not checked it yet. */
const VisitState = z
  .enum(['reported', 'booked', 'attended', 'no_show', 'canceled'])
  .meta({ id: 'VisitState' })
export type VisitState = z.infer<typeof VisitState>

/** What shows that the client came through a text. */
const VisitEvidence = z
  .object({
    kind: z.literal('reply'),
    /** The received text and its words. */
    messageId: Id,
    text: z.string(),
  })
  .meta({ id: 'VisitEvidence' })
export type VisitEvidence = z.infer<typeof VisitEvidence>

/** An appointment of a client after a text of a campaign. */
export const Visit = z
  .object({
    id: Id,
    /** Null: not on the list any more. */
    clientId: Id.nullable(),
    phone: z.string(),
    /** The campaign that texted the number last. */
    campaignId: Id.nullable(),
    service: z.enum(['treatment', 'consultation', 'patch_test']),
    bookedAt: Instant.nullable(),
    /** Null: not known yet. */
    visitAt: Instant.nullable(),
    state: VisitState,
    /** Minor units of the salon's currency. */
    amount: z.number().int().nullable(),
    evidence: VisitEvidence,
    decidedBy: z.string().nullable(),
    decidedAt: Instant.nullable(),
    createdBy: z.string(),
    createdAt: Instant,
  })
  .meta({ id: 'Visit' })
export type Visit = z.infer<typeof Visit>
