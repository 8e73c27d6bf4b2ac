import { z } from 'zod'
import { byRule, FormWord, Honeypot, Id, Instant, listOfIds, Message, ROOM_FOR_IDS } from '../fields.ts'
import { endpoint } from '../http/endpoint.ts'
import { leadErrors } from './rules.ts'

/**
 * Why a lead has had no details text. The first three wait for a person's click; for the others nothing is sent:
 * another country, a number that costs extra or takes no texts, what is no whole number, and an opt-out.
 */
export const HeldReason = z
  .enum(['budget', 'address', 'unusual', 'country', 'range', 'number', 'opted_out'])
  .meta({ id: 'HeldReason' })
export type HeldReason = z.infer<typeof HeldReason>

export const Lead = z
  .object({
    id: Id,
    mobileNumber: z.string(),
    createdAt: Instant,
    /** Null when the details text was queued. */
    held: HeldReason.nullable(),
  })
  .meta({ id: 'Lead' })
export type Lead = z.infer<typeof Lead>

export const LeadSubmission = z
  .object({
    mobileNumber: FormWord,
    /** Country chosen beside the field; where a local number belongs. Visitor's own country when absent. */
    country: z.string().max(2).optional(),
    website: Honeypot,
  })
  .superRefine(byRule(leadErrors))

/** What a caller is to send; the rule itself says what is wrong with anything else. */
const LeadForm = z
  .object({ mobileNumber: z.string().min(1).max(300), country: z.string().max(2).optional() })
  .meta({ id: 'LeadForm' })

/** `readable` is false when no number could be made of what was typed: nothing can be sent, and the form says so. */
export const LeadAnswer = Message.extend({ readable: z.boolean() }).meta({ id: 'LeadAnswer' })
export type LeadAnswer = z.infer<typeof LeadAnswer>

export const leads = {
  submit: endpoint({
    method: 'POST',
    path: '/api/leads',
    access: 'public',
    summary: 'Leave a mobile number and get the details by text',
    body: LeadSubmission,
    sends: LeadForm,
    reply: LeadAnswer,
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
    summary:
      'Send the details to leads that wait for them; each lead gets them once, however often this is asked',
    maxBodyBytes: ROOM_FOR_IDS,
    body: z.object({ ids: listOfIds(10_000, { entries: 1, message: 'Please choose a lead' }) }),
    reply: z.object({
      /** Texts queued by this call. */
      queued: z.number().int().nonnegative(),
      /** Left out because they opted out since. */
      optedOut: z.number().int().nonnegative(),
    }),
  }),
}
