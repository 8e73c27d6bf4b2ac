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

const sameYear = (a: Date, b: Date) => a.getFullYear() === b.getFullYear()

/** For a list row: `9:41 AM`, `Yesterday, 9:41 AM`, `Nov 18, 9:41 AM`, `Nov 18, 2025, 9:41 AM`. */
export const listTime = (at: string, now: Date): string =>
  daysAgo(new Date(at), now) <= 0 ? timeOfDay(at) : historyTime(at, now)

/** `Nov 18`, with the year when it is not the current one. */
function shortDay(date: Date, now: Date): string {
  return format({
    month: 'short',
    day: 'numeric',
    ...(!sameYear(date, now) && { year: 'numeric' }),
  }).format(date)
}

/** Heading of a day in a conversation: `Today`, `Yesterday`, `Wednesday, Nov 18`. */
export function dayHeading(at: string, now: Date): string {
  const date = new Date(at)
  const days = daysAgo(date, now)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return format({
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    ...(!sameYear(date, now) && { year: 'numeric' }),
  }).format(date)
}

/** For the history: `Today, 9:18 AM`, `Nov 13, 2:37 PM`. */
export function historyTime(at: string, now: Date): string {
  const date = new Date(at)
  const days = daysAgo(date, now)
  const day = days === 0 ? 'Today' : days === 1 ? 'Yesterday' : shortDay(date, now)
  return `${day}, ${timeOfDay(at)}`
}

/** Whether two times fall on the same calendar day in the reader's time zone. */
export const sameDay = (a: string, b: string) => startOfDay(new Date(a)) === startOfDay(new Date(b))
