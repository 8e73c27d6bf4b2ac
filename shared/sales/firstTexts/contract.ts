import { z } from 'zod'
import { outreach } from '../../brand.ts'
import { campaignFields, StepCounts } from '../../core/campaigns/campaign.ts'
import { ChangedStart } from '../../core/campaigns/whyWaiting.ts'
import { SegmentPrice } from '../../core/messages/cost.ts'
import { OutboundStatus } from '../../core/messages/text.ts'
import { Id, Instant, listOfIds, MAX_ID_LIST_BYTES, NameText } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

/** Legal basis for texting these numbers; chosen by staff and kept per number in the consent ledger. */
export const bases = [
  {
    code: 'consent',
    label: 'They agreed to texts from us',
    note: 'A written or ticked agreement you can show.',
  },
  {
    code: 'soft_opt_in',
    label: 'Existing customer or negotiation',
    note: 'They gave their details in a sale or talks about one and could opt out then. Only for similar services of ours.',
  },
  {
    code: 'business_number',
    label: 'A published business number',
    note: 'A company number shown for business enquiries. Not for sole traders without consent in GB and IE.',
  },
] as const
export const Basis = z
  .enum(['consent', 'soft_opt_in', 'business_number'], {
    error: 'Please choose why you may write to them',
  })
  .meta({ id: 'Basis' })
export type Basis = z.infer<typeof Basis>

/** Whether the agency uses this basis. */
export const isOffered = (basis: Basis) => basis !== 'business_number' || outreach.textsPublishedNumbers

export const LeftOutReason = z
  .enum([
    'opted_out',
    'opted_out_with_salon',
    'undeliverable',
    'landline',
    'our_salon',
    'submitted',
    'already_texted',
    'maybe_texted',
    'texted_recently',
    'responded',
    'open_conversation',
    'said_no',
    'not_found',
  ])
  .meta({ id: 'LeftOutReason' })
export type LeftOutReason = z.infer<typeof LeftOutReason>

/** Label of each reason, strongest first. */
export const leftOutLabels: Record<LeftOutReason, string> = {
  opted_out: 'Opted out',
  opted_out_with_salon: 'Opted out with a salon',
  undeliverable: 'Cannot be reached',
  landline: 'Landline',
  our_salon: 'Already one of our salons',
  submitted: 'Filled in the questionnaire',
  already_texted: 'Already had a first text',
  maybe_texted: 'May have had a first text',
  texted_recently: 'Texted in the last 5 days',
  responded: 'Already responded',
  open_conversation: 'Wrote to us',
  said_no: 'Said no',
  not_found: 'No longer in the database',
}

const LeftOut = z.object({ prospectId: Id, reason: LeftOutReason })
export const Template = z
  .string({ error: 'Please write the text' })
  .max(1600, 'A text may have 1600 characters')
/** What staff call a campaign; the form leaves it out when it is empty. */
export const MAX_NAME = 60
export const CampaignName = NameText()
  .min(1, 'Please enter a name')
  .max(MAX_NAME, `A name may have ${MAX_NAME} characters`)
const Count = z.number().int().nonnegative()

export const CampaignPreview = z
  .object({
    /** Numbers that would get the text. */
    recipients: Count,
    /** Of these, how many would wait for the end of quiet hours. */
    waiting: Count,
    /** Segments over all recipients. */
    segments: Count,
    leftOut: z.array(LeftOut),
    samples: z.array(z.object({ prospectId: Id, body: z.string(), segments: Count })),
    /** For the cost of other templates. */
    prices: z.array(SegmentPrice),
  })
  .meta({ id: 'CampaignPreview' })
export type CampaignPreview = z.infer<typeof CampaignPreview>

export const NewSecondText = z.object({
  template: Template,
  /** Days after the first text. */
  afterDays: z
    .number({ error: 'Please enter 3 to 30 days' })
    .int('Please enter whole days')
    .min(3, 'At least 3 days after the first text')
    .max(30, 'At most 30 days after the first text'),
})
export type NewSecondText = z.infer<typeof NewSecondText>

