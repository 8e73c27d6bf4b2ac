import { z } from 'zod'
import { byRule, FormText, Id, Instant, Message } from '../fields.ts'
import { endpoint } from '../http/endpoint.ts'
import { leadErrors } from './rules.ts'

export const Lead = z.object({ id: Id, mobileNumber: z.string(), createdAt: Instant })
export type Lead = z.infer<typeof Lead>

export const LeadSubmission = z
  .object({
    mobileNumber: FormText,
    /** Country chosen beside the field; where a local number belongs. Visitor's own country when absent. */
    country: z.string().max(2).optional(),
    /** Honeypot: people never see it. A filled one is answered like a success and kept nowhere. */
    website: z.string().optional(),
  })
  .superRefine(byRule(leadErrors))

export const leads = {
  submit: endpoint({
    method: 'POST',
    path: '/api/leads',
    access: 'public',
    summary: 'Leave a mobile number and get the details by text',
    body: LeadSubmission,
    reply: Message,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/leads',
    access: 'staff',
    summary: 'Numbers left on the website, newest first',
    reply: z.array(Lead),
  }),
}
