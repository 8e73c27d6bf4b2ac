import { z } from 'zod'
import { Id, Instant, Message } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

const Phone = z.string().min(3).max(40)

/** A conversation: the agency's (null), or that of a salon, with one number. */
const ConversationKey = z.object({ salonId: Id.nullable().default(null), number: Phone })
export type ConversationKey = z.infer<typeof ConversationKey>

/** Who answers a conversation, and until when it is out of review; null if not. */
export const DeskState = z
  .object({
    salonId: Id.nullable(),
    number: z.string(),
    takenBy: z.string().nullable(),
    takenUntil: Instant.nullable(),
    snoozedUntil: Instant.nullable(),
  })
  .meta({ id: 'DeskState' })
export type DeskState = z.infer<typeof DeskState>

/** A note for colleagues. It is never sent. */
export const Note = z
  .object({ id: Id, body: z.string(), createdBy: z.string(), createdAt: Instant })
  .meta({ id: 'ConversationNote' })
export type Note = z.infer<typeof Note>

/** Conversations that one call changes at most. */
export const MAX_SELECTED = 200

const Selected = z.array(ConversationKey).min(1).max(MAX_SELECTED)

/** `skipped`: conversations with a possible opt-out, which staff decide one by one. */
const Changed = z
  .object({ changed: z.number().int(), skipped: z.number().int() })
  .meta({ id: 'ChangedConversations' })

export const desk = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/desk',
    access: 'staff',
    summary: 'Conversations that staff answer now or that come back later, at most 1,000',
    reply: z.array(DeskState),
  }),
  conversation: endpoint({
    method: 'GET',
    path: '/api/admin/desk/conversation/{number}',
    access: 'staff',
    errors: ['not_found'],
    summary: 'Who answers a conversation, until when it is out of review, and its notes, oldest first',
    params: ConversationKey.pick({ number: true }),
    query: ConversationKey.pick({ salonId: true }),
    reply: DeskState.extend({ notes: z.array(Note) }).meta({ id: 'DeskConversation' }),
  }),
  take: endpoint({
    method: 'POST',
    path: '/api/admin/desk/take',
    access: 'staff',
    errors: ['not_found'],
    summary: 'Take a conversation for ten minutes; `over` takes it from a colleague',
    body: ConversationKey.extend({ over: z.boolean().default(false) }),
    reply: DeskState,
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/admin/desk/release',
    access: 'staff',
    errors: ['not_found'],
    summary: 'Release a conversation taken by the caller',
    body: ConversationKey,
    reply: DeskState,
  }),
  snooze: endpoint({
    method: 'POST',
    path: '/api/admin/desk/snooze',
    access: 'staff',
    errors: ['not_found'],
    summary: 'Take conversations out of review until a time; null brings them back',
    body: z.object({ conversations: Selected, until: Instant.max(40).nullable() }),
    reply: Changed,
  }),
  markProcessed: endpoint({
    method: 'POST',
    path: '/api/admin/desk/processed',
    access: 'staff',
    errors: ['not_found'],
    summary: 'Mark the texts of conversations processed',
    body: z.object({ conversations: Selected }),
    reply: Changed,
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/admin/desk/notes',
    access: 'staff',
    errors: ['not_found'],
    status: 201,
    summary: 'Add a note for colleagues to a conversation; it is not sent',
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
    params: z.object({ id: Id }),
    reply: Message,
  }),
}
