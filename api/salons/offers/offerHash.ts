import { createHash } from 'node:crypto'
import { localDate } from '@salonback/shared/sms/openHours.ts'

/** Everything in the texts that is not the client's own, besides the words. */
export interface ApprovedNames {
  salonName: string
  bookingUrl: string | null
}

/** The names that an approval given now covers. */
export const namesOf = (salon: { name: string; bookingUrl: string | null }): ApprovedNames => ({
  salonName: salon.name,
  bookingUrl: salon.bookingUrl,
})

/**
 * Hash over both texts and the last day of a monthly approval, in hexadecimal; of an approval over the names too, so that a
 * rename needs another one. Postgres stores no NUL, so the separator is unambiguous.
 */
export function hashOfOffer(offer: Words, names?: ApprovedNames): string {
  const { text, reminderText, repeatUntil } = offer
  const parts = [text, reminderText ?? '']
  if (names) parts.push(names.salonName, names.bookingUrl ?? '')
  if (repeatUntil) parts.push(`each month until ${repeatUntil}`)
  return createHash('sha256').update(parts.join('\0')).digest('hex')
}

interface Words {
  text: string
  reminderText: string | null
  repeatUntil?: string | null
}

/** Whether the days of a monthly approval are over. */
export const hasEnded = (
  { repeatUntil }: { repeatUntil: string | null },
  timeZone: string,
  now: Date,
): boolean => repeatUntil !== null && localDate(timeZone, now) > repeatUntil

interface StoredOffer extends Words {
  textSha256: string
  state: string
  salonName: string | null
  bookingUrl: string | null
}

/** The names in an approved offer; null if it is not approved, or not with these texts and names. */
export function approvedNames({ salonName, bookingUrl, ...offer }: StoredOffer): ApprovedNames | null {
  if (offer.state !== 'approved' || salonName === null) return null
  const names = { salonName, bookingUrl }
  return offer.textSha256 === hashOfOffer(offer, names) ? names : null
}
