import { brand } from '@salonback/shared/brand.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { queueMail } from '../../platform/mail/queueMail.ts'
import { createOwnerLink } from './ownerLinks.ts'
import { insertOwnerMessage, type OwnerMessageKind } from './ownerMessages.ts'
import { textLink } from './sendLink.ts'

/** Rolls back the link of a message that neither text nor e-mail can deliver. */
export class Unsent extends Error {}

interface SendToOwner {
  purpose: Exclude<OwnerMessageKind, 'link'>
  /** Of the link. */
  subjectId: string | null
  /** What the message is about, if that is not the subject of the link. */
  about?: string
  /** Unset: the message can be sent any number of times. */
  dedupeKey?: string
  /** After the name of the salon, such as `, a reminder`. */
  aside?: string
  /** Words of the text before the link. */
  words: string
  /** Subject of the e-mail; `paragraphs` and `button` are its content. */
  subject: string
  paragraphs: string[]
  button: string
  /** The text waits until then. */
  dueAt?: Date | undefined
}

/** Sends and stores a new link by text from the agency's number, else by e-mail. Null: neither reaches the owner. */
export async function sendToOwner(
  sql: Sql,
  deps: Pick<Deps, 'env' | 'clock' | 'mailer'>,
  salon: Pick<Salon, 'id' | 'name' | 'ownerName' | 'ownerPhone' | 'ownerEmail'>,
  message: SendToOwner,
): Promise<'text' | 'email' | null> {
  const { purpose: kind, subjectId, about = subjectId, aside = '', words, dueAt } = message
  const now = deps.clock()
  const { path, hash } = await createOwnerLink(sql, { salonId: salon.id, purpose: kind, subjectId, now })
  const url = deps.env.PUBLIC_URL + path
  const { dedupeKey = `${kind}:${hash}`, subject, paragraphs, button: label } = message
  const content = { greeting: `Hello ${firstNameOf(salon.ownerName)},`, paragraphs, button: { label, url } }
  const mail = { kind: 'owner_link', subject, content, dedupeKey, salonId: salon.id } as const
  const body = `${brand.name} for ${salon.name}${aside}: ${words} ${url}`
  let sentBy: 'text' | 'email' = 'text'
  if (!(await textLink(sql, salon, { body, dedupeKey, now, dueAt }))) {
    if (!salon.ownerEmail) return null
    if ((await queueMail(sql, deps, { ...mail, to: salon.ownerEmail })) !== 'queued') return null
    sentBy = 'email'
  }
  await insertOwnerMessage(sql, { dedupeKey, hash, salonId: salon.id, kind, subjectId: about, sentBy, now })
  return sentBy
}
