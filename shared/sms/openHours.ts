/** Minutes of the day: `from` inclusive, `to` exclusive; `from > to` crosses midnight. */
export type Hours = { from: number; to: number }

/** Open hours by weekday, Sunday first; null is closed. Only hours that are the same every day may cross midnight. */
export type Week = readonly (Hours | null)[]

/** Open hours in the local time of a zone. */
export type Schedule = { zone: string; week: Week }

export type SendWindow = {
  /** Whether a text may leave now. */
  open: boolean
  /** Next opening time; `now` when open. */
  opensAt: Date
  /** End of the open window; null when closed or endless. */
  closesAt: Date | null
}

/** A period when texts may leave; `closesAt` null: endless. */
export type Window = { opensAt: Date; closesAt: Date | null }

const minute = 60_000
const hour = 60
const day = 24 * hour
const halfDay = 12 * hour * minute
/** Clock changes happen on a quarter hour. */
const quarter = 15 * minute
/** Hours repeat weekly; one day more because clock changes move edges. */
const daysAhead = Array.from({ length: 9 }, (_, days) => days)

/** Hours from one full hour to another. */
export const clockHours = (from: number, to: number): Hours => ({ from: from * hour, to: to * hour })

export const everyDay = (hours: Hours): Week => Array<Hours>(7).fill(hours)

/**
 * Whether all schedules are open now, and until or from when. If no time suits all of them, `opensAt` is a week away, so
 * nothing is sent until a schedule changes.
 */
export function windowOf(schedules: readonly Schedule[], now: Date): SendWindow {
  const isOpen = (at: number) => schedules.every(({ zone, week }) => isWithin(week, at + offset(zone, at)))
  const edges = (side: keyof Hours) =>
    schedules
      .flatMap(({ zone, week }) => upcoming(zone, minutesOf(week, side), now.getTime()))
      .sort(ascending)

  if (isOpen(now.getTime())) {
    const closesAt = edges('to').find((at) => !isOpen(at))
    return { open: true, opensAt: now, closesAt: closesAt === undefined ? null : new Date(closesAt) }
  }
  const opensAt = edges('from').find(isOpen) ?? now.getTime() + 7 * day * minute
  return { open: false, opensAt: new Date(opensAt), closesAt: null }
}

/** The window that contains `from`, or the next one. If no time suits, it is a week away and empty. */
export function nextWindowOf(windowAt: (at: Date) => SendWindow, from: Date): Window {
  const now = windowAt(from)
  if (now.open) return { opensAt: from, closesAt: now.closesAt }
  const next = windowAt(now.opensAt)
  return { opensAt: now.opensAt, closesAt: next.open ? next.closesAt : now.opensAt }
}

/** Moments in a cache: the next window takes two, and several campaigns are composed at the same time. */
const MOMENTS = 32

/** Caches the windows of a few moments: an audience of 100,000 covers only a few hundred places. */
export function windowCache<Place>() {
  const moments = new Map<string, Map<Place, SendWindow>>()
  return (at: string, place: Place, compute: () => SendWindow): SendWindow => {
    const windows = moments.get(at) ?? new Map<Place, SendWindow>()
    if (!moments.has(at)) {
      const oldest = moments.size < MOMENTS ? undefined : moments.keys().next().value
      if (oldest !== undefined) moments.delete(oldest)
      moments.set(at, windows)
    }
    const window = windows.get(place) ?? compute()
    windows.set(place, window)
    return window
  }
}

/** The date in a zone, as `2026-01-31`. */
export const localDate = (zone: string, now: Date): string =>
  new Date(now.getTime() + offset(zone, now.getTime())).toISOString().slice(0, 10)

/** The instant at which the clock of a zone shows `2026-01-31T14:00`; the earlier of two. A skipped hour counts from before it. */
export function instantOf(zone: string, clock: string): Date {
  const wall = Date.parse(`${clock}Z`)
  const before = wall - offset(zone, wall - halfDay)
  const after = wall - offset(zone, wall + halfDay)
  const shown = [before, after].filter((at) => at + offset(zone, at) === wall)
  return new Date(shown.length > 0 ? Math.min(...shown) : before)
}

const ascending = (a: number, b: number) => a - b

/** `local` is milliseconds since 1970 on the zone's clock. */
function isWithin(week: Week, local: number): boolean {
  const minutes = Math.floor(local / minute)
  // 1 January 1970 was a Thursday.
  const hours = week[(Math.floor(minutes / day) + 4) % 7]
  return hours ? isWithinHours(hours, minutes % day) : false
}

const isWithinHours = ({ from, to }: Hours, minutes: number): boolean =>
  from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to

const minutesOf = (week: Week, side: keyof Hours): number[] => [
  ...new Set(week.flatMap((hours) => (hours ? [hours[side]] : []))),
]

/**
 * Times after `now` at which a zone's local time is one of these minutes of the day, plus the zone's clock changes: a
 * skipped or repeated hour opens and closes windows too.
 */
function upcoming(zone: string, minutes: number[], now: number): number[] {
  const ahead = offset(zone, now)
  const local = now + ahead
  const midnight = local - (local % (day * minute))
  const shown = daysAhead.flatMap((days) =>
    minutes.flatMap((minuteOfDay) => {
      const wall = midnight + (days * day + minuteOfDay) * minute
      const estimate = wall - ahead
      // The offsets before and after a clock change on that day; equal without one.
      return [estimate - halfDay, estimate + halfDay].map((at) => wall - offset(zone, at))
    }),
  )
  return [...shown, ...changes(zone, now)].filter((at) => at > now)
}

/** Clock changes of a zone in the days ahead. */
function changes(zone: string, now: number): number[] {
  return daysAhead.flatMap((days) => {
    let before = quarter * Math.floor((now + 2 * days * halfDay) / quarter)
    let after = before + 2 * halfDay
    if (offset(zone, before) === offset(zone, after)) return []
    while (after - before > quarter) {
      const middle = before + quarter * Math.floor((after - before) / 2 / quarter)
      if (offset(zone, middle) === offset(zone, before)) before = middle
      else after = middle
    }
    return [after]
  })
}

const formatters = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

/** UTC offset of a zone in milliseconds, cached per quarter hour. */
function offset(zone: string, at: number): number {
  const begins = quarter * Math.floor(at / quarter)
  const key = `${zone} ${begins}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const formatter =
    formatters.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formatters.set(zone, formatter)
  const name = formatter.formatToParts(begins).find((part) => part.type === 'timeZoneName')?.value
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? []
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minute
  if (offsets.size > 10_000) offsets.clear()
  offsets.set(key, ahead)
  return ahead
}
