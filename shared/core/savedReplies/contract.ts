import { z } from 'zod'
import { ById, Id, Message, NameText, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { fieldProblem } from './rules.ts'

/** Where it is offered: in Sales, in all salons, or in one salon. */
export const ReplyScope = z.enum(['sales', 'salons', 'salon']).meta({ id: 'ReplyScope' })
export type ReplyScope = z.infer<typeof ReplyScope>

export const SavedReply = named('SavedReply', {
  id: Id,
  scope: ReplyScope,
  name: z.string(),
  /** With `{name}` and `{link}`. */
  text: z.string(),
  /** How often it was inserted. */
  uses: z.number().int().nonnegative(),
})
export type SavedReply = z.infer<typeof SavedReply>

export const MAX_NAME = 60
/** Leaves room for a name and a link in a text of 1,600 characters. */
export const MAX_TEXT = 1200

export const SavedReplyText = z.object({
  name: NameText().min(1, 'Please enter a name').max(MAX_NAME, `A name may have ${MAX_NAME} characters`),
  text: z
    .string()
    .trim()
    .min(1, 'Please write the reply')
    .max(MAX_TEXT, `A saved reply may have ${MAX_TEXT} characters`)
    .superRefine((text, context) => {
      const message = fieldProblem(text)
      if (message) context.addIssue({ code: 'custom', message })
    }),
})

export const savedReplies = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/saved-replies',
    access: 'staff',
    summary: 'Saved replies of Sales, or of a salon with those for all salons; most used first',
    query: z.object({ salonId: Id.optional() }),
    reply: z.array(SavedReply),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/saved-replies',
    access: 'staff',
    status: 201,
    errors: ['conflict', 'not_found'],
    summary: 'Save a reply for Sales, for all salons, or for the given salon',
    body: SavedReplyText.extend({ scope: ReplyScope, salonId: Id.optional() }),
    reply: SavedReply,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/admin/saved-replies/{id}',
    access: 'staff',
    summary: 'Change the name and text of a saved reply',
    params: ById,
    body: SavedReplyText,
    example: { name: 'Price', text: 'Nothing until they rebook' },
    reply: SavedReply,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/saved-replies/{id}',
    access: 'staff',
    summary: 'Delete a saved reply',
    params: ById,
    reply: Message,
  }),
  use: endpoint({
    method: 'POST',
    path: '/api/admin/saved-replies/{id}/use',
    access: 'staff',
    summary: 'Count that a saved reply was inserted',
    params: ById,
    reply: Message,
  }),
}
