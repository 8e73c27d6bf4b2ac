import { brand } from '@salonback/shared/brand.ts'
import type { MailKind } from '@salonback/shared/platform/mail/mailKinds.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { queueMail } from '../../platform/mail/queueMail.ts'
import { textLink } from '../salons/links.ts'
import { createOwnerLink } from '../salons/ownerLinks.ts'

interface TellOwner {
  mail: Extract<MailKind, 'statement' | 'payment_reminder'>
  subject: string
  /** After "Salonback for Glow: " and before the address. */
  words: string
  rows: { label: string; value: string }[]
  /** Purpose; the same key never tells twice. */
  dedupeKey: string
}

/** Sends the owner a link to the statements: by e-mail where that is possible, else by text. Null: neither was possible. */
export async function tellOwner(
  sql: Sql,
  deps: Pick<Deps, 'env' | 'clock' | 'mailer'>,
  salon: Salon,
  { mail, subject, words, rows, dedupeKey }: TellOwner,
): Promise<'mail' | 'text' | null> {
  if (salon.state === 'closed') return null
  const link = await createOwnerLink(sql, {
    salonId: salon.id,
    purpose: 'results',
    subjectId: null,
    now: deps.clock(),
  })
  const url = deps.env.PUBLIC_URL + link.path
  const text = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
  const mailed = salon.ownerEmail
    ? await queueMail(sql, deps, {
        kind: mail,
        to: salon.ownerEmail,
        subject,
        content: {
          greeting: `Hello ${salon.ownerName},`,
          paragraphs: [text],
          rows,
          button: { label: 'Open your statements', url },
        },
        dedupeKey,
        salonId: salon.id,
      })
    : 'off'
  if (mailed === 'queued') return 'mail'
  const texted = await textLink(sql, salon, {
    body: `${brand.name} for ${salon.name}: ${words}: ${url}`,
    dedupeKey,
    now: deps.clock(),
  })
  return texted ? 'text' : null
}
