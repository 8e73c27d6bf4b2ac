import { z } from 'zod'

/** A campaign may start at most this many days ahead. */
export const MAX_DAYS_AHEAD = 60
const DAY_MS = 86_400_000

/** Why a campaign cannot start at this time, or null. */
export function startAtError(startAt: Date, now: Date): string | null {
  if (startAt <= now) return 'Please choose a time in the future'
  if (startAt.getTime() - now.getTime() > MAX_DAYS_AHEAD * DAY_MS)
    return `Please choose a time within ${MAX_DAYS_AHEAD} days`
  return null
}

/** A `datetime-local` field as ISO 8601 in UTC; undefined if it is empty. Checked against the clock of the reader. */
export const StartField = z.string().transform((local, context): string | undefined => {
  if (local === '') return undefined
  const startAt = new Date(local)
  const isDate = z.iso.datetime({ local: true }).safeParse(local).success
  const message = isDate ? startAtError(startAt, new Date()) : 'Please enter a date and time'
  if (message === null) return startAt.toISOString()
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** An instant as the value of a `datetime-local` field, in the time zone of the reader. */
export function localValue(iso: string): string {
  const date = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** `Europe/London`: the time zone of the reader. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
