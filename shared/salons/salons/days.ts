/** Dates are `2026-01-31`, without time and zone. */

/** Days for which a list of clients is good. Older lists miss visits and bookings. */
export const LIST_DAYS = 14

const dayLength = 24 * 60 * 60_000
const atMidnight = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** Days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (atMidnight(to) - atMidnight(from)) / dayLength

/** `2026-03-01` plus 14 days is `2026-03-15`; negative days go back. */
export const addDays = (day: string, days: number): string =>
  new Date(atMidnight(day) + days * dayLength).toISOString().slice(0, 10)

/** The same day of a later month, or the last day of that month: 2024-02-29 plus 12 months is 2025-02-28. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/** Whole months from one date to a later one. */
export function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number)
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth
  return addMonths(from, months) > to ? months - 1 : months
}
