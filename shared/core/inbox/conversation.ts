import { z } from 'zod'
import { Count, Id, Instant, named } from '../../fields.ts'
import { MessageKind, OutboundStatus } from '../messages/text.ts'
import { ContactStatus } from './contactStatus.ts'

export const Phone = z.string().min(3).max(40)

/** A conversation: the agency's (null), or that of a salon, with one number. */
export const ConversationKey = z.object({ salonId: Id.nullable().default(null), number: Phone })
export type ConversationKey = z.infer<typeof ConversationKey>

/**
 * `maybe_opt_out` waits for a decision by staff; until then its number gets no automatic texts. `automatic_reply` was
 * written by a phone or a service, not by the person.
 */
export const Intent = z
  .enum(['opt_out', 'maybe_opt_out', 'opt_in', 'help', 'positive', 'negative', 'unclear', 'automatic_reply'])
  .meta({ id: 'Intent' })
export type Intent = z.infer<typeof Intent>

/** What staff said about a text of a salon's client. */
export const ReplyOutcome = z
  .enum(['booked', 'canceled', 'not_interested', 'wrong_person'])
  .meta({ id: 'ReplyOutcome' })
export type ReplyOutcome = z.infer<typeof ReplyOutcome>

/** A text that the agency or a salon received. */
export const ReceivedText = z.object({
  id: Id,
  body: z.string(),
  receivedAt: Instant,
  processed: z.boolean(),
  isOptOut: z.boolean(),
  numMedia: z.number().int(),
  intent: Intent,
  /** Possible opt-out without a decision: its number gets no automatic texts. */
  pendingReview: z.boolean(),
  /** In the work list, which has each conversation once: how many of its texts wait. */
  waiting: z.object({ texts: z.number().int(), since: Instant }).optional(),
})

export const InboundSms = ReceivedText.extend({
  from: z.string(),
  to: z.string(),
  numSegments: z.number().int(),
  /** Status of the prospect with this number; absent when there is none. */
  contactStatus: ContactStatus.nullish(),
  businessName: z.string().nullable(),
  prospectId: Id.nullable(),
  needsReview: z.boolean(),
}).meta({ id: 'InboundSms' })
export type InboundSms = z.infer<typeof InboundSms>

export const ConversationMessage = named('ConversationMessage', {
  id: Id,
  direction: z.enum(['inbound', 'outbound']),
  body: z.string(),
  timestamp: Instant,
  from: z.string(),
  /** Inbound only: the number or Messaging Service of ours that it came to. Of outbound texts that is `from`. */
  ourNumber: z.string().optional(),
  /** Inbound only: what the carrier bills it as. */
  segments: z.number().int().optional(),
  /** Outbound only, with the fields below. */
  status: OutboundStatus.optional(),
  kind: MessageKind.optional(),
  errorCode: z.number().int().nullish(),
  /** What happened to the text, as a sentence for staff. */
  explanation: z.string().nullish(),
  sentBy: z.string().nullish(),
  /** Inbound only: files are counted; their addresses at the carrier are not exposed. */
  numMedia: z.number().int().optional(),
  intent: Intent.optional(),
  isOptOut: z.boolean().optional(),
  processed: z.boolean().optional(),
  /** Possible opt-out without a decision. */
  pendingReview: z.boolean().optional(),
  outcome: ReplyOutcome.optional(),
  /** A first text that staff resolved as not sent: its number gets no other one until staff allow it. */
  holdsNumber: z.boolean().optional(),
})
export type ConversationMessage = z.infer<typeof ConversationMessage>

/** An opt-out of a number: since when, and how it was given. */
export const OptOutState = named('OptOutState', {
  phoneNumber: z.string(),
  since: Instant,
  source: z.enum(['keyword', 'carrier', 'plain_language', 'staff']),
  wording: z.string(),
  recordedBy: z.string().nullable(),
})
export type OptOutState = z.infer<typeof OptOutState>

/** Wording of the suppression that is left of an erased number. */
export const ERASED_WORDING = 'Erased on request'

/** An opt-out in the list of all. */
export const ListedOptOut = OptOutState.extend({ businessName: z.string().nullable() }).meta({
  id: 'ListedOptOut',
})
export type ListedOptOut = z.infer<typeof ListedOptOut>

/** An opt-out that another system sent for a number which its salon does not know. Staff decide. */
export const OptOutRequest = named('OptOutRequest', {
  id: Id,
  phoneNumber: z.string(),
  reason: z.string(),
  at: Instant,
  keyName: z.string(),
  salon: z.object({ id: Id, name: z.string() }),
})
export type OptOutRequest = z.infer<typeof OptOutRequest>

