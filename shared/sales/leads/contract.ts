import { z } from 'zod'
import { OutboundStatus } from '../../core/messages/text.ts'
import { WithheldReason } from '../../core/publicTexts/contract.ts'
import {
  applyFormRules,
  Honeypot,
  Id,
  Instant,
  listOfIds,
  MAX_ID_LIST_BYTES,
  Message,
  ShortFormText,
} from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { leadErrors } from './rules.ts'

export const Lead = z
  .object({
    id: Id,
    mobileNumber: z.string(),
    createdAt: Instant,
    /** Null when the details text was queued. */
    withheld: WithheldReason.nullable(),
    /** State of the details text; null without one. */
    details: z.object({ status: OutboundStatus, at: Instant }).nullable(),
    /** When the number first wrote to us after the details text. */
    answeredAt: Instant.nullable(),
  })
  .meta({ id: 'Lead' })
export type Lead = z.infer<typeof Lead>

export const LeadSubmission = z
  .object({
    mobileNumber: ShortFormText,
    /** Country of a local number, chosen in the form. Default: the visitor's country. */
    country: z.string().max(2).optional(),
    website: Honeypot,
  })
  .superRefine(applyFormRules(leadErrors))

/** Documented request body; leadErrors validates the details. */
const LeadForm = z
  .object({ mobileNumber: z.string().min(1).max(300), country: z.string().max(2).optional() })
  .meta({ id: 'LeadForm' })

export const leads = {
  submit: endpoint({
    method: 'POST',
    path: '/api/leads',
    access: 'public',
    summary: 'Leave a mobile number and get the details by text',
    body: LeadSubmission,
    documentedBody: LeadForm,
    reply: Message,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/leads',
    access: 'staff',
    summary: 'Numbers left on the website, newest first',
    reply: z.array(Lead),
  }),
  sendDetails: endpoint({
    method: 'POST',
    path: '/api/admin/leads/send-details',
    access: 'staff',
    errors: ['conflict'],
    summary: 'Send the details to leads that wait for them; repeated calls send nothing twice',
    maxBodyBytes: MAX_ID_LIST_BYTES,
    body: z.object({ ids: listOfIds(10_000, { entries: 1, message: 'Please choose a lead' }) }),
    reply: z.object({
      /** Texts queued by this call. */
      queued: z.number().int().nonnegative(),
      /** Left out because they have opted out. */
      optedOut: z.number().int().nonnegative(),
    }),
  }),
}
