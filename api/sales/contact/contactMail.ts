import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { notifyStaff } from '../../platform/staff/notices.ts'
import type { NewQuery } from './queries.ts'

/** Contact messages of an hour that are mailed one by one. Anyone can write, and a flood must not fill the mailboxes. */
const PER_HOUR = 10
const HOUR_MS = 3_600_000

type MailedQuery = NewQuery & { id: string }

/** Mails a new contact message to staff; after ten in an hour one mail announces the rest. */
export async function mailContactQuery(
  sql: Sql,
  deps: Pick<Deps, 'mailer' | 'clock' | 'env'>,
  { id, name, email, subject, message, createdAt }: MailedQuery,
): Promise<void> {
  const button = { label: 'Open the console', url: `${deps.env.PUBLIC_URL}/admin` }
  const [recent] = await sql<[{ count: number }]>`
    select count(*)::int as count from contact_queries where contact_queries.created_at > ${new Date(createdAt.getTime() - HOUR_MS)}`
  if (recent.count > PER_HOUR) {
    const hour = createdAt.toISOString().slice(0, 13)
    return notifyStaff(sql, deps, 'contact', {
      subject: 'Many new contact messages',
      content: {
        paragraphs: [
          `More than ${PER_HOUR} messages came through the contact form within an hour. Further ones are only in the console.`,
        ],
        button,
      },
      dedupeKey: `contact-many:${hour}`,
    })
  }
  await notifyStaff(sql, deps, 'contact', {
    subject: `New message from ${name}: ${subject}`,
    content: {
      paragraphs: [message],
      rows: [
        { label: 'Name', value: name },
        { label: 'Email', value: email },
        { label: 'Subject', value: subject },
      ],
      button,
      notes: ['An answer to this email goes to the sender of the message.'],
    },
    replyTo: email,
    dedupeKey: `contact:${id}`,
  })
}
