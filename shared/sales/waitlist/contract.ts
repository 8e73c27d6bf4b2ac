import { z } from 'zod'
import { applyFormRules, FormText, Honeypot, Id, Instant, ShortFormText } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { type AnswerCode, type AnswerField, answers, liveConsent } from './codes.ts'
import { HARDEST_PART_MAX, waitlistErrors } from './rules.ts'

const answer = <Field extends AnswerField>(field: Field) =>
  z.enum(answers[field].map(({ code }) => code) as [AnswerCode<Field>, ...AnswerCode<Field>[]])

/** Fields of the older questionnaire: stored if present and valid, else null. */
const older = {
  usesSalonSoftware: answer('usesSalonSoftware').nullable(),
  salonSoftwareName: z.string().max(200).nullable(),
  triedSmsMarketing: answer('triedSmsMarketing').nullable(),
  usedOffers: answer('usedOffers').nullable(),
  motivatingOfferText: z.string().max(2000).nullable(),
  currentRebookRate: answer('currentRebookRate').nullable(),
  desiredRebookRate: answer('desiredRebookRate').nullable(),
  magicWandText: z.string().max(2000).nullable(),
  whenToStart: answer('whenToStart').nullable(),
}

export const WaitlistResponse = z
  .object({
    id: Id,
    mobileNumber: z.string(),
    email: z.string().nullable(),
    customerCount: answer('customerCount'),
    mobileNumbersCount: answer('mobileNumbersCount'),
    avgSpend: answer('avgSpend'),
    hasMarketingConsent: answer('hasMarketingConsent'),
    hardestPartText: z.string(),
    consentAgreed: z.boolean(),
    submittedAt: Instant,
    /** The salon or the prospect with this number, or with that of the link. */
    knownAs: z.object({ name: z.string(), salonId: Id.nullable() }).nullable(),
    ...older,
  })
  .meta({ id: 'WaitlistResponse' })
export type WaitlistResponse = z.infer<typeof WaitlistResponse>

/** A field of the older questionnaire; an invalid value counts as missing. */
const lenient = <T>(schema: z.ZodType<T>) => {
  const orNull = z.preprocess((value) => schema.safeParse(value).data ?? null, schema.nullable())
  return (orNull as unknown as z.ZodType<T | null, T | null>).optional()
}

export const WaitlistSubmission = z
  .object({
    customerCount: ShortFormText,
    mobileNumbersCount: ShortFormText,
    avgSpend: ShortFormText,
    /** The live form sends `no`, stored as `no-consent`. */
    hasMarketingConsent: ShortFormText,
    hardestPartText: FormText(),
    consentAgreed: z.preprocess((value) => value === true, z.boolean()) as unknown as z.ZodType<
      boolean,
      boolean
    >,
    mobileNumber: ShortFormText,
    email: ShortFormText.optional(),
    website: Honeypot,
    usesSalonSoftware: lenient(older.usesSalonSoftware),
    salonSoftwareName: lenient(older.salonSoftwareName),
    triedSmsMarketing: lenient(older.triedSmsMarketing),
    usedOffers: lenient(older.usedOffers),
    motivatingOfferText: lenient(older.motivatingOfferText),
    currentRebookRate: lenient(older.currentRebookRate),
    desiredRebookRate: lenient(older.desiredRebookRate),
    magicWandText: lenient(older.magicWandText),
    whenToStart: lenient(older.whenToStart),
  })
  .superRefine(applyFormRules(waitlistErrors))

/** Documented request body: all questions of the live form, answered by code. */
const Questionnaire = z
  .object({
    customerCount: answer('customerCount'),
    mobileNumbersCount: answer('mobileNumbersCount'),
    avgSpend: answer('avgSpend'),
    hasMarketingConsent: z.enum([...liveConsent.map(({ code }) => code), 'no-consent']),
    hardestPartText: z.string().min(5).max(HARDEST_PART_MAX),
    consentAgreed: z.literal(true),
    mobileNumber: z.string().min(1).max(300),
    email: z.string().max(300).optional(),
    ...z.object(older).partial().shape,
  })
  .meta({ id: 'Questionnaire' })

export const waitlist = {
  submit: endpoint({
    method: 'POST',
    path: '/api/waitlist',
    access: 'public',
    summary: 'Answer the questionnaire',
    query: z.object({ mobile: z.string().max(40).optional() }),
    body: WaitlistSubmission,
    documentedBody: Questionnaire,
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
