import { brand } from '@salonback/shared/brand.ts'
import { mayTellNow } from '@salonback/shared/salons/handover/tellTimes.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { queueMail } from '../../platform/mail/queueMail.ts'
import { textLink } from '../salons/links.ts'
import { createOwnerLink } from '../salons/ownerLinks.ts'
import { countToldToday, type HandoverSalon, KEY, saveTold } from './queries.ts'

export type TellDeps = Pick<Deps, 'env' | 'clock' | 'mailer'>

interface Words {
  /** After "Salonback for Glow: " and before the address. */
  words: string
  /** Label of the button in an e-mail. */
  button: string
}

/**
 * Tells the owner about one question or booking. Outside the hours, or after six texts that day, it waits for the collected
 * text. Lock the salon first.
 */
export async function tellOwner(
  sql: Sql,
  deps: TellDeps,
  salon: HandoverSalon,
  { id, ...words }: Words & { id: string },
): Promise<'text' | 'email' | 'page' | 'later' | 'unreachable'> {
  const now = deps.clock()
  if (!salon.handoverTexts) {
    await saveTold(sql, [id], 'page', now)
    return 'page'
  }
  const today = await countToldToday(sql, salon, now)
  if (!mayTellNow({ timeZone: salon.timeZone, today, now })) return 'later'
  const sentBy = await sendHandoverLink(sql, deps, salon, { ...words, subjectId: id, key: `${KEY}:${id}` })
  await saveTold(sql, [id], sentBy ?? 'page', now)
  return sentBy ?? 'unreachable'
}

interface SendHandoverLink extends Words {
  /** The hand-over that the page shows; null: all open ones. */
  subjectId: string | null
  /** Prefix of the dedupe key. */
  key: string
}

/** Sends a link by text from the agency's number, else by e-mail. Null: neither reaches the owner. */
export async function sendHandoverLink(
  sql: Sql,
  deps: TellDeps,
  salon: HandoverSalon,
  { words, button, subjectId, key }: SendHandoverLink,
): Promise<'text' | 'email' | null> {
  const now = deps.clock()
  const link = await createOwnerLink(sql, { salonId: salon.id, purpose: 'handover', subjectId, now })
  const url = deps.env.PUBLIC_URL + link.path
  const dedupeKey = `${key}:${link.hash.slice(0, 16)}`
  const body = `${brand.name} for ${salon.name}: ${words} ${button}: ${url}`
  if (await textLink(sql, salon, { body, dedupeKey, now })) return 'text'
  if (!salon.ownerEmail) return null
  const mailed = await queueMail(sql, deps, {
    kind: 'owner_link',
    to: salon.ownerEmail,
    subject: `Clients of ${salon.name}`,
    content: {
      greeting: `Hello ${firstNameOf(salon.ownerName)},`,
      paragraphs: [words],
      button: { label: button, url },
    },
    dedupeKey,
    salonId: salon.id,
  })
  return mailed === 'queued' ? 'email' : null
}