export const Conversation = named('Conversation', {
  /** Empty when no prospect has this number. */
  businessName: z.string(),
  phoneNumber: z.string(),
  contactStatus: ContactStatus.nullable(),
  messages: z.array(ConversationMessage),
  prospectId: Id.nullable(),
  category: z.string().nullable(),
  country: z.string().nullable(),
  address: z.string().nullable(),
  rating: z.number().nullable(),
  reviewCount: z.number().int().nullable(),
  teamSize: z.number().int().nullable(),
  optOut: OptOutState.nullable(),
  /** Why this number cannot be reached (landline, unknown, ...), else null. */
  undeliverable: z.string().nullable(),
})
export type Conversation = z.infer<typeof Conversation>

/** An outbound text with unknown outcome, for staff to resolve. */
export const UnknownText = named('UnknownText', {
  id: Id,
  to: z.string(),
  businessName: z.string().nullable(),
  body: z.string(),
  kind: MessageKind,
  attemptedAt: Instant,
})
export type UnknownText = z.infer<typeof UnknownText>

export const InboxFilter = z.enum(['all', 'review', 'optout', 'processed']).meta({ id: 'InboxFilter' })
export type InboxFilter = z.infer<typeof InboxFilter>

/** `waiting`: longest waiting first. */
export const InboxOrder = z.enum(['waiting', 'newest']).meta({ id: 'InboxOrder' })
export type InboxOrder = z.infer<typeof InboxOrder>

/** Only texts of conversations that one has taken, that wait for over an hour, or that have notes. */
export const OnlyTexts = z.enum(['mine', 'hour', 'notes']).meta({ id: 'OnlyTexts' })
export type OnlyTexts = z.infer<typeof OnlyTexts>

/** A page of the inbox in its order. It may hold fewer texts than `limit`, even none, and still have a `next`. */
export const InboxPage = named('InboxPage', {
  texts: z.array(InboundSms),
  /** The next page's `before`; null when no older text is left. */
  next: z.string().nullable(),
})
export type InboxPage = z.infer<typeof InboxPage>

/** Rows of each filter of the inbox. `review` counts conversations, and outbound texts with unknown outcome. */
export const InboxCounts = named('InboxCounts', {
  all: Count,
  review: Count,
  optout: Count,
  processed: Count,
})
export type InboxCounts = z.infer<typeof InboxCounts>

/** Who answers a conversation, who looks after it, and until when it is out of review; null if not. */
export const DeskState = named('DeskState', {
  salonId: Id.nullable(),
  number: z.string(),
  takenBy: z.string().nullable(),
  takenUntil: Instant.nullable(),
  assignedTo: z.string().nullable(),
  snoozedUntil: Instant.nullable(),
})
export type DeskState = z.infer<typeof DeskState>

/** A note for colleagues, of one of them or of a salon's owner. It is never sent. */
export const Note = named('ConversationNote', {
  id: Id,
  body: z.string(),
  createdBy: z.string(),
  createdAt: Instant,
})
export type Note = z.infer<typeof Note>

/** A person who can be assigned a conversation or named in a note. */
export const Colleague = named('Colleague', { id: Id, username: z.string() })
export type Colleague = z.infer<typeof Colleague>

/** A conversation that is assigned to the reader or has a note that names the reader. */
export const MineEntry = named('MineEntry', {
  salonId: Id.nullable(),
  salonName: z.string().nullable(),
  number: z.string(),
  /** The business or client; null if unknown. */
  name: z.string().nullable(),
  assigned: z.boolean(),
  /** Who assigned it or wrote the last such note, and when. */
  by: z.string(),
  at: Instant,
  /** The last note that names the reader; else the last text of the conversation. */
  words: z.string(),
  isNote: z.boolean(),
  seen: z.boolean(),
  /** A received text waits. */
  waiting: z.boolean(),
})
export type MineEntry = z.infer<typeof MineEntry>

/** Longest search of received texts. */
export const MAX_SEARCH = 200

/** Position in a list: time and sequence number of its last text. */
export const Cursor = z
  .string()
  .max(32)
  .regex(/^\d{1,16}-\d{1,15}$/)

/** A text that staff write. */
export const ReplyText = z.object({
  phoneNumber: Phone,
  message: z
    .string({ error: 'Please enter a message' })
    .max(1600, 'A text may have 1600 characters')
    .refine((text) => text.trim() !== '', 'Please enter a message'),
})
export const SentReply = z.object({ id: Id, status: OutboundStatus, segments: z.number().int() })

/** Decisions of staff: whether a text is an opt-out, and whether an unknown text was sent. */
export const OptOutDecision = z.object({ optOut: z.boolean() })
export const UnknownOutcome = z.object({ outcome: z.enum(['sent', 'failed']) })
