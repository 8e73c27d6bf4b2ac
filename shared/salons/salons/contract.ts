import { z } from 'zod'
import { ById, Count, Id, Instant, NameText, named, TimeZone, ZoneName } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { completeWebAddress, isWebAddress } from '../../webAddress.ts'

export const Country = z.enum(['GB', 'IE', 'US']).meta({ id: 'SalonCountry' })
export type Country = z.infer<typeof Country>
export const Currency = z.enum(['GBP', 'EUR', 'USD']).meta({ id: 'Currency' })
export const SalonState = z.enum(['setup', 'ready', 'paused', 'closed']).meta({ id: 'SalonState' })
export type SalonState = z.infer<typeof SalonState>

/** What a salon needs before its first campaign, in order. True: done. */
export const Checklist = named('Checklist', {
  agreement: z.boolean(),
  sender: z.boolean(),
  list: z.boolean(),
  consent: z.boolean(),
  offer: z.boolean(),
  campaign: z.boolean(),
})
export type Checklist = z.infer<typeof Checklist>

export const OfferState = z
  .enum(['draft', 'with_owner', 'approved', 'changes_requested', 'expired'])
  .meta({ id: 'OfferState' })
export type OfferState = z.infer<typeof OfferState>

/** The number or Messaging Service of a salon. */
export const SalonSender = named('SalonSender', {
  id: Id,
  address: z.string(),
  kind: z.enum(['number', 'messaging_service']),
  /** Why the carrier refuses it, or null. */
  stoppedReason: z.string().nullable(),
})
export type SalonSender = z.infer<typeof SalonSender>

export const Salon = named('Salon', {
  id: Id,
  slug: z.string(),
  name: z.string(),
  country: Country,
  timeZone: ZoneName,
  currency: Currency,
  ownerName: z.string(),
  /** E.164 */
  ownerPhone: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  bookingUrl: z.string().nullable(),
  /** The number that customers call, E.164. */
  businessPhone: z.string().nullable(),
  state: SalonState,
  feeBps: Count,
  attributionDays: Count,
  holdDays: Count,
  /** Days to pay a statement. */
  paymentDays: Count,
  /** Begins the reference of each payment. */
  accountNumber: Count,
  legalName: z.string().nullable(),
  postalAddress: z.string().nullable(),
  companyNumber: z.string().nullable(),
  vatNumber: z.string().nullable(),
  agreedAt: Instant.nullable(),
  agreedBy: z.string().nullable(),
  /** The owner said that clients with written consent may be texted without a known last visit. */
  textsUnknownVisits: z.boolean(),
  sender: SalonSender.nullable(),
  checklist: Checklist,
  /** Of the newest version of the offer; null without one. */
  offerState: OfferState.nullable(),
  /** The one thing to do next. */
  nextStep: z.string(),
  counts: z.object({
    clients: Count,
    /** Received texts without an answer. */
    repliesWaiting: Count,
    campaignsRunning: Count,
    /** Clients who asked to be called. */
    callsWaiting: Count,
    /** Payable and on no statement, in minor units; negative if the salon is owed. */
    owed: z.number().int(),
    /** On no statement, and becomes payable later. */
    later: z.number().int(),
    /** On statements and not paid; negative if the salon has credit. */
    outstanding: z.number().int(),
    /** Disputes that staff have not decided. */
    disputesOpen: Count,
  }),
  /** Key of the export guide that the owner chose. */
  bookingSystem: z.string().nullable(),
  sourceId: Id.nullable(),
  createdAt: Instant,
})
export type Salon = z.infer<typeof Salon>

const Name = NameText().min(1, "Please enter the salon's trading name").max(40, 'At most 40 characters')
const OwnerName = NameText().min(1, "Please enter the owner's name").max(100, 'At most 100 characters')
const Phone = z.string().trim().max(40).nullable()
const Email = z.email('Please enter a valid email address').max(254).nullable()
const BookingUrl = z
  .string()
  .trim()
  .overwrite(completeWebAddress)
  .max(300, 'At most 300 characters')
  .refine(isWebAddress, 'Please enter an address that begins with https://')
  .nullable()
