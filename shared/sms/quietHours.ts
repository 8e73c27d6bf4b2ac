import { anywhere, type Place, placeOf } from './areaCodes.ts'
import { type Market, marketCodes, markets, splitDialCode } from './markets.ts'

/** Minutes of the day, `from` included and `to` not; `from > to` crosses midnight. */
export type QuietHours = { from: number; to: number }

export type SendWindow = {
  /** Whether a first text may go out now. */
  open: boolean
  /** The next moment at which one may; `now` itself when open. */
  opensAt: Date
  /** When the open window ends; null when it is closed, or never ends. */
  closesAt: Date | null
}

/** A stretch of time in which a first text may go out; `closesAt` null: for ever. */
export type Window = { opensAt: Date; closesAt: Date | null }

const minute = 60_000
const day = 24 * 60
const halfDay = 12 * 60 * minute
/** Clocks are changed on the quarter hour at most. */
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

/**
 * States whose law ends the day earlier than the federal 21:00 (47 CFR 64.1200(c)(1)), or may.
 * An unknown place counts as one of them.
 */
const strictStates = new Set(['FL', 'MD', 'OK', 'WA', anywhere.state])
const strictHours: QuietHours = { from: 8 * 60, to: 20 * 60 }

/** Markets of one time zone; in the US the area code tells. */
const places = new Map(
  marketCodes.flatMap((code): [Market, Place][] => {
    const { zone } = markets[code]
    return zone ? [[code, { state: code, zones: [zone] }]] : []
  }),
)
/** No market of ours: held to hours that suit all of Europe. */
const elsewhere: Place = { state: 'EU', zones: ['Europe/Lisbon', 'Europe/Paris', 'Europe/Athens'] }

/**
 * When a first text may go to this number: `quietHours` (the permitted hours, `08:00-21:00`) at the recipient's
 * place, in every time zone its area code may mean. `00:00-24:00` is always, whatever the place.
 * When no moment suits every zone, `opensAt` is a week away: nothing is sent until somebody widens the hours.
 */
export function sendWindow(e164: string, quietHours: string, now: Date): SendWindow {
  const place = placeOfNumber(e164)
  const moment = `${quietHours} ${now.getTime()}`
  if (remembered.moment !== moment) remembered = { moment, windows: new Map() }
  const window = remembered.windows.get(place) ?? windowAt(place, parseQuietHours(quietHours), now)
  remembered.windows.set(place, window)
  return window
}

/** The window `from` lies in, or else the next one after it. Where no moment suits, it is a week away and has no length. */
export function nextWindow(e164: string, quietHours: string, from: Date): Window {
  const now = sendWindow(e164, quietHours, from)
  if (now.open) return { opensAt: from, closesAt: now.closesAt }
  const then = sendWindow(e164, quietHours, now.opensAt)
  return { opensAt: now.opensAt, closesAt: then.open ? then.closesAt : now.opensAt }
}

/** An audience of 100 000 is asked about at one moment, in a few hundred places. */
let remembered = { moment: '', windows: new Map<Place, SendWindow>() }

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
 * The moments after `now`, over three days, at which clocks in a zone show this minute of the day, and those at which
 * they are changed: an hour that is skipped or comes twice opens and closes windows too.
 */
function upcoming(zone: string, minutes: number, now: number): number[] {
  const local = now + offset(zone, now)
  const midnight = local - (local % (day * minute))
  const shown = [0, 1, 2, 3].flatMap((days) => {
    const wall = midnight + (days * day + minutes) * minute
    const near = wall - offset(zone, now)
    // The offsets before and after a change on that day; without one they are the same.
    return [near - halfDay, near + halfDay].map((at) => wall - offset(zone, at))
  })
  return [...shown, ...changes(zone, now)].filter((at) => at > now)
}

/** When the clocks of a zone are changed in the next four days. */
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

/** Milliseconds a zone's clocks are ahead of UTC; remembered for each quarter hour. */
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
