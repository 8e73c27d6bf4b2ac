import { instantOf } from '../../sms/openHours.ts'
import { type DateOrder, readVisitDate } from '../clients/listDates.ts'

/** `14:30`, `14.30`, `14h30`, `2:30 PM`, `2.30pm`, `2 p.m.`; the first of `11:30:00-12:20:00`. */
const CLOCK =
  /(?:^|[\sT,])(\d{1,2})(?:[:.h](\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(?:([ap])\.?\s?m\b\.?)?(?!\.?\d|\/)/gi
/** What a time ends with if it names its zone by numbers: `Z`, `UTC`, `+01:00`, `+0100`. */
const ZONE = /\d(?::\d{2})(?:\.\d+)?\s*(?:(Z|UTC)|([+-])(\d{2}):?(\d{2}))$/i

/** Longer cells hold notes, and would be slow to search. */
const LONGEST = 80

interface FoundClock {
  /** `14:30:00`. */
  clock: string
  /** Where it starts in the text. */
  at: number
}

function findClock(text: string): FoundClock | null {
  if (text.length > LONGEST) return null
  for (const match of text.matchAll(CLOCK)) {
    const [, hours, minutes, seconds = '00', half] = match
    if (minutes === undefined && half === undefined) continue
    const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
    if (hour > 23 || Number(minutes ?? 0) > 59) continue
    return { clock: `${String(hour).padStart(2, '0')}:${minutes ?? '00'}:${seconds}`, at: match.index }
  }
  return null
}

/** The day in a cell that may have a time after it, as `YYYY-MM-DD`; null without one. */
function findDay(text: string, order: DateOrder): string | null {
  if (text.length > LONGEST) return null
  const before = text.slice(0, findClock(text)?.at ?? text.length)
  return readVisitDate(before.replace(/[\s,]*(?:\bat)?[\s,]*$/i, ''), order) || null
}

export interface CsvTimes {
  order: DateOrder
  timeZone: string
}

/**
 * The time of an appointment as an instant: the first of `days` with a day, and the first of `clocks` with a time of day, noon
 * without one. Without a zone by numbers it is a time of the salon. Null without a day.
 */
export function readTime(
  days: readonly string[],
  clocks: readonly string[],
  { order, timeZone }: CsvTimes,
): string | null {
  const found = days.map((text) => ({ text, day: findDay(text, order) })).find(({ day }) => day !== null)
  if (!found?.day) return null
  const text = clocks.find(findClock) ?? days.find(findClock) ?? ''
  const local = `${found.day}T${findClock(text)?.clock ?? '12:00:00'}`
  const [zone, utc, sign, hours, minutes] = ZONE.exec(text) ?? []
  if (zone === undefined) return instantOf(timeZone, local).toISOString()
  return new Date(`${local}${utc ? 'Z' : `${sign}${hours}:${minutes}`}`).toISOString()
}
