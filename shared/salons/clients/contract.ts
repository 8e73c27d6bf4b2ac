import { z } from 'zod'
import { ReplyOutcome } from '../../core/inbox/conversation.ts'
import { ById, Count, Id, Instant, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { StoredVisit } from '../visits/contract.ts'
import { type Reason, reasonLabels } from './eligible.ts'

export const reasons = Object.keys(reasonLabels) as [Reason, ...Reason[]]
const ReasonCode = z.enum(reasons).meta({ id: 'EligibilityReason' })
const Day = z.iso.date()
/** Clients per reason against a text, in the order of the checks; the counts add up to the list. */
export const Waterfall = z.object(
  Object.fromEntries(reasons.map((reason) => [reason, Count])) as Record<Reason, typeof Count>,
)

export const Flag = z.enum(['minor', 'staff', 'blocked', 'vip', 'deceased']).meta({ id: 'ClientFlag' })

export const Client = named('Client', {
  id: Id,
  phone: z.string(),
  firstName: z.string().nullable(),
  lastVisit: Day.nullable(),
  nextVisit: Day.nullable(),
  visits: Count.nullable(),
  flags: z.array(Flag),
  eligibility: z.object({ ok: z.boolean(), reason: ReasonCode }),
})
export type Client = z.infer<typeof Client>

/** Kinds that staff can record. */
const RecordedKind = z.enum(['soft_opt_in', 'written_consent', 'objection', 'withdrawn'])
const ConsentKind = z.enum([...RecordedKind.options, 'listed_yes'])
const ConsentSource = z.enum(['list', 'join_page', 'join_keyword', 'staff', 'owner'])

export const ConsentEntry = named('ConsentEntry', {
  at: Instant,
  kind: ConsentKind,
  source: ConsentSource,
  wording: z.string(),
})
export type ConsentEntry = z.infer<typeof ConsentEntry>

/** A consent or objection that staff record. */
export const ConsentRecord = z.object({
  kind: RecordedKind,
  source: z.enum(['staff', 'owner']),
  wording: z.string().trim().min(1, 'Please write down what was said').max(500),
  at: Instant.max(40),
})

const OneClient = ById.extend({ clientId: Id })

/** One client with consent history, appointments after our texts, and what staff said about the texts received, newest first. */
const ClientDetail = Client.extend({
  consent: z.array(ConsentEntry),
  outcomes: z.array(z.object({ at: Instant, outcome: ReplyOutcome })),
  appointments: z.array(StoredVisit),
}).meta({ id: 'ClientDetail' })
export type ClientDetail = z.infer<typeof ClientDetail>

export const clients = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/clients',
    access: 'staff',
    summary: 'Clients of a salon with their eligibility, by pages, and the counts of all',
    params: ById,
    query: z.object({
      reason: ReasonCode.optional(),
      q: z.string().max(100).optional(),
      cursor: z.string().max(100).optional(),
    }),
    reply: z.object({ items: z.array(Client), nextCursor: z.string().nullable(), waterfall: Waterfall }),
  }),
  countEligible: endpoint({
    method: 'GET',
    // Not below the path of a salon: its queries are read again several times a second during a campaign.
    path: '/api/admin/eligible-clients/{id}',
    access: 'staff',
    summary: 'How many clients of a salon may be texted now',
    params: ById,
    reply: z.object({ eligible: Count }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/clients/{clientId}',
    access: 'staff',
    summary: 'One client with consent history',
    params: OneClient,
    reply: ClientDetail,
  }),
  recordConsent: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/clients/{clientId}/consent',
    access: 'staff',
    summary: 'Record a consent or objection of a client',
    params: OneClient,
    body: ConsentRecord,
    example: { kind: 'objection', source: 'staff', wording: 'No', at: '2026-03-10T10:00:00.000Z' },
    reply: ClientDetail,
  }),
}
