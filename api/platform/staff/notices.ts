import { brand } from '@salonback/shared/brand.ts'
import type { Notices, StaffLink } from '@salonback/shared/platform/staff/contract.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../db/open.ts'
import { notFound } from '../http/errors.ts'
import { type QueueMail, queueMail } from '../mail/queueMail.ts'

export async function findNotices(sql: Sql, adminId: string): Promise<Notices> {
  const [notices] = await sql<Notices[]>`
    select email, mail_contact as contact, mail_summary as summary from admins where id = ${adminId}`
  if (!notices) throw notFound('Account')
  return notices
}

export async function saveNotices(
  sql: Sql,
  adminId: string,
  { email, contact, summary }: Notices,
): Promise<void> {
  await sql`
    update admins set email = ${email}, mail_contact = ${contact}, mail_summary = ${summary} where id = ${adminId}`
}

type Notice = Pick<QueueMail, 'subject' | 'content' | 'dedupeKey'> & Partial<Pick<QueueMail, 'replyTo'>>

/** Mails a notice to everyone with an account who wants this kind. */
export async function notifyStaff(
  sql: Sql,
  deps: Pick<Deps, 'mailer' | 'clock'>,
  kind: 'contact' | 'summary',
  notice: Notice,
): Promise<void> {
  if (deps.mailer.missing) return
  const wanted = { contact: sql`mail_contact`, summary: sql`mail_summary` }[kind]
  const people = await sql<{ id: string; email: string }[]>`
    select id, email from admins where email is not null and disabled_at is null and ${wanted} order by id`
  for (const { id, email } of people) {
    await queueMail(sql, deps, {
      ...notice,
      kind,
      to: email,
      dedupeKey: `${notice.dedupeKey}:${id}`,
      salonId: null,
    })
  }
}

/** Mails every admin, whatever notices they chose. */
export async function notifyAdmins(
  sql: Sql,
  deps: Pick<Deps, 'mailer' | 'clock'>,
  notice: Notice & Pick<QueueMail, 'kind'>,
): Promise<void> {
  const people = await sql<{ id: string; email: string }[]>`
    select id, email from admins where email is not null and disabled_at is null and role = 'admin' order by id`
  for (const { id, email } of people)
    await queueMail(sql, deps, {
      ...notice,
      to: email,
      dedupeKey: `${notice.dedupeKey}:${id}`,
      salonId: null,
    })
}

interface MailInvitation {
  adminId: string
  email: string
  username: string
  link: StaffLink
}

/** Stores the address of a new person and mails the link to choose a password. While e-mail is off, only the first. */
export async function mailInvitation(
  sql: Sql,
  deps: Pick<Deps, 'mailer' | 'clock'>,
  { adminId, email, username, link }: MailInvitation,
): Promise<StaffLink> {
  await sql`update admins set email = ${email} where id = ${adminId}`
  const queued = await queueMail(sql, deps, {
    kind: 'invitation',
    to: email,
    subject: `Your ${brand.name} account`,
    content: {
      greeting: `Hello ${username.trim()},`,
      paragraphs: [`You have an account at ${brand.name}. Choose your password to begin.`],
      button: { label: 'Choose a password', url: link.url },
      notes: ['The link works once, for 72 hours.'],
    },
    dedupeKey: `invitation:${adminId}`,
    salonId: null,
  })
  return queued === 'queued' ? { ...link, mailedTo: email } : link
}
