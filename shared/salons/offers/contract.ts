import { z } from 'zod'
import { CostEstimate } from '../../core/messages/cost.ts'
import { ById, Count, Id, Instant, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { MAX_BODY } from '../../sms/template.ts'
import { OfferState, OwnerLink } from '../salons/contract.ts'

/** A text as one client gets it. */
export const OfferSample = named('OfferSample', {
  /** As on the list. */
  firstName: z.string().nullable(),
  body: z.string(),
  segments: Count,
})

/** One version of a salon's offer. Each edit is a new version; an approved version never changes. */
export const Offer = named('Offer', {
  id: Id,
  version: Count,
  /** With how to stop at its end. */
  text: z.string(),
  reminderText: z.string().nullable(),
  /** The last day of an approval for each month; null: the approval is for this time. */
  repeatUntil: z.iso.date().nullable(),
  state: OfferState,
  /** The approval was for this time, and a campaign has used it: new texts need another approval. */
  usedUp: z.boolean(),
  /** Of the most expensive sample. */
  segments: Count,
  samples: z.array(OfferSample),
  reminderSamples: z.array(OfferSample),
  /** Name and booking address in the texts since the approval; null before it. */
  approvedAs: z.object({ salonName: z.string(), bookingUrl: z.string().nullable() }).nullable(),
  approvedAt: Instant.nullable(),
  approvedBy: z.string().nullable(),
  /** What the owner wants changed. */
  note: z.string().nullable(),
  /** What its texts name that is not true each month, such as `until Friday`, and the last day on which they are true. */
  dates: z.object({ words: z.array(z.string()), until: z.iso.date().nullable() }),
  createdBy: z.string(),
  createdAt: Instant,
})
export type Offer = z.infer<typeof Offer>

/** What a text would cost that is not saved yet. */
const OfferPreview = named('OfferPreview', {
  /** The one with the most segments first. */
  samples: z.array(OfferSample),
  /** Clients who may be texted now, and the segments of the text to all of them. */
  recipients: Count,
  segments: Count,
  estimate: CostEstimate,
})
export type OfferPreview = z.infer<typeof OfferPreview>

const OfferText = z.string().max(MAX_BODY, `A text may have ${MAX_BODY} characters`)

export const offers = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/offers',
    access: 'staff',
    summary: 'Every version of the offer of a salon, newest first, by pages',
    params: ById,
    query: z.object({ cursor: z.string().max(20).optional() }),
    reply: z.object({ items: z.array(Offer), nextCursor: z.string().nullable() }),
  }),
  preview: endpoint({
    method: 'POST',
    // Not below the path of a salon: its queries are read again several times a second during a campaign.
    path: '/api/admin/offer-previews/{id}',
    access: 'admin',
    summary:
      'Samples of a text with the names of the list, and what it costs to send it to all who may be texted now',
    params: ById,
    body: z.object({ text: OfferText }),
    example: { text: '{salon}: hello' },
    reply: OfferPreview,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/offers',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Store a new version of the offer of a salon',
    status: 201,
    params: ById,
    body: z.object({
      text: OfferText,
      reminderText: OfferText.nullable().optional(),
      repeatUntil: z.iso.date().max(10).nullable().optional(),
      /** For each month although the text names a date: 409 without it. */
      datedConfirmed: z.boolean().optional(),
    }),
    example: { text: '{salon}: hello' },
    reply: Offer,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/offers/{offerId}/send',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Hand a version to the owner for approval, and text or e-mail the link on request',
    params: ById.extend({ offerId: Id }),
    body: z.object({ text: z.boolean().optional(), mail: z.boolean().optional() }),
    example: { text: true },
    reply: OwnerLink,
  }),
}
