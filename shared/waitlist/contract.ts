import { z } from 'zod'
import { byRule, Id, Instant } from '../fields.ts'
import { endpoint } from '../http/endpoint.ts'
import { codes } from './codes.ts'
import { waitlistErrors } from './rules.ts'

/** The older questionnaire's fields: kept when they come and are valid, null otherwise. */
const older = {
  usesSalonSoftware: z.enum(codes.usesSalonSoftware).nullable(),
  salonSoftwareName: z.string().max(200).nullable(),
  triedSmsMarketing: z.enum(codes.triedSmsMarketing).nullable(),
  usedOffers: z.enum(codes.usedOffers).nullable(),
  motivatingOfferText: z.string().max(2000).nullable(),
  currentRebookRate: z.enum(codes.currentRebookRate).nullable(),
  desiredRebookRate: z.enum(codes.desiredRebookRate).nullable(),
  magicWandText: z.string().max(2000).nullable(),
  whenToStart: z.enum(codes.whenToStart).nullable(),
}

export const WaitlistResponse = z.object({
  id: Id,
  mobileNumber: z.string(),
  email: z.string().nullable(),
  customerCount: z.enum(codes.customerCount),
  mobileNumbersCount: z.enum(codes.mobileNumbersCount),
  avgSpend: z.enum(codes.avgSpend),
  hasMarketingConsent: z.enum(codes.storedConsent),
  hardestPartText: z.string(),
  consentAgreed: z.boolean(),
  submittedAt: Instant,
  ...older,
})
export type WaitlistResponse = z.infer<typeof WaitlistResponse>

const lenient = Object.fromEntries(
  Object.entries(older).map(([name, schema]) => [name, schema.optional().catch(null)]),
) as { [K in keyof typeof older]: z.ZodCatch<z.ZodOptional<(typeof older)[K]>> }

const sentence = {
  customerCount: 'Please select how many customers you have',
  mobileNumbersCount: 'Please select how many mobile numbers you have',
  avgSpend: 'Please select your average customer spend',
  hasMarketingConsent: 'Please let us know about your SMS marketing consent',
  hardestPartText: 'Please share at least a few words about your biggest challenge',
  consentAgreed: 'You must agree to continue',
  mobileNumber: 'Please enter a valid mobile number',
}

export const WaitlistSubmission = z
  .object({
    customerCount: z.enum(codes.customerCount, { error: sentence.customerCount }),
    mobileNumbersCount: z.enum(codes.mobileNumbersCount, { error: sentence.mobileNumbersCount }),
    avgSpend: z.enum(codes.avgSpend, { error: sentence.avgSpend }),
    /** The live form says `no`; it is stored as `no-consent`. */
    hasMarketingConsent: z.enum(['yes-clearly', 'somewhat', 'no', 'no-consent'], {
      error: sentence.hasMarketingConsent,
    }),
    hardestPartText: z.string({ error: sentence.hardestPartText }),
    consentAgreed: z.boolean({ error: sentence.consentAgreed }),
    mobileNumber: z.string({ error: sentence.mobileNumber }),
    email: z.string().nullish(),
    website: z.string().optional(),
    ...lenient,
  })
  .superRefine(byRule(waitlistErrors))

export const waitlist = {
  submit: endpoint({
    method: 'POST',
    path: '/api/waitlist',
    access: 'public',
    summary: 'Answer the questionnaire',
    query: z.object({ mobile: z.string().max(40).optional() }),
    body: WaitlistSubmission,
    reply: z.object({ id: Id, message: z.string() }),
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/waitlist-responses',
    access: 'staff',
    summary: 'Questionnaire responses, newest first',
    reply: z.array(WaitlistResponse),
  }),
}
