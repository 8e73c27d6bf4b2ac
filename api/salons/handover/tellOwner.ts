import { mayTellNow } from '@salonback/shared/salons/handover/tellTimes.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { sendToOwner } from '../ownerLinks/sendToOwner.ts'
import { countToldToday, type HandoverSalon, saveTold } from './queries.ts'

export type TellDeps = Pick<Deps, 'env' | 'clock' | 'mailer'>

interface Words {
  /** After "Salonback for Glow: " and before the address. */
  words: string
  /** Label of the button in an e-mail. */
  button: string
  /** The text waits until then. */
  dueAt?: Date
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
  const sentBy = await sendHandoverLink(sql, deps, salon, { ...words, subjectId: id })
  await saveTold(sql, [id], sentBy ?? 'page', now)
  return sentBy ?? 'unreachable'
}

interface SendHandoverLink extends Words {
  /** The hand-over that the page shows; null: all open ones. */
  subjectId: string | null
  /** Unset: a text about one hand-over. */
  dedupeKey?: string
}

/** Sends a link to hand-overs by text, else by e-mail. Null: neither reaches the owner. */
export const sendHandoverLink = (
  sql: Sql,
  deps: TellDeps,
  salon: HandoverSalon,
  { words, ...message }: SendHandoverLink,
): Promise<'text' | 'email' | null> =>
  sendToOwner(sql, deps, salon, {
    ...message,
    purpose: 'handover',
    words: `${words} ${message.button}:`,
    subject: `Clients of ${salon.name}`,
    paragraphs: [words],
  })
