import { mailAddress, mailKey } from '@salonback/shared/platform/mail/mailAddress.ts'
import { type MailKind, mailKinds } from '@salonback/shared/platform/mail/mailKinds.ts'
import type { PlatformContext } from '../context.ts'
import type { Sql } from '../db/open.ts'
import type { MailContent } from './mailTemplate.ts'
import { oneLine } from './oneLine.ts'

export interface QueueMail {
  kind: MailKind
  /** One address, as a person typed it. */
  to: string
  subject: string
  content: MailContent
  /** Purpose of the mail, e.g. `statement:<id>`. The same key never creates a second mail. */
  dedupeKey: string
  /** The mail is listed on this salon's page; null for mails to staff. */
  salonId: string | null
  /** Reply-To, if answers do not go to the sender of the settings. */
  replyTo?: string
}

/** `off`: no mail server is set up. `turnedOff`: this kind is turned off for the address. */
export type QueuedMail = 'queued' | 'off' | 'turnedOff' | 'duplicate' | 'invalidAddress'

/** Queues one mail in the caller's transaction. Any other result than `queued` means that nothing was stored. */
export async function queueMail(
  sql: Sql,
  { mailer, clock }: Pick<PlatformContext, 'mailer' | 'clock'>,
  mail: QueueMail,
): Promise<QueuedMail> {
  if (mailer.missing) return 'off'
  const to = mailAddress(mail.to)
  if (!to) return 'invalidAddress'
  if (!mailKinds[mail.kind].owed && (await isTurnedOff(sql, to, mail.kind))) return 'turnedOff'
  const now = clock()
  const replyTo = mail.replyTo === undefined ? null : mailAddress(mail.replyTo)
  const { count } = await sql`
    insert into mails (kind, to_address, reply_to, subject, content, salon_id, dedupe_key, created_at, state_at, due_at)
    values (${mail.kind}, ${to}, ${replyTo}, ${oneLine(mail.subject)}, ${sql.json({ ...mail.content })}, ${mail.salonId},
      ${mail.dedupeKey}, ${now}, ${now}, ${now})
    on conflict (dedupe_key) do nothing`
  return count > 0 ? 'queued' : 'duplicate'
}

async function isTurnedOff(sql: Sql, address: string, kind: MailKind): Promise<boolean> {
  return (
    (await sql`select 1 from mail_turned_off where address = ${mailKey(address)} and kind = ${kind}`).count >
    0
  )
}
