import { z } from 'zod'
import {
  ConversationMessage,
  Cursor,
  MAX_SEARCH,
  OnlyTexts,
  OptOutDecision,
  Phone,
  ReceivedText,
  ReplyOutcome,
  ReplyText,
  SentReply,
  UnknownOutcome,
  UnknownText,
} from '../../core/inbox/conversation.ts'
import { ById, Id, Instant, Message, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Texted } from '../bookingTexts/texted.ts'
import { Flag } from '../clients/contract.ts'
import { Told } from '../handover/contract.ts'

/** A text that a salon received. */
export const SalonReply = ReceivedText.extend({
  salonId: Id,
  salonName: z.string(),
  /** The client with this number; null if the list has none. */
  clientId: Id.nullable(),
  firstName: z.string().nullable(),
  phone: z.string(),
  outcome: ReplyOutcome.nullable(),
}).meta({ id: 'SalonReply' })
export type SalonReply = z.infer<typeof SalonReply>

/** What the list of the salon says about the client with this number. */
export const ConversationClient = named('ConversationClient', {
  id: Id,
  firstName: z.string().nullable(),
  lastVisit: z.iso.date().nullable(),
  visits: z.number().int().nullable(),
  flags: z.array(Flag),
})

export const SalonConversation = named('SalonConversation', {
  salonId: Id,
  salonName: z.string(),
  phoneNumber: z.string(),
  client: ConversationClient.nullable(),
  /** The last offer that this number got, as it was sent; null before. `version` is null if its campaign is unknown. */
  offer: z.object({ version: z.number().int().nullable(), text: z.string() }).nullable(),
  /** `wording`: the text of the opt-out, if it came to this salon. */
  optOut: z.object({ since: Instant, wording: z.string().nullable() }).nullable(),
  /** The booking that a new one moves. `texted`: the client has a text about it. */
  booking: z.object({ visitAt: Instant.nullable(), texted: z.boolean() }).nullable(),
  /** The owner's answer to a question of the client, as the text that would pass it on; null without one. */
  ownerAnswer: z.object({ messageId: Id, words: z.string() }).nullable(),
  /** How many other salons may still text this number. */
  otherSalons: z.number().int(),
  messages: z.array(ConversationMessage),
})
export type SalonConversation = z.infer<typeof SalonConversation>

/** A salon to filter the desk by. */
export const DeskSalon = named('DeskSalon', {
  id: Id,
  name: z.string(),
  waiting: z.number().int().nonnegative(),
})
export type DeskSalon = z.infer<typeof DeskSalon>

/** A text of a salon with unknown outcome, for staff to resolve. */
const UnknownSalonText = UnknownText.omit({ businessName: true })
  .extend({ firstName: z.string().nullable() })
  .meta({ id: 'UnknownSalonText' })
export type UnknownSalonText = z.infer<typeof UnknownSalonText>

const OneReply = ById.extend({ messageId: Id })

/** The texts that salons received, on one desk. */
export const replies = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/salons/replies',
    access: 'staff',
    summary: 'Texts that salons received, by pages: waiting ones oldest first, all newest first',
    query: z.object({
      state: z.enum(['waiting', 'all']).default('waiting'),
      /** Only texts to this salon. */
      salon: Id.optional(),
      /** Part of a text, a number or a client's name. A page may then hold fewer texts, even none. */
      search: z.string().max(MAX_SEARCH).optional(),
      only: OnlyTexts.optional(),
      /** `nextCursor` of the previous page. */
      cursor: Cursor.optional(),
    }),
    reply: z.object({ items: z.array(SalonReply), nextCursor: z.string().nullable() }),
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/admin/salons/replies/waiting',
    access: 'staff',
    summary: 'How many texts that salons received are not processed',
    reply: z.object({ waiting: z.number().int().nonnegative() }),
  }),
  salons: endpoint({
    method: 'GET',
    path: '/api/admin/salons/replies/salons',
    access: 'staff',
    summary: 'Salons that are open or have waiting texts, by name, with the number of these texts',
    reply: z.array(DeskSalon),
  }),
  conversation: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/conversation/{number}',
    access: 'staff',
    summary: 'All texts of a salon with one number, oldest first, with what is known about the client',
    params: ById.extend({ number: Phone }),
    reply: SalonConversation,
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/send-reply-sms',
    access: 'staff',
    errors: ['conflict', 'carrier'],
    summary: "Send a text from the salon's number; answers when the carrier accepted it",
    idempotent: true,
    params: ById,
    body: ReplyText,
    example: { phoneNumber: '+447700900800', message: 'Hello' },
    reply: SentReply,
  }),
  setOutcome: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/replies/{messageId}/outcome',
    access: 'staff',
    errors: ['conflict'],
    summary:
      'Say what a text means and mark its conversation processed; null takes it back and the text waits again',
    params: OneReply,
    body: z.object({
      outcome: ReplyOutcome.nullable(),
      /** Of a booking: when the client comes, if known. */
      visitAt: Instant.max(40).nullable().optional(),
      /** Of a booking: send the owner a text with the client and the time. */
      tellOwner: z.boolean().optional(),
      /** Words of a text to the client about the booking or the canceled one. It leaves after ten seconds. */
      textClient: ReplyText.shape.message.optional(),
    }),
    example: { outcome: 'booked' },
    /** `told`: how the owner gets the booking. `texted`: whether the client does. */
    reply: SalonReply.extend({ told: Told.optional(), texted: Texted.optional() }),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/replies/{messageId}/ask',
    access: 'staff',
    errors: ['conflict'],
    summary:
      "Send a text to the salon's owner with the client's words and a link to answer, once for each text",
    params: OneReply,
    reply: z.object({ told: Told }),
  }),
  passOn: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/replies/{messageId}/pass-on',
    access: 'staff',
    errors: ['conflict'],
    summary:
      "Send the owner's answer to the question in this text to the client, once, after ten seconds; `undo` takes it back until then",
    params: OneReply,
    body: z.object({ undo: z.boolean().optional() }),
    example: {},
    reply: Message,
  }),
  undoOutcome: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/replies/{messageId}/undo',
    access: 'staff',
    errors: ['conflict'],
    summary:
      "Undo the caller's outcome of the last ten minutes with what followed from it, unless the texts have changed since",
    params: OneReply,
    body: z.object({ outcome: ReplyOutcome }),
    example: { outcome: 'booked' },
    /** `textLeft`: the client has a text about the booking that is wrong now. */
    reply: SalonReply.extend({ textLeft: z.boolean().optional() }),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/replies/{messageId}/decide',
    access: 'staff',
    errors: ['conflict'],
    summary: 'Decide whether a text pending review, and earlier ones of that conversation, are opt-outs',
    params: OneReply,
    body: OptOutDecision,
    example: { optOut: true },
    undoable: true,
    reply: SalonReply,
  }),
  unknown: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/unknown-sms',
    access: 'staff',
    summary: 'Texts of a salon, or of one of its campaigns, that may or may not have been sent, oldest first',
    params: ById,
    query: z.object({ campaignId: Id.optional() }),
    reply: z.array(UnknownSalonText),
  }),
  resolveUnknown: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/unknown-sms/{messageId}/resolve',
    access: 'staff',
    errors: ['conflict'],
    summary: 'Resolve a text of a salon with unknown outcome as sent or not sent; nothing is sent again',
    params: OneReply,
    body: UnknownOutcome,
    example: { outcome: 'sent' },
    reply: Message,
  }),
}
