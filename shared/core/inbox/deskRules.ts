/** How long a conversation stays taken after the last activity, ms. */
export const TAKEN_MS = 10 * 60_000
/** Shortest time between two calls that keep a conversation taken while a reply is typed, ms. */
export const KEEP_MS = 60_000
/** The longest time that a conversation can be out of review, ms. */
export const MAX_SNOOZE_MS = 366 * 24 * 3_600_000

/** Hour of the day at which a conversation comes back. */
const HOUR = 9

const atNine = (now: Date, days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, HOUR)

/** Tomorrow at nine, in the time zone of the reader. */
export const tomorrow = (now: Date): Date => atNine(now, 1)

/** The next Monday at nine; on a Monday the one after. */
export const nextMonday = (now: Date): Date => atNine(now, (8 - now.getDay()) % 7 || 7)

/** Nine o'clock of a day like `2026-11-30`; null for a day that is over or more than a year away. */
export function morningOf(day: string, now: Date): Date | null {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number)
  const at = new Date(year, month - 1, date, HOUR)
  const ms = at.getTime() - now.getTime()
  return ms > 0 && ms < MAX_SNOOZE_MS ? at : null
}

/** `Mon, Nov 30` */
export const shortDate = (at: Date | string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' }).format(new Date(at))