const OnPaper = (most: number, text = NameText()) =>
  text.max(most, `At most ${most} characters`).nullable().optional()

export const SalonDetails = z.object({
  name: Name,
  country: Country,
  timeZone: TimeZone,
  currency: Currency,
  ownerName: OwnerName,
  ownerPhone: Phone,
  ownerEmail: Email,
  bookingUrl: BookingUrl,
  businessPhone: Phone.optional(),
  /** What statements call the salon. */
  legalName: OnPaper(100),
  postalAddress: OnPaper(300, z.string().trim()),
  companyNumber: OnPaper(30),
  vatNumber: OnPaper(30),
  /** Days to pay a statement. */
  paymentDays: z
    .number('Please enter a number of days')
    .int('Please enter a number of days')
    .min(0, 'Please enter a number of days')
    .max(90, 'At most 90 days')
    .optional(),
})
export type SalonDetails = z.infer<typeof SalonDetails>

/** Columns by which the list can be sorted. */
export const SalonSort = z
  .enum(['name', 'clients', 'repliesWaiting', 'campaignsRunning', 'later', 'owed', 'outstanding'])
  .meta({ id: 'SalonSort' })
export type SalonSort = z.infer<typeof SalonSort>

/** Purposes of a link by which an owner acts without an account. */
export const LinkPurpose = z
  .enum(['agree', 'list', 'offer', 'results', 'home', 'handover', 'texts'])
  .meta({ id: 'LinkPurpose' })
export type LinkPurpose = z.infer<typeof LinkPurpose>

/** Purposes of links that staff create. Those to a hand-over and to the next texts are made with them. */
export const SentLink = LinkPurpose.exclude(['handover', 'texts'])
export type SentLink = z.infer<typeof SentLink>

export const OwnerLink = named('OwnerLink', {
  url: z.string(),
  /** Null for purpose `home`: until the salon is closed or another one is made. */
  expiresAt: Instant.nullable(),
})
export type OwnerLink = z.infer<typeof OwnerLink>

export const salons = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/salons',
    access: 'staff',
    summary: 'Every salon with its state and next step, by pages: newest first, or sorted',
    query: z.object({
      cursor: z.string().max(100).optional(),
      /** A part of the name of salon or owner, or of their number. */
      search: z.string().trim().max(100).optional(),
      sort: SalonSort.optional(),
      descending: z.enum(['true', 'false']).optional(),
    }),
    reply: z.object({ items: z.array(Salon), nextCursor: z.string().nullable() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/salons',
    access: 'admin',
    summary: 'Create a salon, by hand or from a waitlist response, lead or prospect',
    status: 201,
    errors: ['conflict'],
    body: SalonDetails.extend({ sourceId: Id.optional() }),
    reply: Salon,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}',
    access: 'staff',
    summary: 'One salon',
    params: ById,
    reply: Salon,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/admin/salons/{id}',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Change the details of a salon, pause, resume or close it',
    params: ById,
    body: SalonDetails.partial().extend({ state: z.enum(['ready', 'paused', 'closed']).optional() }),
    example: { state: 'paused' },
    reply: Salon,
  }),
  setSender: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/sender',
    access: 'admin',
    errors: ['conflict', 'carrier'],
    summary: 'Give a salon its own number or Messaging Service',
    params: ById,
    body: z.object({
      /** E.164 number or MG… id in the account. */
      address: z.string().trim().max(40).optional(),
      /** Get a number of the simulated network. */
      simulated: z.boolean().optional(),
    }),
    example: { address: '+447700900800' },
    reply: SalonSender,
  }),
  createLink: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/links',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Create a link by which the owner acts from a phone, and text or e-mail it on request',
    status: 201,
    params: ById,
    body: z.object({
      purpose: SentLink,
      subjectId: Id.optional(),
      text: z.boolean().optional(),
      mail: z.boolean().optional(),
    }),
    example: { purpose: 'offer' },
    reply: OwnerLink,
  }),
}
