import { clockHours, type Week, windowOf } from '../../sms/openHours.ts'

const hours = clockHours(9, 17)

/** Monday to Friday. */
const officeWeek: Week = [null, hours, hours, hours, hours, hours, null]

/** Whether owners may be reminded: Monday to Friday, 9:00 to 17:00, in the salon's time zone. */
export const isOfficeHour = (timeZone: string, now: Date): boolean =>
  windowOf([{ zone: timeZone, week: officeWeek }], now).open
