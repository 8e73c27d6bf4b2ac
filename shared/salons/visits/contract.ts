import { z } from 'zod'
import { ById, Count, Id, Instant, Message, named, TypedDay } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

/** `reported`: a list or the owner says so, and it is not confirmed yet. */
export const VisitState = z
  .enum(['reported', 'booked', 'attended', 'no_show', 'canceled'])
  .meta({ id: 'VisitState' })
export type VisitState = z.infer<typeof VisitState>

/** `to_decide`: reported and booked. */
export const VisitFilter = z.enum([...VisitState.options, 'to_decide']).meta({ id: 'VisitFilter' })
export type VisitFilter = z.infer<typeof VisitFilter>

export const Service = z.enum(['treatment', 'consultation', 'patch_test']).meta({ id: 'Service' })

const Day = z.iso.date()
/** Most that one visit can cost, in minor units: more is a typing error. Postgres refuses it too. */
export const MAX_AMOUNT = 2_000_000
/** Minor units of the salon's currency. */
export const Amount = z
  .number()
  .int()
  .min(0, 'An amount cannot be negative')
  .max(MAX_AMOUNT, 'At most 20,000 for one visit')

/** An amount over five times the usual one is refused until it comes with this. */
export const AmountConfirmed = z.boolean().default(false)

/** What shows that a text led to the visit. */
export const VisitEvidence = z
  .discriminatedUnion('kind', [
    /** The received text and its words. */
    z.object({ kind: z.literal('reply'), messageId: Id, text: z.string() }),
    /** The booking system says so; `source` is the API key or the file. */
    z.object({
      ...{ kind: z.literal('system'), source: z.string(), at: Instant },
      /** What it told, to know later whether a person changed the visit. */
      amount: z.number().int().nullable().optional(),
      bookedAt: Instant.nullable().optional(),
    }),
    /** A newer list moved the last visit. */
    z.object({ kind: z.literal('list'), listId: Id, from: Day.nullable(), to: Day }),
    z.object({ kind: z.literal('owner'), name: z.string(), at: Instant }),
    z.object({ kind: z.literal('staff'), note: z.string() }),
    /** Opened the booking link of a text before booking. Not stored with the visit. */
    z.object({ kind: z.literal('link'), at: Instant }),
  ])
  .meta({ id: 'VisitEvidence' })
export type VisitEvidence = z.infer<typeof VisitEvidence>

/** Whether a fee is owed, with the reasons as sentences. */
export const Attribution = named('Attribution', { fee: z.boolean(), reasons: z.array(z.string()) })

/** An appointment of a client after a text of a campaign. */
export const Visit = named('Visit', {
  id: Id,
  /** Null: not on the list any more. */
  clientId: Id.nullable(),
  firstName: z.string().nullable(),
  phone: z.string(),
  /** The campaign that texted the number last. */
  campaignId: Id.nullable(),
  service: Service,
  bookedAt: Instant.nullable(),
  /** Null: not known yet. */
  visitAt: Instant.nullable(),
  state: VisitState,
  /** Paid for services, in minor units of the salon's currency; null: not known yet. */
  amount: z.number().int().nullable(),
  evidence: z.array(VisitEvidence),
  attribution: Attribution,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  createdBy: z.string(),
  createdAt: Instant,
})
export type Visit = z.infer<typeof Visit>

/** Without the decision about a fee. */
export const StoredVisit = Visit.omit({ attribution: true }).meta({ id: 'StoredVisit' })
export type StoredVisit = z.infer<typeof StoredVisit>

/** A number whose appointments are not settled: it has too many for one person, or settling fails. */
export const UnsettledNumber = named('UnsettledNumber', {
  clientId: Id,
  phone: z.string(),
  appointments: Count,
  reason: z.enum(['too_many', 'failed']),
})
export type UnsettledNumber = z.infer<typeof UnsettledNumber>

export const visits = {
  unsettled: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/unsettled-numbers',
    access: 'staff',
    summary: 'Numbers whose appointments become no visits, which staff have not seen yet',
    params: ById,
    reply: z.object({ items: z.array(UnsettledNumber) }),
  }),
  markSeen: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/unsettled-numbers/{clientId}/seen',
    access: 'admin',
    summary: 'Show a number with unsettled appointments no more',
    params: ById.extend({ clientId: Id }),
    reply: Message,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/visits',
    access: 'staff',
    summary: 'Visits of a salon with their evidence and whether a fee is owed, newest first, by pages',
    params: ById,
    query: z.object({ state: VisitFilter.optional(), clientId: Id.optional(), cursor: Id.optional() }),
    reply: z.object({ items: z.array(Visit), nextCursor: Id.nullable() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/visits',
    access: 'admin',
    summary: 'Record a visit or booking of a client',
    status: 201,
    params: ById,
    body: z.object({
      clientId: Id,
      state: z.enum(['booked', 'attended']),
      visitOn: TypedDay().nullable(),
      /** Unset: not known. */
      bookedAt: Instant.max(40).optional(),
      service: Service.default('treatment'),
      amount: Amount.nullable().default(null),
      amountConfirmed: AmountConfirmed,
      note: z.string().trim().min(1, 'Please write down how you know').max(500),
    }),
    errors: ['conflict'],
    example: {
      clientId: '00000000-0000-4000-8000-000000000000',
      state: 'booked',
      visitOn: null,
      note: 'On the phone',
    },
    reply: Visit,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/admin/salons/{id}/visits/{visitId}',
    access: 'admin',
    summary: 'Decide about a visit: state, day, service and amount',
    params: ById.extend({ visitId: Id }),
    body: z.object({
      state: VisitState.optional(),
      visitOn: TypedDay().optional(),
      service: Service.optional(),
      amount: Amount.nullable().optional(),
      amountConfirmed: AmountConfirmed,
    }),
    errors: ['conflict'],
    example: { amount: 4500 },
    reply: Visit,
  }),
}
