import { clockHours, everyDay, localDate, windowOf } from '../../sms/openHours.ts'

/** Most texts a day to an owner about questions and bookings. Further ones are collected into one text. */
export const TEXTS_A_DAY = 6

const isWithin = (timeZone: string, from: number, to: number, now: Date): boolean =>
  windowOf([{ zone: timeZone, week: everyDay(clockHours(from, to)) }], now).open

interface MayTellNow {
  timeZone: string
  /** Such texts that the owner got today. */
  today: number
  now: Date
}

/** Whether an owner gets a text now: from 8:00 to 21:00 at the salon, six a day. */
export const mayTellNow = ({ timeZone, today, now }: MayTellNow): boolean =>
  today < TEXTS_A_DAY && isWithin(timeZone, 8, 21, now)

export type CollectedAt = 'morning' | 'evening'

/**
 * Which collected text is due: in the evening (17:00 to 21:00) for hand-overs after the sixth text, in the morning (from
 * 9:00) for those from the night. Each leaves once a day.
 */
export function collectedDue(timeZone: string, oldest: Date, now: Date): CollectedAt | null {
  if (isWithin(timeZone, 17, 21, now)) return 'evening'
  const isOfNight =
    localDate(timeZone, oldest) < localDate(timeZone, now) || !isWithin(timeZone, 8, 24, oldest)
  return isOfNight && isWithin(timeZone, 9, 17, now) ? 'morning' : null
}
