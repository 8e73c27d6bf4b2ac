import { z } from 'zod'
import { Id, Instant, Message } from '../../fields.ts'
import { endpoint } from '../http/endpoint.ts'
import { type MailKind, mailKinds } from './mailKinds.ts'

/** `sent`: the mail server accepted it. `unknown`: the server may have accepted it; only staff send it again. */
export const MailState = z
  .enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'canceled'])
  .meta({ id: 'MailState' })
export type MailState = z.infer<typeof MailState>

export const Mail = z
  .object({
    id: Id,
    kind: z.enum(Object.keys(mailKinds) as [MailKind, ...MailKind[]]),
    to: z.string(),
    subject: z.string(),
    state: MailState,
    /** When it got this state. */
    stateAt: Instant,
    createdAt: Instant,
    /** Why it waits or was not sent. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'Mail' })
export type Mail = z.infer<typeof Mail>

export const MailServer = z
  .object({
    /** False: screens offer drafts. */
    on: z.boolean(),
    /** Mails are kept for /dev/phones. */
    simulated: z.boolean(),
    /** Why the server accepts nothing, and since when; null while it does. */
    trouble: z.string().nullable(),
    troubleSince: Instant.nullable(),
  })
  .meta({ id: 'MailServer' })
export type MailServer = z.infer<typeof MailServer>

export const mail = {
  server: endpoint({
    method: 'GET',
    path: '/api/admin/mail-server',
    access: 'staff',
    summary: 'Whether e-mail is on, and what is wrong with the server',
    reply: MailServer,
  }),
  ofSalon: endpoint({
    method: 'GET',
    path: '/api/admin/mails',
    access: 'staff',
    summary: 'The latest 50 e-mails of a salon, newest first',
    query: z.object({ salonId: Id }),
    reply: z.array(Mail),
  }),
  ofStaff: endpoint({
    method: 'GET',
    path: '/api/admin/staff-mails',
    access: 'admin',
    summary: 'The latest 50 e-mails to staff, newest first',
    reply: z.array(Mail),
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/api/admin/mails/{id}/send-again',
    access: 'admin',
    errors: ['conflict'],
    summary:
      'Send an unknown or failed e-mail again; an unknown e-mail may arrive twice. 409 in other states',
    params: z.object({ id: Id }),
    reply: Message,
  }),
}