/** A second text to the numbers that did not answer the first, with its own counts. */
export const SecondText = z
  .object({
    template: z.string(),
    afterDays: Count,
    /** When the next ones are due; null if none will be. */
    dueAt: Instant.nullable(),
    ...StepCounts.shape,
  })
  .meta({ id: 'SecondText' })
export type SecondText = z.infer<typeof SecondText>

/** Which text of a campaign. */
export const Step = z.enum(['first', 'second']).meta({ id: 'CampaignStep' })
export type Step = z.infer<typeof Step>

export const Campaign = z
  .object({
    ...campaignFields,
    /** Null: none was given. */
    name: CampaignName.nullable(),
    /** The admin who paused it; null when it paused itself because of opt-outs or filtering. */
    pausedBy: z.string().nullable(),
    /** Of the queued, how many wait for the start or the end of quiet hours. */
    waiting: Count,
    basis: Basis,
    template: z.string(),
    secondText: SecondText.nullable(),
  })
  .meta({ id: 'Campaign' })
export type Campaign = z.infer<typeof Campaign>

export const CampaignRecipient = z
  .object({
    prospectId: Id.nullable(),
    name: z.string(),
    phone: z.string(),
    status: OutboundStatus,
    errorCode: z.number().int().nullable(),
    explanation: z.string().nullable(),
    at: Instant,
  })
  .meta({ id: 'CampaignRecipient' })
export type CampaignRecipient = z.infer<typeof CampaignRecipient>

const One = z.object({ id: Id })
const Audience = z.object({
  prospectIds: listOfIds(100_000, { entries: 1, message: 'Please select prospects to text' }),
  template: Template,
})

export const firstTexts = {
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/campaigns/preview',
    access: 'staff',
    summary: 'Recipients of a first text, prospects left out with reasons, and samples',
    maxBodyBytes: MAX_ID_LIST_BYTES,
    body: Audience,
    reply: CampaignPreview,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/admin/campaigns',
    access: 'admin',
    summary: 'Queue first texts for a selection',
    status: 201,
    idempotent: true,
    maxBodyBytes: MAX_ID_LIST_BYTES,
    body: Audience.extend({
      name: CampaignName.optional(),
      basis: Basis,
      /** Unset: no second text. */
      secondText: NewSecondText.optional(),
      /** At most 60 days ahead; unset: now. */
      startAt: Instant.max(40).optional(),
    }),
    reply: Campaign,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/campaigns',
    access: 'staff',
    summary: 'Every campaign, newest first',
    reply: z.array(Campaign),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/campaigns/{id}',
    access: 'staff',
    summary: 'One campaign with its counts',
    params: One,
    reply: Campaign,
  }),
  recipients: endpoint({
    method: 'GET',
    path: '/api/admin/campaigns/{id}/recipients',
    access: 'staff',
    summary: 'Recipients and the status of their texts, by pages',
    params: One,
    query: z.object({
      step: Step.default('first'),
      status: OutboundStatus.optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(1000).default(100),
    }),
    reply: z.array(CampaignRecipient),
  }),
  leftOut: endpoint({
    method: 'GET',
    path: '/api/admin/campaigns/{id}/left-out',
    access: 'staff',
    summary: 'How many were left out, by reason',
    params: One,
    reply: z.array(z.object({ reason: LeftOutReason, count: Count })),
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/admin/campaigns/{id}/pause',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Pause a campaign: queued texts wait',
    params: One,
    undoable: true,
    reply: Campaign,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/admin/campaigns/{id}/resume',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Resume a paused campaign',
    params: One,
    undoable: true,
    reply: Campaign,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/admin/campaigns/{id}/cancel',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Cancel the texts that are still queued',
    params: One,
    reply: Campaign,
  }),
  changeStart: endpoint({
    method: 'POST',
    path: '/api/admin/campaigns/{id}/start',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Change when a campaign starts, while no text has left',
    params: One,
    body: ChangedStart,
    example: { startAt: null },
    reply: Campaign,
  }),
  sendNow: endpoint({
    method: 'POST',
    path: '/api/admin/campaigns/{id}/send-now',
    access: 'admin',
    errors: ['conflict'],
    summary: 'On the simulated network only: send the queued texts outside their hours',
    params: One,
    reply: Campaign,
  }),
}
