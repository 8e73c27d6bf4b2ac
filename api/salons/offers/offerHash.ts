import { createHash } from 'node:crypto'
import { localDate } from '@salonback/shared/sms/openHours.ts'

/** Everything in the texts that is not the client's own, besides the words. */
export interface ApprovedNames {
  salonName: string
  bookingUrl: string | null
}

/** The names that an approval given now covers. */
export const namesOf = ({
  name,
  bookingUrl,
}: {
  name: string
  bookingUrl: string | null
}): ApprovedNames => ({
  salonName: name,
  bookingUrl,
})

/**
 * Hash over both texts and the last day of a monthly approval, in hexadecimal; of an approval over the names too, so that a
 * rename needs another one. Postgres stores no NUL, so the separator is unambiguous.
 */
export const hashOfOffer = (
  {
    text,
    reminderText,
    repeatUntil,
  }: { text: string; reminderText: string | null; repeatUntil?: string | null },
  names?: ApprovedNames,
) =>
  createHash('sha256')
    .update(
      [
        text,
        reminderText ?? '',
        ...(names ? [names.salonName, names.bookingUrl ?? ''] : []),
        ...(repeatUntil ? [`each month until ${repeatUntil}`] : []),
      ].join('\0'),
    )
    .digest('hex')

/** Whether the days of a monthly approval are over. */
export const hasEnded = (
  { repeatUntil }: { repeatUntil: string | null },
  timeZone: string,
  now: Date,
): boolean => repeatUntil !== null && localDate(timeZone, now) > repeatUntil

type StoredOffer = {
  text: string
  reminderText: string | null
  repeatUntil: string | null
  textSha256: string
  state: string
} & {
  [name in keyof ApprovedNames]: string | null
}

/** The names in an approved offer; null if it is not approved, or not with these texts and names. */
export function approvedNames({ salonName, bookingUrl, ...offer }: StoredOffer): ApprovedNames | null {
  if (offer.state !== 'approved' || salonName === null) return null
  const names = { salonName, bookingUrl }
  return offer.textSha256 === hashOfOffer(offer, names) ? names : null
}
