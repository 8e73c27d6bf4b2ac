import { timeOfDay } from '../../formats.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify(options)
  const made = formats.get(name) ?? new Intl.DateTimeFormat('en-US', options)
  formats.set(name, made)
  return made
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** Calendar days in the reader's time zone between a time and now: 0 today, 1 yesterday. */
function daysAgo(at: Date, now: Date): number {
  return Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)
}

/** For a list row: `9:41 AM`, `Yesterday, 9:41 AM`, `Nov 18, 9:41 AM`, `Nov 18, 2025, 9:41 AM`. */
export const listTime = (at: string, now: Date): string =>
  daysAgo(new Date(at), now) <= 0 ? timeOfDay(at) : historyTime(at, now)

/** `Today`, `Yesterday` or `Nov 18`, with the year when it is not the current one. */
function dayName(at: string, now: Date, weekday: Intl.DateTimeFormatOptions = {}): string {
  const date = new Date(at)
  const days = daysAgo(date, now)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return format({ ...weekday, month: 'short', day: 'numeric', ...year }).format(date)
}

/** Heading of a day in a conversation: `Today`, `Yesterday`, `Wednesday, Nov 18`. */
export const dayHeading = (at: string, now: Date): string => dayName(at, now, { weekday: 'long' })

/** For the history: `Today, 9:18 AM`, `Nov 13, 2:37 PM`. */
export const historyTime = (at: string, now: Date): string => `${dayName(at, now)}, ${timeOfDay(at)}`

/** Whether two times fall on the same calendar day in the reader's time zone. */
export const sameDay = (a: string, b: string) => startOfDay(new Date(a)) === startOfDay(new Date(b))
