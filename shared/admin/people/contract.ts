import { z } from 'zod'
import { MAX_SEARCH, OptOutState, Phone } from '../../core/inbox/conversation.ts'
import { Id, Instant } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Lead } from '../../sales/leads/contract.ts'
import { Prospect } from '../../sales/prospects/contract.ts'
import { ConversationClient } from '../../salons/replies/contract.ts'
import { SalonState } from '../../salons/salons/contract.ts'

/** A salon that the person owns, or that was made of their response, lead or prospect. */
export const PersonSalon = z
  .object({ id: Id, name: z.string(), ownerName: z.string(), state: SalonState })
  .meta({ id: 'PersonSalon' })
export type PersonSalon = z.infer<typeof PersonSalon>

/** The person on the list of a salon's clients. */
export const PersonClient = ConversationClient.extend({ salonId: Id, salonName: z.string() }).meta({
  id: 'PersonClient',
})
export type PersonClient = z.infer<typeof PersonClient>

/** What is known of a number now. All of it is empty for a number that is not known. */
export const Person = z
  .object({
    phone: z.string(),
    prospect: Prospect.nullable(),
    lead: Lead.nullable(),
    /** Questionnaires of this number, newest first. */
    responses: z.array(z.object({ id: Id, submittedAt: Instant })),
    /** Given with the number, and with no other number. */
    emails: z.array(z.string()),
    salons: z.array(PersonSalon),
    clients: z.array(PersonClient),
    optOut: OptOutState.nullable(),
    /** Why the number cannot be reached, else null. */
    undeliverable: z.string().nullable(),
  })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

export const entryKinds = [
  'received',
  'sent',
  'note',
  'consent',
  'prospect',
  'lead',
  'lead_again',
  'questionnaire',
  'contact',
  'salon',
  'agreement',
  'client',
  'salon_consent',
  'join',
  'click',
  'call',
  'visit',
  'handover',
  'answer',
] as const

/** One thing that happened with a person. `state`, `detail` and `text` depend on the kind; the screen gives them words. */
export const PersonEntry = z
  .object({
    id: z.string(),
    at: Instant,
    kind: z.enum(entryKinds),
    text: z.string().nullable(),
    state: z.string().nullable(),
    detail: z.string().nullable(),
    /** Who did it, if not the person. */
    by: z.string().nullable(),
    salon: z.object({ id: Id, name: z.string() }).nullable(),
  })
  .meta({ id: 'PersonEntry' })
export type PersonEntry = z.infer<typeof PersonEntry>

/** Time, order, kind and id of the last entry. */
const EntryCursor = z
  .string()
  .max(120)
  .regex(/^-?\d{1,17}_\d{1,15}_[a-z_]+_[\w-]+$/)

const Found = z
  .object({
    id: Id,
    name: z.string().nullable(),
    phone: z.string().nullable(),
    /** Tells it from others of the same name. */
    detail: z.string().nullable(),
    /** Of a salon's client. */
    salonId: Id.nullable(),
  })
  .meta({ id: 'Found' })
export type Found = z.infer<typeof Found>

/** Matches of one kind are counted up to here; this many may be more. */
export const MAX_FOUND = 200

/** The first ones by name, and how many there are, up to `MAX_FOUND`. */
const FoundGroup = z
  .object({ items: z.array(Found), total: z.number().int().max(MAX_FOUND) })
  .meta({ id: 'FoundGroup' })
export type FoundGroup = z.infer<typeof FoundGroup>

/** Letters or digits that a search needs. */
export const MIN_SEARCH = 2

const OfNumber = z.object({ number: Phone })

/** Everything about one number, of sales and salons together. */
export const people = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/people/{number}',
    access: 'staff',
    summary: 'What is known of a number; empty for an unknown one',
    params: OfNumber,
    reply: Person,
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/api/admin/people/{number}/timeline',
    access: 'staff',
    summary: 'What happened with a number, newest first, by pages',
    params: OfNumber,
    query: z.object({
      /** `nextCursor` of the previous page. */
      cursor: EntryCursor.optional(),
    }),
    reply: z.object({ items: z.array(PersonEntry), nextCursor: z.string().nullable() }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/admin/search',
    access: 'staff',
    summary: 'People and salons by a part of the name or of the number: the first eight of each kind',
    query: z.object({ text: z.string().max(MAX_SEARCH) }),
    reply: z
      .object({
        prospects: FoundGroup,
        leads: FoundGroup,
        waitlist: FoundGroup,
        contact: FoundGroup,
        clients: FoundGroup,
        salons: FoundGroup,
      })
      .meta({ id: 'SearchResult' }),
  }),
}
