import { LIST_DAYS } from '../salons/days.ts'

/** The note of a wave that was skipped because nothing reached the owner. */
export const OWNER_NOT_REACHED = 'The owner could not be reached the day before'

/** A text or e-mail to the owner's present number or address that announces a wave. */
export interface Announcement {
  by: 'text' | 'email'
  /** `arrived`: accepted by the carrier or the mail server, and not returned since. */
  state: 'waiting' | 'arrived' | 'failed'
  /** When it was queued, and when it arrived; ISO 8601. */
  since: string
  at: string | null
}

export interface AnnouncementFacts {
  announcements: readonly Announcement[]
  /** The owner has a number that has not opted out. */
  canText: boolean
  /** The owner has an address, and a mail server is set up. */
  canMail: boolean
  now: Date
}

/** `told`: one has arrived. `skip`: none will. */
export type AnnouncementStep = 'told' | 'text' | 'email' | 'wait' | 'skip'

const HOUR_MS = 3_600_000
/** The e-mail leaves when the text still waits after this time. */
const MAIL_AFTER_MS = HOUR_MS
/** An announcement that waits this long counts as lost: the list of the wave is too old by then. */
const GIVE_UP_MS = LIST_DAYS * 24 * HOUR_MS

/** What to do so that the owner learns of a wave: a text first, then an e-mail. What has not arrived counts as not known. */
export function announcementStep({
  announcements,
  canText,
  canMail,
  now,
}: AnnouncementFacts): AnnouncementStep {
  if (announcements.some(({ state }) => state === 'arrived')) return 'told'
  const age = ({ since }: Announcement) => now.getTime() - new Date(since).getTime()
  const waiting = announcements.filter((one) => one.state === 'waiting' && age(one) < GIVE_UP_MS)
  const has = (by: Announcement['by']) => announcements.some((one) => one.by === by)
  if (canText && !has('text')) return 'text'
  const isFresh = waiting.some((one) => one.by === 'text' && age(one) < MAIL_AFTER_MS)
  if (canMail && !has('email') && !isFresh) return 'email'
  return waiting.length > 0 ? 'wait' : 'skip'
}
