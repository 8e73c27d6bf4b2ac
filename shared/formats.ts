/** Shown for a missing value. */
const missing = '—'

const formatters = new Map<string, Intl.DateTimeFormat>()

function dateParts(iso: string, timeZone: string | undefined): Record<string, string> | null {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return null
  const name = timeZone ?? ''
  const formatter =
    formatters.get(name) ??
    new Intl.DateTimeFormat('en-US', {
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    })
  formatters.set(name, formatter)
  return Object.fromEntries(formatter.formatToParts(date).map((part) => [part.type, part.value]))
}

/** `Jan 5, 2025 at 3:07 PM`, in the reader's time zone by default. */
export function dateTime(iso: string, timeZone?: string): string {
  const parts = dateParts(iso, timeZone)
  if (!parts) return missing
  return `${parts.month} ${parts.day}, ${parts.year} at ${parts.hour}:${parts.minute} ${parts.dayPeriod}`
}

/** `3:07 PM` */
export function timeOfDay(iso: string, timeZone?: string): string {
  const parts = dateParts(iso, timeZone)
  return parts ? `${parts.hour}:${parts.minute} ${parts.dayPeriod}` : missing
}

/** `Thu, Nov 27, 9:00 AM`, in the reader's time zone by default. */
export function dayAndTime(iso: string, timeZone?: string): string {
  const parts = dateParts(iso, timeZone)
  return parts ? `${parts.weekday}, ${parts.month} ${parts.day}, ${timeOfDay(iso, timeZone)}` : missing
}

/** `10 March 2026`, which reads the same in every country. */
export const longDate = (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(iso))

/** `10 March 2026 at 14:05` or, in the US, `March 10, 2026 at 2:05 PM`: as an owner there writes it. */
export const ownersTime = (iso: string, country: 'GB' | 'IE' | 'US', timeZone: string) =>
  new Intl.DateTimeFormat(`en-${country}`, { dateStyle: 'long', timeStyle: 'short', timeZone })
    .format(new Date(iso))
    .replace(/\s+/g, ' ')

/** `Tue 10 March, 10:05`: the form of owners' pages. */
export function dayAndClock(iso: string, timeZone: string, month: 'long' | 'short' = 'long'): string {
  const date = { weekday: 'short', day: 'numeric', month } as const
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const parts = new Intl.DateTimeFormat('en-GB', { ...date, ...clock, timeZone }).formatToParts(new Date(iso))
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${part.weekday} ${part.day} ${part.month}, ${part.hour}:${part.minute}`
}

/** `Tue 10 March, 10:05 to 17:45`, or `from Tue 10 March, 10:05 to Wed 11 March, 12:00`. */
export function timeSpan(from: string, to: string, timeZone: string): string {
  const [first, last] = [dayAndClock(from, timeZone), dayAndClock(to, timeZone)]
  if (first === last) return first
  const [day] = first.split(', ')
  return last.startsWith(`${day}, `) ? `${first} to ${last.split(', ')[1]}` : `from ${first} to ${last}`
}

/** Created on first use: it takes a browser 10 ms. */
let relative: Intl.RelativeTimeFormat | undefined
const minute = 60_000
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * minute],
  ['month', 30 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
]

/** `5 minutes ago`, rounded down. Under a minute, and for times in the future: `just now`. */
export function relativeTime(iso: string, now: Date): string {
  const passed = now.getTime() - new Date(iso).getTime()
  if (Number.isNaN(passed)) return missing
  const unit = units.find(([, length]) => passed >= length)
  if (!unit) return 'just now'
  relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'always' })
  return relative.format(-Math.floor(passed / unit[1]), unit[0])
}

/** `2 h`, for lists that are read aloud. */
export function shortSpan(iso: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(iso).getTime()) / minute))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : plural(Math.floor(hours / 24), 'day')
}

/** `1.25 MB` of 1024 × 1024 bytes. */
export const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MB`

/** `256 MB` or `1.43 MB`, rounded down. */
export function sizeLimit(bytes: number): string {
  const hundredths = Math.floor((bytes / 1024 / 1024) * 100)
  return `${hundredths % 100 === 0 ? hundredths / 100 : (hundredths / 100).toFixed(2)} MB`
}

/** The first 8 characters of an export id, and `...`. */
export const shortExportId = (id: string) => `${id.slice(0, 8)}...`

/** `4.7`, always one decimal. */
export const oneDecimal = (value: number | null) => (value === null ? missing : value.toFixed(1))

/** `33.3%`, for a rate in percent. */
export const percent = (rate: number) => `${rate.toFixed(1)}%`

const grouped = new Intl.NumberFormat('en-US')

/** `12,480` */
export const count = (value: number) => grouped.format(value)

const rules = new Intl.PluralRules('en-US')

/** The singular or plural of a word: `segment` with 1, else `segments`. */
export const pluralForm = (value: number, one: string, many = `${one}s`) =>
  rules.select(value) === 'one' ? one : many

/** `1 segment`, `12,480 segments` */
export const plural = (value: number, one: string, many?: string) =>
  `${count(value)} ${pluralForm(value, one, many)}`

/** `£1,234.50` of minor units. */
export const money = (minor: number, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    minor / 100,
  )

/** `Mar 12, 2026` of `2026-03-12`: the form of the console. */
export const formatDay = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date))

/** `12 Mar 2026` of `2026-03-12`: the form of owners' pages and statements. */
export const shortDay = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
