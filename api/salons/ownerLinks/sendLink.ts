import { brand } from '@salonback/shared/brand.ts'
import type { OwnerLink, Salon, SentLink } from '@salonback/shared/salons/salons/contract.ts'
import { ownerMailOf } from '@salonback/shared/salons/salons/rules.ts'
import { queueText } from '../../core/messages/outbox.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type QueuedMail, queueMail } from '../../platform/mail/queueMail.ts'
import { createOwnerLink } from './ownerLinks.ts'
import { insertOwnerMessage } from './ownerMessages.ts'

/** Words of the text that carries a link to the owner. */
export const linkText: Record<SentLink, string> = {
  agree: 'please read and accept how we text your past customers',
  list: 'please share your client list',
  offer: 'please look at your offer and approve it',
  results: 'see who came back and what is owed',
  home: 'your page, with what to do, the next texts, who came back and what is owed. Keep the link',
}

interface TextLink {
  body: string
  dedupeKey: string
  now: Date
  dueAt?: Date | undefined
}

/** Texts the owner from the agency's sender; false if there is no number, or it opted out. */
export async function textLink(
  sql: Sql,
  { ownerPhone }: Pick<Salon, 'ownerPhone'>,
  text: TextLink,
): Promise<boolean> {
  if (!ownerPhone) return false
  return (await queueText(sql, { kind: 'details', phone: ownerPhone, ...text })) !== null
}

const buttonLabel: Record<SentLink, string> = {
  agree: 'Read the agreement',
  list: 'Share the list',
  offer: 'Read the offer',
  results: 'See the results',
  home: 'Open your page',
}

const notMailed: Record<Exclude<QueuedMail, 'queued'>, string> = {
  off: 'Email is not set up. Nothing was sent.',
  turnedOff: 'The owner has turned these emails off. Nothing was sent.',
  duplicate: 'This link has been sent already.',
  invalidAddress: "The owner's email address is not valid. Nothing was sent.",
}

type LinkedSalon = Pick<
  Salon,
  'id' | 'name' | 'ownerName' | 'ownerPhone' | 'ownerEmail' | 'country' | 'timeZone'
>

interface SendLink {
  purpose: SentLink
  subjectId: string | null
  /** Text the link to the owner. */
  text?: boolean | undefined
  /** E-mail it to the owner. */
  mail?: boolean | undefined
}

interface UnopenedLink {
  hash: string
  expiresAt: Date | null
  url: string
}

/** The link of this purpose that was texted to the owner's present number, works, and was not opened; undefined without one. */
async function findUnopened(
  sql: Sql,
  { id, ownerPhone }: LinkedSalon,
  { purpose, subjectId }: SendLink,
): Promise<UnopenedLink | undefined> {
  const [found] = await sql<{ hash: string; expiresAt: Date | null; body: string }[]>`
    select encode(o.link_hash, 'hex') as hash, l.expires_at, m.body
    from owner_messages o join owner_links l on l.token_hash = o.link_hash join messages m on m.dedupe_key = o.dedupe_key
    where o.salon_id = ${id} and o.kind = 'link' and o.opened_at is null and m.phone = ${ownerPhone}
      and l.purpose = ${purpose} and l.subject_id is not distinct from ${subjectId}::uuid and l.used_at is null
    order by o.sent_at desc limit 1`
  // Only the text has the address: of the token a hash is stored.
  const url = found?.body.match(/https?:\/\/\S+\/o\/\S+$/)?.[0]
  return found && url ? { hash: found.hash, expiresAt: found.expiresAt, url } : undefined
}

/** Texts a link that was not opened once more: a new one would end the one that the owner has. */
async function remindOfLink(
  sql: Sql,
  salon: LinkedSalon,
  { purpose, subjectId }: SendLink,
  { hash, url, expiresAt, now }: UnopenedLink & { now: Date },
): Promise<OwnerLink> {
  const dedupeKey = `link:${hash}:${now.toISOString()}`
  const body = `${brand.name} for ${salon.name}, a reminder: ${linkText[purpose]}: ${url}`
  if (!(await textLink(sql, salon, { body, dedupeKey, now })))
    throw new AppError('conflict', 'This number has opted out. Nothing was sent.')
  await insertOwnerMessage(sql, {
    ...{ dedupeKey, hash, salonId: salon.id, kind: 'link', subjectId, sentBy: 'text', now },
  })
  return { url, expiresAt: expiresAt?.toISOString() ?? null }
}

/** Creates a link, and texts or e-mails it to the owner on request. Throws 409 if that cannot be done. */
export async function sendLink(
  sql: Sql,
  deps: Pick<Deps, 'env' | 'clock' | 'mailer'>,
  salon: LinkedSalon,
  { purpose, subjectId, text, mail }: SendLink,
): Promise<OwnerLink> {
  const { env, clock } = deps
  const now = clock()
  // Links of the other purposes still work beside a new one.
  const isTexted = purpose === 'home' && text && !mail
  const unopened = isTexted ? await findUnopened(sql, salon, { purpose, subjectId }) : undefined
  if (unopened) return remindOfLink(sql, salon, { purpose, subjectId }, { ...unopened, now })
  const link = await createOwnerLink(sql, { salonId: salon.id, purpose, subjectId, now })
  const { hash } = link
  const url = env.PUBLIC_URL + link.path
  const dedupeKey = `link:${hash}`
  if (text) {
    if (!salon.ownerPhone) throw new AppError('conflict', "Enter the owner's number first")
    const body = `${brand.name} for ${salon.name}: ${linkText[purpose]}: ${url}`
    if (!(await textLink(sql, salon, { body, dedupeKey, now })))
      throw new AppError('conflict', 'This number has opted out. Nothing was sent.')
  }
  const expiresAt = link.expiresAt?.toISOString() ?? null
  if (mail) await mailLink(sql, deps, salon, { purpose, url, expiresAt, dedupeKey })
  const sentBy = text ? 'text' : mail ? 'email' : null
  if (sentBy)
    await insertOwnerMessage(sql, {
      dedupeKey,
      hash,
      salonId: salon.id,
      kind: 'link',
      subjectId,
      sentBy,
      now,
    })
  return { url, expiresAt }
}

interface MailLink extends OwnerLink {
  purpose: SentLink
  dedupeKey: string
}

async function mailLink(
  sql: Sql,
  deps: Pick<Deps, 'mailer' | 'clock'>,
  salon: LinkedSalon,
  { purpose, url, expiresAt, dedupeKey }: MailLink,
): Promise<void> {
  if (!salon.ownerEmail) throw new AppError('conflict', "Enter the owner's email address first")
  const { subject, greeting, request, validity } = ownerMailOf(purpose, salon, expiresAt)
  const queued = await queueMail(sql, deps, {
    kind: 'owner_link',
    to: salon.ownerEmail,
    subject,
    content: {
      greeting,
      paragraphs: [request],
      button: { label: buttonLabel[purpose], url },
      notes: [validity],
    },
    dedupeKey,
    salonId: salon.id,
  })
  if (queued !== 'queued') throw new AppError('conflict', notMailed[queued])
}
