import { clockHours, everyDay, localDate, type SendWindow, windowOf } from '../../sms/openHours.ts'
import { consumerHours } from '../../sms/quietHours.ts'

interface DayBefore {
  timeZone: string
  /** E.164 */
  phone: string
  /** The setting QUIET_HOURS. */
  quietHours: string
  now: Date
}

/**
 * When a reminder of an appointment may leave: 10:00 to 18:00 at the salon, within the legal hours of the number. On every
 * day of the week, because an appointment on Tuesday is reminded of on Monday.
 */
export const dayBeforeWindow = ({ timeZone, phone, quietHours, now }: DayBefore): SendWindow =>
  windowOf([{ zone: timeZone, week: everyDay(clockHours(10, 18)) }, ...consumerHours(phone, quietHours)], now)

/** Whether `visitAt` is tomorrow, by the calendar of the salon. */
export const isTomorrow = (
  visitAt: Date,
  { timeZone, now }: Pick<DayBefore, 'timeZone' | 'now'>,
): boolean => {
  const today = new Date(`${localDate(timeZone, now)}T00:00:00Z`)
  today.setUTCDate(today.getUTCDate() + 1)
  return localDate(timeZone, visitAt) === today.toISOString().slice(0, 10)
}
