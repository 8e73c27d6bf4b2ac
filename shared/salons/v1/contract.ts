import { z } from 'zod'
import { CampaignState } from '../../core/campaigns/campaign.ts'
import { Count, Id, Instant, named, ZoneName } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import {
  Appointment,
  AppointmentResult,
  exampleAppointment,
  MAX_APPOINTMENTS,
} from '../appointments/appointment.ts'
import { Country, Currency, SalonState } from '../salons/contract.ts'
import { VisitEvidence, VisitState } from '../visits/contract.ts'

// Calls of other systems, with an API key. Fields are added, never renamed or removed: those systems depend on them.

const Money = z.number().int()
const Day = z.iso.date()

export const V1Salon = named('V1Salon', {
  id: Id,
  name: z.string(),
  country: Country,
  timeZone: ZoneName,
  currency: Currency,
  state: SalonState,
})

export const V1Client = named('V1Client', {
  salonId: Id,
  phone: z.string(),
  firstName: z.string().nullable(),
  lastVisit: Day.nullable(),
  nextVisit: Day.nullable(),
  lastTextAt: Instant.nullable(),
  optedOut: z.boolean(),
})

export const V1Campaign = named('V1Campaign', {
  id: Id,
  salonId: Id,
  state: CampaignState,
  createdAt: Instant,
  /** Offers and reminders that the carrier accepted. */
  texts: Count,
  delivered: Count,
  /** Clients with a visit after a text of the campaign. */
  visits: Count,
})

export const V1Visit = named('V1Visit', {
  id: Id,
  salonId: Id,
  phone: z.string(),
  campaignId: Id.nullable(),
  state: VisitState,
  bookedAt: Instant.nullable(),
  visitAt: Instant.nullable(),
  /** Minor units of the salon's currency. */
  amount: Money.nullable(),
  evidence: z.array(z.enum(VisitEvidence.options.map(({ shape }) => shape.kind.value))),
})

export const V1Statement = named('V1Statement', {
  salonId: Id,
  number: z.number().int(),
  issuedAt: Instant,
  dueOn: Day.nullable(),
  currency: Currency,
  /** Minor units. */
  total: Money,
  outstanding: Money,
})

const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: Id.nullable() })

const Cursor = z
  .uuid('Please send the nextCursor of a page')
  .optional()
  .describe('`nextCursor` of the page before')
const SalonId = z.uuid('Please send the id of a salon')
const OfSalon = z.object({
  salonId: SalonId.optional().describe('Only of this salon; unset: of all salons of the key'),
  cursor: Cursor,
})
const TypedPhone = z.string().trim().min(1).max(40)

const ForSalon = z.object({
  salonId: SalonId.optional().describe('The salon; needed with a key for all salons'),
})
const OneAppointment = ForSalon.extend(Appointment.shape)
const Appointments = ForSalon.extend({
  visits: z
    .array(Appointment, 'Please send a list of appointments')
    .min(1, 'Please send at least one appointment')
    .max(MAX_APPOINTMENTS, `At most ${MAX_APPOINTMENTS}`),
})

/** Each item of a list has its own answer, so a bad one does not refuse the list. */
const Items = ForSalon.extend({
  visits: z
    .array(z.unknown(), 'Please send a list of appointments')
    .min(1, 'Please send at least one appointment')
    .max(MAX_APPOINTMENTS, `At most ${MAX_APPOINTMENTS}`),
  isAlone: z.literal(true).optional(),
}).check(({ value, issues }) => {
  if (!value.isAlone) return
  // A call with one appointment alone fails with it: an automation shows the error.
  for (const { message, path } of Appointment.safeParse(value.visits[0]).error?.issues ?? [])
    issues.push({ code: 'custom', message, path: ['visits', 0, ...path], input: value })
})

/** One appointment, or a list of them. */
const OneOrMore = z.preprocess((body) => {
  if (typeof body !== 'object' || body === null || 'visits' in body) return body
  const { salonId, ...visit } = body as Record<string, unknown>
  return { salonId, visits: [visit], isAlone: true }
}, Items) as unknown as z.ZodType<
  z.output<typeof Items>,
  z.input<typeof Appointments> | z.input<typeof OneAppointment>
>

const read = { method: 'GET', access: 'key', scope: 'read' } as const

export const v1 = {
  salons: endpoint({
    ...read,
    path: '/api/v1/salons',
    summary: 'Salons of the key, newest first, by pages',
    query: z.object({ cursor: Cursor }),
    reply: pageOf(V1Salon),
  }),
  client: endpoint({
    ...read,
    path: '/api/v1/clients/{phone}',
    summary: 'A phone number on the client lists of the salons of the key; 404 if no list has it',
    params: z.object({ phone: TypedPhone.describe('Like +447700900123') }),
    reply: z.object({ items: z.array(V1Client) }),
  }),
  campaigns: endpoint({
    ...read,
    path: '/api/v1/campaigns',
    summary: 'Campaigns of salons, newest first, by pages',
    query: OfSalon,
    errors: ['not_found'],
    reply: pageOf(V1Campaign),
  }),
  visits: endpoint({
    ...read,
    path: '/api/v1/visits',
    summary: 'Visits after a text of a campaign, newest first, by pages',
    query: OfSalon,
    errors: ['not_found'],
    reply: pageOf(V1Visit),
  }),
  statements: endpoint({
    ...read,
    path: '/api/v1/statements',
    summary: 'Issued statements, newest first, by pages',
    query: OfSalon,
    errors: ['not_found'],
    reply: pageOf(V1Statement),
  }),
  recordVisits: endpoint({
    method: 'POST',
    path: '/api/v1/visits',
    access: 'key',
    scope: 'visits',
    summary: `Send one appointment, or up to ${MAX_APPOINTMENTS} as \`visits\`; the same id corrects the same appointment`,
    body: OneOrMore,
    documentedBody: z.union([OneAppointment, Appointments]),
    // 500 appointments with the longest ids, in UTF-8.
    maxBodyBytes: 1024 * 1024,
    errors: ['not_found'],
    example: exampleAppointment,
    reply: z.object({ results: z.array(AppointmentResult) }),
  }),
  recordOptOut: endpoint({
    method: 'POST',
    path: '/api/v1/opt-outs',
    access: 'key',
    scope: 'opt_outs',
    summary:
      'Record that a number wants no more texts; a repeat changes nothing. A number that the salon of the key does not know waits for staff and gets no automatic texts until then',
    body: z.object({
      phone: Appointment.shape.phone,
      reason: z.string().trim().min(1).max(500).default('Opted out in another system'),
    }),
    example: { phone: '+447700900123' },
    reply: z.object({
      phone: z.string(),
      optedOut: z.boolean(),
      decision: z
        .enum(['waiting', 'declined'])
        .optional()
        .describe('Why it is not opted out: staff have not decided yet, or decided that it may be texted'),
    }),
  }),
}
