import { brand } from '@salonback/shared/brand.ts'
import type { LinkPurpose, Salon } from '@salonback/shared/salons/salons/contract.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { queueMail } from '../../platform/mail/queueMail.ts'
import { createOwnerLink } from './ownerLinks.ts'
import { textLink } from './sendLink.ts'

interface SendToOwner {
  purpose: LinkPurpose
  subjectId: string | null
  /** Prefix of the dedupe key. */
  key: string
  /** After the name of the salon, such as `, a reminder`. */
  aside?: string
  /** Words of the text before the link. */
  words: string
  /** Subject of the e-mail; `paragraphs` and `button` are its content. */
  subject: string
  paragraphs: string[]
  button: string
}

/** Sends a new link by text from the agency's number, else by e-mail. Null: neither reaches the owner. */
export async function sendToOwner(
  sql: Sql,
  deps: Pick<Deps, 'env' | 'clock' | 'mailer'>,
  salon: Pick<Salon, 'id' | 'name' | 'ownerName' | 'ownerPhone' | 'ownerEmail'>,
  { purpose, subjectId, key, aside = '', words, subject, paragraphs, button }: SendToOwner,
): Promise<{ sentBy: 'text' | 'email'; hash: string } | null> {
  const now = deps.clock()
  const { path, hash } = await createOwnerLink(sql, { salonId: salon.id, purpose, subjectId, now })
  const url = deps.env.PUBLIC_URL + path
  const dedupeKey = `${key}:${hash}`
  const body = `${brand.name} for ${salon.name}${aside}: ${words} ${url}`
  if (await textLink(sql, salon, { body, dedupeKey, now })) return { sentBy: 'text', hash }
  if (!salon.ownerEmail) return null
  const mailed = await queueMail(sql, deps, {
    kind: 'owner_link',
    to: salon.ownerEmail,
    subject,
    content: {
      greeting: `Hello ${firstNameOf(salon.ownerName)},`,
      paragraphs,
      button: { label: button, url },
    },
    dedupeKey,
    salonId: salon.id,
  })
  return mailed === 'queued' ? { sentBy: 'email', hash } : null
}
