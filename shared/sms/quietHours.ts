import { anywhere, type Place, placeOf } from './areaCodes.ts'
import { type Market, marketCodes, markets, splitDialCode } from './markets.ts'

/** Minutes of the day: `from` inclusive, `to` exclusive; `from > to` crosses midnight. */
export type QuietHours = { from: number; to: number }

export type SendWindow = {
  /** Whether a first text may leave now. */
  open: boolean
  /** Next opening time; `now` when open. */
  opensAt: Date
  /** End of the open window; null when closed or endless. */
  closesAt: Date | null
}

/** A period in which first texts may leave; `closesAt` null: endless. */
export type Window = { opensAt: Date; closesAt: Date | null }

const minute = 60_000
const day = 24 * 60
const halfDay = 12 * 60 * minute
/** Clock changes happen on a quarter hour. */
const quarter = 15 * minute

/** Reads `08:00-21:00`; throws an Error that names the setting and the wrong value. */
export function parseQuietHours(text: string): QuietHours {
  const [, h1, m1, h2, m2] = /^(\d\d):([0-5]\d)-(\d\d):([0-5]\d)$/.exec(text.trim()) ?? []
  const from = Number(h1) * 60 + Number(m1)
  const to = Number(h2) * 60 + Number(m2)
  if (!(from < day && to <= day)) throw new Error(`QUIET_HOURS must read like 08:00-21:00, not "${text}"`)
  if (from === to) throw new Error(`QUIET_HOURS never opens: "${text}"; 00:00-24:00 means always`)
  return { from, to }
}

/** States whose hours end before the federal 21:00 (47 CFR 64.1200(c)(1)). An unknown place counts as one. */
const strictStates = new Set(['FL', 'MD', 'OK', 'WA', anywhere.state])
const strictHours: QuietHours = { from: 8 * 60, to: 20 * 60 }

/** Markets with one time zone; US zones depend on the area code. */
const places = new Map(
  marketCodes.flatMap((code): [Market, Place][] => {
    const { zone } = markets[code]
    return zone ? [[code, { state: code, zones: [zone] }]] : []
  }),
)
/** Any other country: the hours must be open across Europe. */
const elsewhere: Place = { state: 'EU', zones: ['Europe/Lisbon', 'Europe/Paris', 'Europe/Athens'] }

/**
 * When a first text may go to this number. `quietHours` are the permitted hours, such as `08:00-21:00`, in local time of
 * the recipient and in every time zone that the area code covers. `00:00-24:00` means always.
 * If no time suits every zone, `opensAt` is a week away, so nothing is sent until the setting changes.
 */
export function sendWindow(e164: string, quietHours: string, now: Date): SendWindow {
  const place = placeOfNumber(e164)
  const moment = `${quietHours} ${now.getTime()}`
  if (cached.moment !== moment) cached = { moment, windows: new Map() }
  const window = cached.windows.get(place) ?? windowAt(place, parseQuietHours(quietHours), now)
  cached.windows.set(place, window)
  return window
}

/** The window that contains `from`, or the next one. If no time suits, it is a week away and empty. */
export function nextWindow(e164: string, quietHours: string, from: Date): Window {
  const now = sendWindow(e164, quietHours, from)
  if (now.open) return { opensAt: from, closesAt: now.closesAt }
  const next = sendWindow(e164, quietHours, now.opensAt)
  return { opensAt: now.opensAt, closesAt: next.open ? next.closesAt : now.opensAt }
}

/** Cache for one moment: an audience of 100,000 covers only a few hundred places. */
let cached = { moment: '', windows: new Map<Place, SendWindow>() }

function windowAt(place: Place, hours: QuietHours, now: Date): SendWindow {
  if (hours.from === 0 && hours.to === day) return { open: true, opensAt: now, closesAt: null }
  const rules = strictStates.has(place.state) ? [hours, strictHours] : [hours]
  const isOpen = (at: number) =>
    place.zones.every((zone) => rules.every((rule) => within(rule, localMinutes(zone, at))))
  const edges = (side: keyof QuietHours) =>
    place.zones
      .flatMap((zone) => rules.flatMap((rule) => upcoming(zone, rule[side], now.getTime())))
      .sort((a, b) => a - b)

  if (isOpen(now.getTime())) {
    const closesAt = edges('to').find((at) => !isOpen(at))
    return { open: true, opensAt: now, closesAt: closesAt === undefined ? null : new Date(closesAt) }
  }
  const opensAt = edges('from').find(isOpen) ?? now.getTime() + 7 * day * minute
  return { open: false, opensAt: new Date(opensAt), closesAt: null }
}

function placeOfNumber(e164: string): Place {
  const market = splitDialCode(e164)?.market
  if (!market) return elsewhere
  return places.get(market) ?? placeOf(e164)
}

function within({ from, to }: QuietHours, minutes: number): boolean {
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to
}

/**
 * Times after `now`, within three days, at which a zone's local time is this minute of the day, plus its clock changes:
 * a skipped or repeated hour opens and closes windows too.
 */
function upcoming(zone: string, minutes: number, now: number): number[] {
  const local = now + offset(zone, now)
  const midnight = local - (local % (day * minute))
  const shown = [0, 1, 2, 3].flatMap((days) => {
    const wall = midnight + (days * day + minutes) * minute
    const estimate = wall - offset(zone, now)
    // The offsets before and after a clock change on that day; equal without one.
    return [estimate - halfDay, estimate + halfDay].map((at) => wall - offset(zone, at))
  })
  return [...shown, ...changes(zone, now)].filter((at) => at > now)
}

/** Clock changes of a zone in the next four days. */
function changes(zone: string, now: number): number[] {
  return [0, 1, 2, 3].flatMap((days) => {
    let [before, after] = [quarter * Math.floor((now + 2 * days * halfDay) / quarter), 0]
    after = before + 2 * halfDay
    if (offset(zone, before) === offset(zone, after)) return []
    while (after - before > quarter) {
      const middle = before + quarter * Math.floor((after - before) / 2 / quarter)
      if (offset(zone, middle) === offset(zone, before)) before = middle
      else after = middle
    }
    return [after]
  })
}

function localMinutes(zone: string, at: number): number {
  return Math.floor((at + offset(zone, at)) / minute) % day
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
