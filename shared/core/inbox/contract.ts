import { z } from 'zod'
import { Id, Instant, Message } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { MessageKind, OutboundStatus } from '../messages/text.ts'
import { ContactStatus } from './contactStatus.ts'

/**
 * `maybe_opt_out` waits for a decision by staff; until then its number gets no automatic texts. `automatic_reply` was
 * written by a phone or a service, not by the person.
 */
export const Intent = z
  .enum(['opt_out', 'maybe_opt_out', 'opt_in', 'help', 'positive', 'negative', 'unclear', 'automatic_reply'])
  .meta({ id: 'Intent' })
export type Intent = z.infer<typeof Intent>

/** What staff said about a text of a salon's client. */
export const ReplyOutcome = z.enum(['booked', 'not_interested', 'wrong_person']).meta({ id: 'ReplyOutcome' })
export type ReplyOutcome = z.infer<typeof ReplyOutcome>

export const InboundSms = z
  .object({
    id: Id,
    from: z.string(),
    to: z.string(),
    body: z.string(),
    receivedAt: Instant,
    processed: z.boolean(),
    isOptOut: z.boolean(),
    numSegments: z.number().int(),
    numMedia: z.number().int(),
    /** Status of the prospect with this number; absent when there is none. */
    contactStatus: ContactStatus.nullish(),
    businessName: z.string().nullable(),
    prospectId: Id.nullable(),
    needsReview: z.boolean(),
    /** Classification of the text. */
    intent: Intent,
    /** Possible opt-out without a decision: its number gets no automatic texts. */
    pendingReview: z.boolean(),
  })
  .meta({ id: 'InboundSms' })
export type InboundSms = z.infer<typeof InboundSms>

