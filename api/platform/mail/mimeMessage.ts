import { brand } from '@salonback/shared/brand.ts'
import { mailKinds } from '@salonback/shared/platform/mail/mailKinds.ts'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { ClaimedMail } from './claimedMail.ts'
import type { MailFrom } from './mailFrom.ts'
import { type MailContent, mailHtml, mailText } from './mailTemplate.ts'

export interface RenderedMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Link that turns the kind off by one click or a POST (RFC 8058); null for owed kinds. */
  offUrl: string | null
  replyTo: string | null
  attachments?: MailContent['attachments']
}

/** Both forms of a claimed mail. */
export function renderMail(mail: ClaimedMail, publicUrl: string): RenderedMail {
  const offUrl = mailKinds[mail.kind].owed ? null : `${publicUrl}/m/${mail.offToken}`
  const off = offUrl === null ? null : { url: offUrl, label: mailKinds[mail.kind].label }
  const { id, to, subject, replyTo } = mail
  return {
    id,
    to,
    subject,
    replyTo,
    offUrl,
    ...(mail.content.attachments && { attachments: mail.content.attachments }),
    text: mailText(mail.content, off),
    html: mailHtml(subject, mail.content, off),
  }
}

/** Builds the message for the server. A retry has the same Message-ID. */
export async function mimeMessage(mail: RenderedMail, from: MailFrom, now: Date): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: from.name ?? brand.name, address: from.address },
    to: { name: '', address: mail.to },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments?.map(({ filename, contentType, base64 }) => ({
      ...{ filename, contentType },
      content: Buffer.from(base64, 'base64'),
    })),
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    date: now,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.offUrl && {
        'List-Unsubscribe': `<${mail.offUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}
