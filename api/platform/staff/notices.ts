import { brand } from '@salonback/shared/brand.ts'
import type { Notices, StaffLink } from '@salonback/shared/platform/staff/contract.ts'
import type { Fragment, Sql } from '../db/open.ts'
import { notFound } from '../http/errors.ts'
import { type QueueMail, queueMail } from '../mail/queueMail.ts'
import { type Mailing, mailFirstConfirmations, requestConfirmation, turnOn } from './confirmations.ts'
import { mailedLink } from './links.ts'

export async function findNotices(sql: Sql, adminId: string): Promise<Notices> {
  const [notices] = await sql<Notices[]>`
    select email, email_confirmed_at is not null as confirmed, mail_contact as contact, mail_summary as summary
    from admins where id = ${adminId}`
  if (!notices) throw notFound('Account')
  return notices
}

/** A new address counts after a link that is mailed to it was used. */
export async function saveNotices(
  sql: Sql,
  deps: Mailing,
  adminId: string,
  { email, contact, summary }: Omit<Notices, 'confirmed'>,
): Promise<Notices> {
  const before = await findNotices(sql, adminId)
  const isNew = email !== before.email
  await sql`
    update admins set email = ${email}, mail_contact = ${contact}, mail_summary = ${summary},
      email_confirmed_at = case when ${isNew} then null else email_confirmed_at end where id = ${adminId}`
  if (email && isNew) await requestConfirmation(sql, deps, { id: adminId, email })
  if (email && !isNew && before.confirmed)
    await turnOn(sql, { address: email, contact, summary }, deps.clock())
  return findNotices(sql, adminId)
}

type Notice = Pick<QueueMail, 'subject' | 'content' | 'dedupeKey' | 'kind'> &
  Partial<Pick<QueueMail, 'replyTo'>>

/** Mails a notice to everyone with an account who wants this kind. */
export const notifyStaff = (
  sql: Sql,
  deps: Mailing,
  kind: 'contact' | 'summary',
  notice: Omit<Notice, 'kind'>,
): Promise<void> =>
  notify(sql, deps, { contact: sql`mail_contact`, summary: sql`mail_summary` }[kind], { ...notice, kind })

/** Mails every admin, whatever notices they chose. */
export const notifyAdmins = (sql: Sql, deps: Mailing, notice: Notice): Promise<void> =>
  notify(sql, deps, sql`role = 'admin'`, notice)

/** Only to confirmed addresses; the others get a link to confirm them, once. */
async function notify(sql: Sql, deps: Mailing, wanted: Fragment, notice: Notice) {
  if (deps.mailer.missing) return
  const people = await sql<{ id: string; email: string; confirmed: boolean }[]>`
    select id, email, email_confirmed_at is not null as confirmed from admins
    where email is not null and disabled_at is null and ${wanted} order by id`
  for (const { id, email } of people.filter(({ confirmed }) => confirmed))
    await queueMail(sql, deps, {
      ...notice,
      to: email,
      dedupeKey: `${notice.dedupeKey}:${id}`,
      salonId: null,
    })
  await mailFirstConfirmations(
    sql,
    deps,
    people.filter(({ confirmed }) => !confirmed),
  )
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
  deps: Mailing,
  { adminId, email, username, link }: MailInvitation,
): Promise<StaffLink> {
  await sql`update admins set email = ${email} where id = ${adminId}`
  const url = await mailedLink(sql, { adminId, email, publicUrl: deps.env.PUBLIC_URL })
  const queued = await queueMail(sql, deps, {
    kind: 'invitation',
    to: email,
    subject: `Your ${brand.name} account`,
    content: {
      greeting: `Hello ${username.trim()},`,
      paragraphs: [`You have an account at ${brand.name}. Choose your password to begin.`],
      button: { label: 'Choose a password', url },
      notes: ['The link works once, for 72 hours.'],
    },
    dedupeKey: `invitation:${adminId}`,
    salonId: null,
  })
  return queued === 'queued' ? { ...link, mailedTo: email } : link
}