export const ConversationMessage = z
  .object({
    id: Id,
    direction: z.enum(['inbound', 'outbound']),
    body: z.string(),
    timestamp: Instant,
    from: z.string(),
    /** Inbound only: the number or Messaging Service of ours that it came to. Of outbound texts that is `from`. */
    ourNumber: z.string().optional(),
    /** Outbound only, with the fields below. */
    status: OutboundStatus.optional(),
    kind: MessageKind.optional(),
    errorCode: z.number().int().nullish(),
    /** What happened to the text, as a sentence for staff. */
    explanation: z.string().nullish(),
    sentBy: z.string().nullish(),
    /** Inbound only: media are counted; their URLs at the carrier are not exposed. */
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
  .meta({ id: 'ConversationMessage' })
export type ConversationMessage = z.infer<typeof ConversationMessage>

/** An opt-out of a number: since when, and how it was given. */
export const OptOutState = z
  .object({
    phoneNumber: z.string(),
    since: Instant,
    source: z.enum(['keyword', 'carrier', 'plain_language', 'staff']),
    wording: z.string(),
    recordedBy: z.string().nullable(),
  })
  .meta({ id: 'OptOutState' })
export type OptOutState = z.infer<typeof OptOutState>

/** An opt-out in the list of all. */
export const ListedOptOut = OptOutState.extend({ businessName: z.string().nullable() }).meta({
  id: 'ListedOptOut',
})
export type ListedOptOut = z.infer<typeof ListedOptOut>

export const Conversation = z
  .object({
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
  .meta({ id: 'Conversation' })
export type Conversation = z.infer<typeof Conversation>

const Phone = z.string().min(3).max(40)

/** An outbound text with unknown outcome, for staff to resolve. */
export const UnknownText = z
  .object({
    id: Id,
    to: z.string(),
    businessName: z.string().nullable(),
    body: z.string(),
    kind: MessageKind,
    attemptedAt: Instant,
  })
  .meta({ id: 'UnknownText' })
export type UnknownText = z.infer<typeof UnknownText>

export const InboxFilter = z.enum(['all', 'review', 'optout', 'processed']).meta({ id: 'InboxFilter' })
export type InboxFilter = z.infer<typeof InboxFilter>

/** Only texts of conversations that one has taken, that wait for over an hour, or that have notes. */
export const OnlyTexts = z.enum(['mine', 'hour', 'notes']).meta({ id: 'OnlyTexts' })
export type OnlyTexts = z.infer<typeof OnlyTexts>

/** A page of the inbox, newest first. It may hold fewer texts than `limit`, even none, and still have a `next`. */
export const InboxPage = z
  .object({
    texts: z.array(InboundSms),
    /** The next page's `before`; null when no older text is left. */
    next: z.string().nullable(),
  })
  .meta({ id: 'InboxPage' })
export type InboxPage = z.infer<typeof InboxPage>

const Count = z.number().int().nonnegative()

/** Rows of each filter of the inbox. `review` includes outbound texts with unknown outcome. */
export const InboxCounts = z
  .object({ all: Count, review: Count, optout: Count, processed: Count })
  .meta({ id: 'InboxCounts' })
export type InboxCounts = z.infer<typeof InboxCounts>

export const messages = {
  inbound: endpoint({
    method: 'GET',
    path: '/api/admin/inbound-sms',
    access: 'staff',
    summary: 'Texts received, newest first',
    query: z.object({
      /** Only the newest texts, at most this many; all when absent. */
      limit: z.coerce.number().int().positive().max(1_000_000).optional(),
    }),
    reply: z.array(InboundSms),
  }),
  inboxPage: endpoint({
    method: 'GET',
    path: '/api/admin/inbound-sms/page',
    access: 'staff',
    summary: 'Texts received, newest first, by pages',
    query: z.object({
      filter: InboxFilter.default('all'),
      only: OnlyTexts.optional(),
      /** Part of the text, the business name, or a number in any spelling. */
      search: z.string().max(200).default(''),
      /** `next` of the previous page. */
      before: z
        .string()
        .max(32)
        .regex(/^\d{1,16}-\d{1,15}$/)
        .optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(50),
    }),
    reply: InboxPage,
  }),
  inboxCounts: endpoint({
    method: 'GET',
    path: '/api/admin/inbound-sms/counts',
    access: 'staff',
    summary: 'How many texts each filter of the inbox has',
    reply: InboxCounts,
  }),
  setProcessed: endpoint({
    method: 'PATCH',
    path: '/api/admin/inbound-sms/{id}',
    access: 'staff',
    errors: ['conflict'],
    summary: 'Mark a received text processed or pending by hand',
    params: z.object({ id: Id }),
    body: z.object({ processed: z.boolean() }),
    example: { processed: true },
    reply: InboundSms,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/admin/inbound-sms/{id}/decision',
    access: 'staff',
    errors: ['conflict'],
    summary: 'Decide whether a text pending review, and earlier ones of that number, are opt-outs',
    params: z.object({ id: Id }),
    body: z.object({ optOut: z.boolean() }),
    example: { optOut: true },
    reply: InboundSms,
  }),
  unknown: endpoint({
    method: 'GET',
    path: '/api/admin/unknown-sms',
    access: 'staff',
    summary: 'Texts that may or may not have been sent, oldest first',
    reply: z.array(UnknownText),
  }),
  resolveUnknown: endpoint({
    method: 'POST',
    path: '/api/admin/unknown-sms/{id}/resolve',
    access: 'staff',
    errors: ['conflict'],
    summary: 'Resolve a text with unknown outcome as sent or not sent; nothing is sent again',
    params: z.object({ id: Id }),
    body: z.object({ outcome: z.enum(['sent', 'failed']) }),
    example: { outcome: 'sent' },
    reply: Message,
  }),
  allowFirstText: endpoint({
    method: 'POST',
    path: '/api/admin/unknown-sms/{id}/allow',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Allow another first text to a number, although this one may have arrived',
    params: z.object({ id: Id }),
    reply: Message,
  }),
  conversation: endpoint({
    method: 'GET',
    path: '/api/admin/conversation/{number}',
    access: 'staff',
    summary: 'All texts with one number, oldest first',
    params: z.object({ number: Phone }),
    reply: Conversation,
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/admin/send-reply-sms',
    access: 'staff',
    errors: ['conflict', 'carrier'],
    summary: 'Send a text to one number; answers when the carrier accepted it',
    idempotent: true,
    body: z.object({
      phoneNumber: Phone,
      message: z
        .string({ error: 'Please enter a message' })
        .max(1600, 'A text may have 1600 characters')
        .refine((text) => text.trim() !== '', 'Please enter a message'),
      includeLandingPage: z.boolean().default(false),
      updateProspectStatus: ContactStatus.optional(),
    }),
    reply: z.object({ id: Id, status: OutboundStatus, segments: z.number().int() }),
  }),
  optOuts: endpoint({
    method: 'GET',
    path: '/api/admin/opt-outs',
    access: 'staff',
    summary: 'Numbers that must not be texted, newest first',
    reply: z.array(ListedOptOut),
  }),
  recordOptOut: endpoint({
    method: 'POST',
    path: '/api/admin/opt-outs',
    access: 'staff',
    summary: 'Record an opt-out that came by phone, mail or in person',
    status: 201,
    errors: ['conflict'],
    body: z.object({
      phoneNumber: Phone,
      reason: z.string().trim().min(1, 'Please give a reason').max(500, 'Please keep it to 500 characters'),
    }),
    reply: OptOutState,
  }),
  undoOptOut: endpoint({
    method: 'DELETE',
    path: '/api/admin/opt-outs/{number}',
    access: 'admin',
    summary: 'Undo an opt-out, with the reason',
    params: z.object({ number: Phone }),
    body: z.object({
      reason: z.string().trim().min(1, 'Please give a reason').max(500, 'Please keep it to 500 characters'),
    }),
    reply: Message,
  }),
}
