import { z } from 'zod'
import { OptOutState } from '../../core/inbox/conversation.ts'
import { Id, Instant } from '../../fields.ts'
import type { EventKind } from '../../platform/receivers/eventKinds.ts'
import { Currency } from '../salons/contract.ts'
import { VisitState } from '../visits/contract.ts'

// What receivers get. Fields are added, never renamed or removed. Triggers of the database write them; a test compares both.

const Phone = z.string().describe('Like +447700900123')
const Money = z.number().int()
const OfSalon = Id.nullable().describe('Null: the agency itself')

/** The `data` of each event. */
export const eventData = {
  'reply.received': z.object({
    messageId: Id,
    salonId: OfSalon,
    phone: Phone,
    text: z.string(),
    receivedAt: Instant,
  }),
  'opt_out.recorded': z.object({
    phone: Phone,
    source: OptOutState.shape.source.describe('How the number opted out'),
    recordedAt: Instant,
  }),
  'visit.recorded': z.object({
    visitId: Id,
    salonId: Id,
    phone: Phone,
    campaignId: Id.nullable(),
    state: VisitState,
    bookedAt: Instant.nullable(),
    visitAt: Instant.nullable(),
    amount: Money.nullable().describe("Minor units of the salon's currency"),
  }),
  'campaign.finished': z.object({ campaignId: Id, salonId: OfSalon }),
  'statement.issued': z.object({
    salonId: Id,
    number: z.number().int(),
    total: Money.describe('Minor units'),
    currency: Currency,
    dueOn: z.iso.date().nullable(),
    issuedAt: Instant,
  }),
} satisfies Record<EventKind, z.ZodObject>
