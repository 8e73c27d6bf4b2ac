import type { Place } from '../../sms/areaCodes.ts'
import {
  clockHours,
  nextWindowOf,
  type SendWindow,
  type Week,
  type Window,
  windowCache,
  windowOf,
} from '../../sms/openHours.ts'
import { consumerHours, placeOfNumber } from '../../sms/quietHours.ts'

const hours = clockHours(10, 18)

/** Tuesday to Saturday, 10:00 to 18:00, in the salon's time zone. */
const salonWeek: Week = [null, null, hours, hours, hours, hours, hours]

interface Salon {
  timeZone: string
}

const cached = windowCache<Place>()

/**
 * When a salon's text may go to this number: the salon's days and hours, within the legal hours of the number.
 * `quietHours` is the setting QUIET_HOURS; `00:00-24:00` removes it, but not the salon's hours or those of US numbers.
 * If the two never overlap, as with a London salon and a number in Hawaii, `opensAt` is a week away.
 */
export function salonWindow(salon: Salon, e164: string, quietHours: string, now: Date): SendWindow {
  const { timeZone } = salon
  return cached(`${timeZone} ${quietHours} ${now.getTime()}`, placeOfNumber(e164), () =>
    windowOf([{ zone: timeZone, week: salonWeek }, ...consumerHours(e164, quietHours)], now),
  )
}

/** The window that contains `from`, or the next one. If no time suits, it is a week away and empty. */
export const nextSalonWindow = (salon: Salon, e164: string, quietHours: string, from: Date): Window =>
  nextWindowOf((at) => salonWindow(salon, e164, quietHours, at), from)
