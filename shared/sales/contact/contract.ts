import { z } from 'zod'
import { applyFormRules, FormText, Honeypot, Id, Instant, Message, ShortFormText } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { contactErrors } from './rules.ts'

export const ContactQuery = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    createdAt: Instant,
    /** Who marked it done, and when; null while it is open. */
    doneAt: Instant.nullable(),
    doneBy: z.string().nullable(),
  })
  .meta({ id: 'ContactQuery' })
export type ContactQuery = z.infer<typeof ContactQuery>

const Text = z.string().min(1).max(65_536)

export const ContactSubmission = z
  .object({
    name: FormText(),
    email: ShortFormText,
    subject: FormText(),
    message: FormText(),
    website: Honeypot,
  })
  .superRefine(applyFormRules(contactErrors))

/** Documented request body; contactErrors validates the details. */
const ContactForm = z
  .object({ name: Text, email: Text.max(300), subject: Text, message: Text })
  .meta({ id: 'ContactForm' })

export const contact = {
  submit: endpoint({
    method: 'POST',
    path: '/api/contact',
    access: 'public',
    summary: 'Send a message through the contact form',
    body: ContactSubmission,
    documentedBody: ContactForm,
    reply: Message,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/contact',
    access: 'staff',
    summary: 'Contact messages, newest first',
    reply: z.object({ queries: z.array(ContactQuery) }),
  }),
  setDone: endpoint({
    method: 'PATCH',
    path: '/api/admin/contact-queries/{id}',
    access: 'staff',
    summary: 'Mark a contact message done, or open it again',
    params: z.object({ id: Id }),
    body: z.object({ done: z.boolean() }),
    example: { done: true },
    reply: ContactQuery,
  }),
  removeAll: endpoint({
    method: 'DELETE',
    path: '/api/admin/contact-queries',
    access: 'admin',
    summary: 'Delete every contact message',
    reply: z.object({ message: z.string(), deleted: z.number().int() }),
  }),
}
