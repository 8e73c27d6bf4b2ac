import { localDate } from '../../sms/openHours.ts'
import { type DateOrder, readVisitDate } from '../lists/listDates.ts'
import { isEmptyValue } from '../lists/listValues.ts'
import { instantIn, readZone, type Zone, type ZoneContext } from './csvZones.ts'

/** `14:30`, `14.30`, `14h30`, `2:30 PM`, `2.30pm`, `2 p.m.`. */
const CLOCK =
  /(?:^|[\sT,])(\d{1,2})(?:[:.h](\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(?:([ap])\.?\s?m\b\.?)?(?!\.?\d|\/)/gi
const NOON = /(?:^|[\s,])(?:12\s*)?(?:noon|midday)\b/i

/** The end of `11:30:00-12:20:00` or `2:30 pm to 3:30 pm`, without the zone after it. */
const RANGE = /^\s*(?:-|–|—|to|until|till|bis)\s*(\d{1,2}[:.h]\d{2}(?::\d{2})?)\s*(?:[ap]\.?\s?m\b\.?)?/i
/** Said after a clock time, without a meaning for it: `14:30 Uhr`, `14:30 (60 min)`. */
const NOISE = /^\s*(?:uhr|hrs?|h|o'?clock)\b\.?|\(?\d+\s*(?:h|hrs?|hours?|m|mins?|minutes?)\)?$/i

/** Longer cells hold notes, and would be slow to search. */
const LONGEST = 80

interface SplitTime {
  day: string
  /** `14:30:00`, also `24:00:00`; null: none is written. */
  clock: string | null
  zone: string
}

/** Splits a cell into its day, time of day and zone. Null if it has a time of day that does not exist. */
function splitTime(text: string): SplitTime | null {
  if (text.length > LONGEST) return null
  const noon = NOON.exec(text)
  if (noon) return { ...partsAround(text, noon.index, noon[0].length), clock: '12:00:00' }
  for (const match of text.matchAll(CLOCK)) {
    const [all, hours, minutes, seconds = '00', half] = match
    if (minutes === undefined && half === undefined) continue
    const clock = clockOf(Number(hours), Number(minutes ?? 0), Number(seconds), half?.toLowerCase())
    const parts = partsAround(text, match.index, all.length)
    return clock && isClear(text, parts) ? { ...parts, clock } : null
  }
  return { day: text, clock: null, zone: '' }
}

const partsAround = (text: string, at: number, length: number) => {
  const rest = text.slice(at + length)
  return {
    day: text.slice(0, at).replace(/[\s,]*(?:\b(?:at|um)|@|-)?[\s,]*$/i, ''),
    zone: withoutRange(text, rest).replace(NOISE, '').trim(),
  }
}

/** In `09:00-10:00` the second time is the end, in `2026-07-18T09:00-10:00` the zone. */
const withoutRange = (text: string, rest: string) =>
  /T\d/i.test(text) || (hasDay(text) && OFFSET_ALONE.test(rest) && !isLater(text, rest))
    ? rest
    : rest.replace(RANGE, '')

const OFFSET_ALONE = /^\s*-\d{2}:\d{2}$/
const hasDay = (text: string) => /^\d{4}-\d{2}-\d{2}/.test(text)

/** Whether the time after the dash is later than the one before it, so that it can be the end. */
function isLater(text: string, rest: string): boolean {
  const [, from = ''] = /(\d{2}:\d{2})(?::\d{2})?(?:\.\d+)?\s*-\d{2}:\d{2}$/.exec(text) ?? []
  return rest.trim().slice(1) > from
}

/** `2026-07-18 09:00-10:00` can be a time with a zone or one with its end. */
const isClear = (text: string, { zone }: { zone: string }) =>
  !(zone === '' && hasDay(text) && /\s\d{2}:\d{2}-(?:0\d|1[0-2]):\d{2}$/.test(text))

function clockOf(hours: number, minutes: number, seconds: number, half?: string): string | null {
  if (minutes > 59 || seconds > 59 || (half === 'a' && hours > 12)) return null
  const hour = half ? (hours % 12) + (half === 'p' ? 12 : 0) : hours
  if (hour > 24 || (hour === 24 && minutes + seconds > 0)) return null
  return [hour, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The part of a cell that can be a date, for the order of day and month. */
export const dayTextOf = (text: string): string => splitTime(text)?.day ?? text

/** Whether a cell holds a day or a time of day. */
export function isTimeText(text: string, order: DateOrder): boolean {
  const parts = splitTime(text)
  return parts !== null && (parts.clock !== null || Boolean(readVisitDate(parts.day, order)))
}

/** A cell with the zone that its heading names; null: the heading names one that cannot be read. */
export interface TimeCell {
  text: string
  zone: Zone | null | undefined
}

export interface CsvTimes extends ZoneContext {
  order: DateOrder
}

interface TimeCells {
  days: readonly TimeCell[]
  clocks: readonly TimeCell[]
  /** Of the column *Time Zone*. */
  zone: string | undefined
}

/** `day`, `clock` and `zone` name the part that cannot be read. */
export type TimeReading = { at: string; dayOnly: boolean } | { unread: 'missing' | 'day' | 'clock' | 'zone' }

/**
 * The time of an appointment: the first of `days` with a day, and the first of `clocks` with a time of day, noon without one. Its
 * zone is the one written with it, else that of the heading, else that of the row, else the salon's.
 */
export function readTime({ days, clocks, zone }: TimeCells, times: CsvTimes): TimeReading {
  const split = (cell: TimeCell) => ({ ...cell, parts: splitTime(cell.text) })
  const dated = days.filter(({ text }) => !isEmptyValue(text)).map(split)
  const day = dated.find(({ parts }) => parts && readVisitDate(parts.day, times.order))
  if (!day?.parts) return { unread: unreadPart(dated, times) }
  const timed = clocks.filter(({ text }) => !isEmptyValue(text)).map(split)
  const clock = [...timed, day, ...dated].find(({ parts }) => parts?.clock)
  if (!clock?.parts?.clock && timed.some(({ parts, text }) => !parts || !isDate(parts.day || text, times)))
    return { unread: 'clock' }
  const date = readVisitDate(day.parts.day, times.order) ?? ''
  const found = zoneOf(
    clock?.parts ? { ...clock, parts: clock.parts } : null,
    { ...day, parts: day.parts },
    zone,
    times,
  )
  if (found === null) return { unread: 'zone' }
  const local = localTime(date, clock?.parts?.clock ?? '12:00:00')
  return { at: instantIn(found, local).toISOString(), dayOnly: !clock?.parts?.clock }
}

const isDate = (text: string, { order }: CsvTimes) => Boolean(readVisitDate(text, order))

function unreadPart(dated: readonly { parts: SplitTime | null }[], { order }: CsvTimes) {
  if (dated.some(({ parts }) => !parts)) return 'clock'
  // A system that does not know a time writes the first one that it has: 1900-01-01.
  return dated.every(({ parts }) => parts && readVisitDate(parts.day, order) === '') ? 'missing' : 'day'
}

interface SplitCell extends TimeCell {
  parts: SplitTime
}

/** Null if a zone is written that cannot be read. */
function zoneOf(
  clock: SplitCell | null,
  day: SplitCell,
  ofRow: string | undefined,
  times: CsvTimes,
): Zone | null {
  const cells = clock && clock !== day ? [clock, day] : [day]
  for (const cell of cells) {
    if (cell.parts.zone !== '' && !isStamp(cell, clock)) return readZone(cell.parts.zone, times)
    if (cell.zone !== undefined) return cell.zone
  }
  return ofRow !== undefined && !isEmptyValue(ofRow) ? readZone(ofRow, times) : times.timeZone
}

/** A day that its system writes as a midnight, `2026-07-18T00:00:00Z`, beside a time of day in another column. */
const isStamp = (cell: SplitCell, clock: SplitCell | null) =>
  cell !== clock && cell.parts.clock === '00:00:00' && clock?.parts.clock !== undefined

/** 24:00 is the midnight at the end of the day. */
function localTime(day: string, clock: string): string {
  if (clock !== '24:00:00') return `${day}T${clock}`
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3_600_000)
  return `${next.toISOString().slice(0, 10)}T00:00:00`
}

/** A day alone is read as its noon; today that may be later than now. */
export const notAfter = (reading: { at: string; dayOnly: boolean }, now: Date, timeZone: string): string => {
  const today = localDate(timeZone, now) === localDate(timeZone, new Date(reading.at))
  return reading.dayOnly && today && reading.at > now.toISOString() ? now.toISOString() : reading.at
}
