import { anywhere, type Place, placeOf } from '@salonback/shared/sms/areaCodes.ts'
import { parseQuietHours, type SendWindow, sendWindow } from '@salonback/shared/sms/quietHours.ts'
import type { Proving, Row } from '../suite.ts'

/** Minutes between two looks; with no divisor of an hour, so that every minute of one has its turn. */
const STEP = { short: 61, full: 7 }
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Around each change of the clocks, and as far as the next opening can be. */
const AROUND = 30 * HOUR
const AHEAD = 4 * DAY

/** The usual hours, some that begin or end within the lost and the doubled hour, and some over midnight. */
const settings = ['08:00-21:00', '01:30-02:30', '02:15-09:45', '22:00-01:45']
/** Florida, Maryland, Oklahoma, Washington and places unknown: until 20:00 (47 CFR 64.1200(c)(1) and state law). */
const strict = new Set(['FL', 'MD', 'OK', 'WA', anywhere.state])

interface Recipient {
  phone: string
  place: Place
}

/**
 * Quiet hours over both clock-change nights of every zone of GB, IE and US, minute by minute, against a model that
 * only asks what the clock on the recipient's wall shows.
 */
export function windows({ scale, log, signal }: Proving): Row[] {
  const opens = { what: 'first texts leave in the recipient’s hours alone', tried: 0, wrong: 0, note: '' }
  const edges = { what: 'the next opening and closing are the first there are', tried: 0, wrong: 0, note: '' }
  for (const { phone, place } of recipients()) {
    for (const night of nights(place.zones)) {
      const from = night - AROUND
      const walls = place.zones.map((zone) => wallClock(zone, from, night + AROUND + AHEAD))
      for (const hours of settings) {
        if (signal.aborted) return [opens, edges]
        const truth = openMinutes(walls, hours, strict.has(place.state))
        for (let at = 0; at < (2 * AROUND) / MINUTE; at += STEP[scale]) {
          const window = sendWindow(phone, hours, new Date(from + at * MINUTE))
          const where = `${place.zones[0]} ${hours} ${new Date(from + at * MINUTE).toISOString()}`
          count(opens, window.open === (truth[at] === 1), where)
          count(edges, isNextChange(window, truth, at, from), where)
        }
      }
    }
  }
  log(`quiet hours: ${opens.tried} minutes looked at`)
  return [opens, edges].map(({ note, ...row }) => ({ ...row, ...(note && { note }) }))
}

function count(row: { tried: number; wrong: number; note: string }, right: boolean, where: string) {
  row.tried++
  if (right) return
  row.wrong++
  row.note ||= where
}

/** One number for each place that differs. */
function recipients(): Recipient[] {
  const found = new Map<string, Recipient>()
  for (let code = 201; code <= 989; code++) {
    const phone = `+1${code}5550123`
    const place = placeOf(phone)
    found.set(`${place.state === '' || strict.has(place.state)} ${place.zones}`, { phone, place })
  }
  return [
    { phone: '+447700900123', place: { state: 'GB', zones: ['Europe/London'] } },
    { phone: '+353851234567', place: { state: 'IE', zones: ['Europe/Dublin'] } },
    ...found.values(),
  ]
}

/** The moments of 2027 at which any of these zones changes its clocks; midsummer where none does. */
function nights(zones: readonly string[]): number[] {
  const found = new Set<number>()
  for (const zone of zones) {
    const wall = wallClock(zone, Date.UTC(2027, 0, 1), Date.UTC(2028, 0, 1), HOUR)
    for (let i = 1; i < wall.length; i++) {
      const gone = ((wall[i] as number) - (wall[i - 1] as number) + 1440) % 1440
      if (gone !== 60) found.add(Date.UTC(2027, 0, 1) + i * HOUR)
    }
  }
  return found.size > 0 ? [...found] : [Date.UTC(2027, 6, 1)]
}

/** Minutes of the day a clock on the wall shows, at each step between the two moments. */
function wallClock(zone: string, from: number, to: number, step = MINUTE): Uint16Array {
  const known = walls.get(`${zone} ${from} ${to}`)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const shown = new Uint16Array(Math.floor((to - from) / step))
  for (let i = 0; i < shown.length; i++) {
    const [hour = '', minute = ''] = clock.format(from + i * step).split(':')
    shown[i] = Number(hour) * 60 + Number(minute)
  }
  walls.set(`${zone} ${from} ${to}`, shown)
  return shown
}
const walls = new Map<string, Uint16Array>()

/** 1 for each minute in which every clock shows a permitted one. */
function openMinutes(clocks: Uint16Array[], hours: string, isStrict: boolean): Uint8Array {
  const rules = [parseQuietHours(hours), ...(isStrict ? [{ from: 480, to: 1200 }] : [])]
  const permitted = Uint8Array.from({ length: 1440 }, (_, minute) =>
    rules.every(({ from, to }) => (from < to ? minute >= from && minute < to : minute >= from || minute < to))
      ? 1
      : 0,
  )
  const first = clocks[0] as Uint16Array
  return Uint8Array.from(first, (_, i) => (clocks.every((clock) => permitted[clock[i] as number]) ? 1 : 0))
}

/** No permitted minute is passed over, and none is promised that is not: a week away stands for never. */
function isNextChange(window: SendWindow, truth: Uint8Array, at: number, from: number): boolean {
  const change = window.open ? window.closesAt : window.opensAt
  const next = truth.indexOf(window.open ? 0 : 1, at)
  if (change === null || next < 0) return change === null || change.getTime() - from >= AHEAD
  return change.getTime() === from + next * MINUTE
}
