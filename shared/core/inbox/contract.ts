import { z } from 'zod'
import { ById, Id, Instant, Message, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { ContactStatus } from './contactStatus.ts'
import {
  Colleague,
  Conversation,
  ConversationKey,
  Cursor,
  DeskState,
  InboundSms,
  InboxCounts,
  InboxFilter,
  InboxOrder,
  InboxPage,
  ListedOptOut,
  MAX_SEARCH,
  MineEntry,
  Note,
  OnlyTexts,
  OptOutDecision,
  OptOutRequest,
  OptOutState,
  Phone,
  ReplyText,
  SentReply,
  UnknownOutcome,
  UnknownText,
} from './conversation.ts'
import { PictureType } from './pictureType.ts'

const Reason = z.string().trim().min(1, 'Please give a reason').max(500, 'Please keep it to 500 characters')

/** Texts of the agency. */
const texts = {
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
    summary: 'Texts received by pages; of those that need review one for each conversation',
    query: z.object({
      filter: InboxFilter.default('all'),
      order: InboxOrder.default('newest'),
      only: OnlyTexts.optional(),
      /** Part of the text, the business name, or a number in any spelling. */
      search: z.string().max(MAX_SEARCH).default(''),
      /** `next` of the previous page. */
      before: Cursor.optional(),
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
    params: ById,
    body: z.object({ processed: z.boolean() }),
    example: { processed: true },
    undoable: true,
    reply: InboundSms,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/admin/inbound-sms/{id}/decision',
    access: 'staff',
    errors: ['conflict'],
    summary: 'Decide whether a text pending review, and earlier ones of that number, are opt-outs',
    params: ById,
    body: OptOutDecision,
    example: { optOut: true },
    undoable: true,
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
    params: ById,
    body: UnknownOutcome,
    example: { outcome: 'sent' },
    reply: Message,
  }),
  allowFirstText: endpoint({
    method: 'POST',
    path: '/api/admin/unknown-sms/{id}/allow',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Allow another first text to a number, although this one may have arrived',
    params: ById,
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
  picture: endpoint({
    method: 'GET',
    path: '/api/admin/texts/{id}/pictures/{index}',
    access: 'staff',
    errors: ['not_found', 'too_large', 'wrong_type', 'carrier'],
    summary: 'A picture of a received text, fetched from the carrier; its type is checked by its bytes',
    params: z.object({ id: Id, index: z.coerce.number().int().min(0).max(9) }),
    reply: z.object({ type: PictureType, data: z.base64() }),
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/admin/send-reply-sms',
    access: 'staff',
    errors: ['conflict', 'carrier'],
    summary: 'Send a text to one number; answers when the carrier accepted it',
    idempotent: true,
    body: ReplyText.extend({
      includeLandingPage: z.boolean().default(false),
      updateProspectStatus: ContactStatus.optional(),
    }),
    reply: SentReply,
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
    body: z.object({ phoneNumber: Phone, reason: Reason }),
    reply: OptOutState,
  }),
  optOutRequests: endpoint({
    method: 'GET',
    path: '/api/admin/opt-out-requests',
    access: 'staff',
    summary: 'Opt-outs from other systems that wait for a decision, oldest first',
    reply: z.array(OptOutRequest),
  }),
  decideOptOutRequest: endpoint({
    method: 'POST',
    path: '/api/admin/opt-out-requests/{id}/decide',
    access: 'staff',
    errors: ['conflict'],
    summary: 'Record an opt-out from another system, or decline it',
    params: z.object({ id: Id }),
    body: OptOutDecision,
    example: { optOut: true },
    reply: Message,
  }),
  undoOptOut: endpoint({
    method: 'DELETE',
    path: '/api/admin/opt-outs/{number}',
    access: 'admin',
    summary: 'Undo an opt-out, with the reason',
    params: z.object({ number: Phone }),
    body: z.object({ reason: Reason }),
    reply: Message,
  }),
}

/** Conversations that one call changes at most. */
export const MAX_SELECTED = 200

const Selected = z.array(ConversationKey).min(1).max(MAX_SELECTED)

/** `skipped`: conversations with a possible opt-out, which staff decide one by one. */
const Changed = named('ChangedConversations', { changed: z.number().int(), skipped: z.number().int() })

/** Who answers a conversation of the agency or a salon, and what staff note about it. */
const desk = {
  desk: endpoint({
    method: 'GET',
    path: '/api/admin/desk',
    access: 'staff',
    summary: 'Conversations that staff answer now, that come back later or that are assigned, at most 1,000',
    reply: z.array(DeskState),
  }),
  deskOf: endpoint({
    method: 'GET',
    path: '/api/admin/desk/conversation/{number}',
    access: 'staff',
    errors: ['not_found'],
    summary:
      'Who answers a conversation, until when it is out of review, and its newest 100 notes, oldest first',
    params: ConversationKey.pick({ number: true }),
    query: ConversationKey.pick({ salonId: true }).extend({
      /** A note: those before it. */
      notesBefore: Id.optional(),
    }),
    reply: DeskState.extend({
      notes: z.array(Note),
      /** There are notes before these. */
      earlierNotes: z.boolean().optional(),
    }).meta({ id: 'DeskConversation' }),
  }),
  take: endpoint({
    method: 'POST',
    path: '/api/admin/desk/take',
    access: 'staff',
    errors: ['not_found'],
    summary: 'Take a conversation for ten minutes; `over` takes it from a colleague',
    body: ConversationKey.extend({ over: z.boolean().default(false) }),
    undoable: true,
    reply: DeskState,
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/admin/desk/release',
    access: 'staff',
    errors: ['not_found'],
    summary: 'Release a conversation taken by the caller',
    body: ConversationKey,
    undoable: true,
    reply: DeskState,
  }),
  snooze: endpoint({
    method: 'POST',
    path: '/api/admin/desk/snooze',
    access: 'staff',
    errors: ['not_found'],
    summary: 'Take conversations out of review until a time; null brings them back',
    body: z.object({ conversations: Selected, until: Instant.max(40).nullable() }),
    undoable: true,
    reply: Changed,
  }),
  colleagues: endpoint({
    method: 'GET',
    path: '/api/admin/desk/colleagues',
    access: 'staff',
    summary: 'Everyone with an open account, by name',
    reply: z.array(Colleague),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/admin/desk/assign',
    access: 'staff',
    errors: ['not_found', 'conflict'],
    summary: 'Assign a conversation to a colleague or the caller; null ends it',
    body: ConversationKey.extend({ to: Id.nullable() }),
    undoable: true,
    reply: DeskState,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/admin/desk/mine',
    access: 'staff',
    summary: 'Conversations assigned to the caller or with a note that names the caller, newest first',
    reply: z.array(MineEntry),
  }),
  seen: endpoint({
    method: 'POST',
    path: '/api/admin/desk/seen',
    access: 'staff',
    summary: 'The caller has seen what was assigned and noted in a conversation',
    body: ConversationKey,
    reply: Message,
  }),
  markProcessed: endpoint({
    method: 'POST',
    path: '/api/admin/desk/processed',
    access: 'staff',
    errors: ['not_found'],
    summary: 'Mark the texts of conversations processed',
    body: z.object({ conversations: Selected }),
    undoable: true,
    reply: Changed,
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/admin/desk/notes',
    access: 'staff',
    errors: ['not_found', 'conflict'],
    status: 201,
    summary: 'Add a note for colleagues to a conversation; @name tells a colleague; it is not sent',
    body: ConversationKey.extend({
      body: z.string().trim().min(1, 'Please write a note').max(2000, 'Please keep it to 2000 characters'),
    }),
    reply: Note,
  }),
  deleteNote: endpoint({
    method: 'DELETE',
    path: '/api/admin/desk/notes/{id}',
    access: 'staff',
    summary: 'Delete a note written by the caller',
    params: ById,
    reply: Message,
  }),
}

/** Received texts and the desk where staff answer them. */
export const inbox = { ...texts, ...desk }
