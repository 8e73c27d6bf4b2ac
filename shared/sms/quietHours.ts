import { anywhere, type Place, placeOf } from './areaCodes.ts'
import { type Market, marketCodes, markets, splitDialCode } from './markets.ts'
import {
  clockHours,
  everyDay,
  type Hours,
  nextWindowOf,
  type Schedule,
  type SendWindow,
  type Week,
  type Window,
  windowCache,
  windowOf,
} from './openHours.ts'

const day = 24 * 60

/** Reads `08:00-21:00`; throws an Error that names the setting and the wrong value. */
export function parseQuietHours(text: string): Hours {
  const [, h1, m1, h2, m2] = /^(\d\d):([0-5]\d)-(\d\d):([0-5]\d)$/.exec(text.trim()) ?? []
  const from = Number(h1) * 60 + Number(m1)
  const to = Number(h2) * 60 + Number(m2)
  if (!(from < day && to <= day)) throw new Error(`QUIET_HOURS must read like 08:00-21:00, not "${text}"`)
  if (from === to) throw new Error(`QUIET_HOURS never opens: "${text}"; 00:00-24:00 means always`)
  return { from, to }
}

/** 47 CFR 64.1200(c)(1). */
const federalHours = everyDay(clockHours(8, 21))

/** States with stricter hours for marketing to consumers than the federal ones. */
const stateHours: Readonly<Record<string, Week>> = {
  CT: everyDay(clockHours(9, 20)),
  FL: everyDay(clockHours(8, 20)),
  MD: everyDay(clockHours(8, 20)),
  MS: everyDay(clockHours(8, 20)),
  NJ: everyDay(clockHours(8, 20)),
  OK: everyDay(clockHours(8, 20)),
  RI: everyDay(clockHours(9, 18)),
  TX: [clockHours(12, 21), ...everyDay(clockHours(9, 21)).slice(1)],
  WA: everyDay(clockHours(8, 20)),
  // An unknown place may be in any state.
  [anywhere.state]: [clockHours(12, 18), ...everyDay(clockHours(9, 18)).slice(1)],
}

/** States with hours that also apply to first texts to businesses; an unknown place counts as one. */
const firstTextStates = new Set(['FL', 'MD', 'OK', 'WA', anywhere.state])
const firstTextStateHours = everyDay(clockHours(8, 20))

/** Markets with one time zone; US zones depend on the area code. */
const places = new Map(
  marketCodes.flatMap((code): [Market, Place][] => {
    const { zone } = markets[code]
    return zone ? [[code, { state: code, zones: [zone] }]] : []
  }),
)
/** Any other country: the hours must be open across Europe. */
const elsewhere: Place = { state: 'EU', zones: ['Europe/Lisbon', 'Europe/Paris', 'Europe/Athens'] }

const cached = windowCache<Place>()

/**
 * When a first text may go to this number. `quietHours` are the permitted hours, such as `08:00-21:00`, in local time of
 * the recipient and in every time zone that the area code covers. `00:00-24:00` means always.
 * If no time suits every zone, `opensAt` is a week away, so nothing is sent until the setting changes.
 */
export function sendWindow(e164: string, quietHours: string, now: Date): SendWindow {
  const place = placeOfNumber(e164)
  return cached(`${quietHours} ${now.getTime()}`, place, () => {
    const hours = parseQuietHours(quietHours)
    if (isAlways(hours)) return { open: true, opensAt: now, closesAt: null }
    const weeks = firstTextStates.has(place.state) ? [firstTextStateHours] : []
    return windowOf(inEveryZone(place, [everyDay(hours), ...weeks]), now)
  })
}

/** The window that contains `from`, or the next one. If no time suits, it is a week away and empty. */
export const nextWindow = (e164: string, quietHours: string, from: Date): Window =>
  nextWindowOf((at) => sendWindow(e164, quietHours, at), from)

/**
 * Hours when marketing texts to a consumer are legal: the setting `quietHours`, and for US numbers the federal hours
 * or the stricter ones of the state. A wider setting does not extend the hours of US numbers.
 */
export function consumerHours(e164: string, quietHours: string): Schedule[] {
  const place = placeOfNumber(e164)
  const hours = parseQuietHours(quietHours)
  const weeks = isAlways(hours) ? [] : [everyDay(hours)]
  const isAmerican = splitDialCode(e164)?.market === 'US'
  return inEveryZone(place, isAmerican ? [...weeks, stateHours[place.state] ?? federalHours] : weeks)
}

const isAlways = ({ from, to }: Hours) => from === 0 && to === day

const inEveryZone = ({ zones }: Place, weeks: readonly Week[]): Schedule[] =>
  zones.flatMap((zone) => weeks.map((week) => ({ zone, week })))

/** Location of a number, as far as it shows. */
export function placeOfNumber(e164: string): Place {
  const market = splitDialCode(e164)?.market
  if (!market) return elsewhere
  return places.get(market) ?? placeOf(e164)
}
