import { z } from 'zod'
import { Id, Instant, Message } from '../../fields.ts'
import { Role } from '../auth/contract.ts'
import { endpoint } from '../http/endpoint.ts'
import { mailAddress } from '../mail/mailAddress.ts'

/** A person with an account. */
export const StaffMember = z
  .object({
    id: Id,
    username: z.string(),
    role: Role,
    /** `invited`: has not chosen a password yet. */
    state: z.enum(['active', 'invited', 'disabled']),
    /** Of an open session; null without one. */
    lastSeenAt: Instant.nullable(),
    secondFactor: z.boolean(),
  })
  .meta({ id: 'StaffMember' })
export type StaffMember = z.infer<typeof StaffMember>

/** The one-time link to choose a password; `url` is shown once. */
export const StaffLink = z
  .object({
    url: z.string(),
    expiresAt: Instant,
    /** Where it was mailed; null if it was not. */
    mailedTo: z.string().nullable(),
  })
  .meta({ id: 'StaffLink' })
export type StaffLink = z.infer<typeof StaffLink>

/** Where notices to a person go, and which they want. Without an address there are none. */
export const Notices = z
  .object({
    email: z.string().nullable(),
    /** Its owner used the link that was mailed to it. Notices begin then. */
    confirmed: z.boolean(),
    contact: z.boolean(),
    summary: z.boolean(),
  })
  .meta({ id: 'Notices' })
export type Notices = z.infer<typeof Notices>

/** An address as it is stored. */
const Email = z
  .string()
  .max(300)
  .transform((text, context) => {
    const address = mailAddress(text)
    if (address) return address
    context.addIssue('Please enter a valid email address')
    return z.NEVER
  })

/** An address in a form; empty is none. */
export const TypedEmail = z
  .string()
  .refine((text) => text.trim() === '' || mailAddress(text) !== null, 'Please enter a valid email address')

const One = z.object({ id: Id })
const Token = z.string().max(200)

export const staff = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/staff',
    access: 'admin',
    summary: 'Everyone with an account, by name',
    reply: z.array(StaffMember),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/admin/staff',
    access: 'admin',
    errors: ['conflict'],
    summary:
      'Add a person; the answer has the link to choose a password, this once, and it is mailed to an address',
    body: z.object({ username: z.string().max(200), role: Role, email: Email.nullish() }),
    reply: StaffLink,
  }),
  createLink: endpoint({
    method: 'POST',
    path: '/api/admin/staff/{id}/link',
    access: 'admin',
    errors: ['conflict'],
    summary: 'A new link to choose a password; ends an earlier link and all sessions of this person',
    params: One,
    reply: StaffLink,
  }),
  setRole: endpoint({
    method: 'PATCH',
    path: '/api/admin/staff/{id}',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Change the role; ends all sessions of this person. 409 for the last admin',
    params: One,
    body: z.object({ role: Role }),
    example: { role: 'agent' },
    reply: Message,
  }),
  disable: endpoint({
    method: 'POST',
    path: '/api/admin/staff/{id}/disable',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Lock a person out and end all sessions. 409 for the last admin',
    params: One,
    reply: Message,
  }),
  enable: endpoint({
    method: 'POST',
    path: '/api/admin/staff/{id}/enable',
    access: 'admin',
    summary: 'Let a disabled person in again',
    params: One,
    reply: Message,
  }),
  notices: endpoint({
    method: 'GET',
    path: '/api/admin/notices',
    access: 'staff',
    summary: 'Where notices to the caller go, and which',
    reply: Notices,
  }),
  setNotices: endpoint({
    method: 'PATCH',
    path: '/api/admin/notices',
    access: 'staff',
    errors: ['too_many'],
    summary:
      'Change where notices to the caller go, and which. A new address counts after a mailed link was used',
    body: z.object({ email: Email.nullable(), contact: z.boolean(), summary: z.boolean() }),
    reply: Notices,
  }),
  confirmAddress: endpoint({
    method: 'POST',
    path: '/api/admin/notices/confirmation',
    access: 'staff',
    errors: ['conflict', 'too_many'],
    summary: 'Mail the link that confirms the address of the caller again, at most five a day',
    reply: Message,
  }),
  /** The token is in the body, so that no log and no Referer has it. */
  openLink: endpoint({
    method: 'POST',
    path: '/api/staff-link',
    access: 'public',
    errors: ['not_found', 'gone'],
    summary: 'The account of a link that sets a password',
    body: z.object({ token: Token }),
    reply: z.object({ username: z.string() }),
  }),
  choosePassword: endpoint({
    method: 'POST',
    path: '/api/staff-link/password',
    access: 'public',
    errors: ['not_found', 'gone'],
    summary: 'Set the password and log in, unless the account has a second factor. Uses up the link',
    body: z.object({ token: Token, newPassword: z.string().max(1000) }),
    maxBodyBytes: 16 * 1024,
    reply: z.object({ username: z.string(), loggedIn: z.boolean() }),
  }),
}
