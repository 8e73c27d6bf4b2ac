import { isEmptyValue } from './listValues.ts'

/** How a list writes `03/04/2025`; `iso` if it has no such dates. */
export type DateOrder = 'day-first' | 'month-first' | 'iso'

const TIME = String.raw`(?:(?:T|,?\s+)(?:at\s+)?\d{1,2}[:.]\d{2}.*)?$`
const WEEKDAY = String.raw`^(?:[a-z]{3,9},?\s+)?`
/** `03/04/2025`, in either order. */
export const numericDate = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})${TIME}`, 'i')
const iso = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`, 'i')
const dayAndName = new RegExp(
  String.raw`${WEEKDAY}(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})${TIME}`,
  'i',
)
const nameAndDay = new RegExp(
  String.raw`${WEEKDAY}([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}`,
  'i',
)

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december'],
]

/** Exports write a missing date as the first day that their system knows: 1900-01-01, 1899-12-30, 1970-01-01. */
const LAST_EMPTY_YEAR = 1970

/** Longer cells hold notes. */
const LONGEST_DATE = 40

interface DateParts {
  year: number
  month: number
  day: number
}

/** The date of a visit as `YYYY-MM-DD`; empty for none; null if it cannot be read. */
export function readVisitDate(value: string, order: DateOrder): string | null {
  const text = value.trim()
  if (isEmptyValue(text)) return ''
  const parts = dateParts(text, order)
  if (!parts) return null
  return parts.year <= LAST_EMPTY_YEAR ? '' : isoDate(parts)
}

function dateParts(text: string, order: DateOrder): DateParts | null {
  if (text.length > LONGEST_DATE) return null
  const [, isoYear, isoMonth, isoDay] = iso.exec(text) ?? []
  if (isoYear) return { year: Number(isoYear), month: Number(isoMonth), day: Number(isoDay) }
  const [, first, , second, year] = numericDate.exec(text) ?? []
  if (first) {
    const [day, month] = order === 'month-first' ? [second, first] : [first, second]
    return { year: fullYear(year), month: Number(month), day: Number(day) }
  }
  const [, day, dayMonth, dayYear] = dayAndName.exec(text) ?? []
  if (day) return { year: fullYear(dayYear), month: monthOf(dayMonth), day: Number(day) }
  const [, name, nameDay, nameYear] = nameAndDay.exec(text) ?? []
  return name ? { year: fullYear(nameYear), month: monthOf(name), day: Number(nameDay) } : null
}

const fullYear = (digits = '') => Number(digits.length === 2 ? `20${digits}` : digits)

/** `Apr`, `Sept` and `April` are 4; 0 for other words. */
const monthOf = (name = '') => months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1

/** Null for days that do not exist, such as 31 February. */
function isoDate({ year, month, day }: DateParts): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}

const ADULT = 18

/** Whether a birthday, read in any order, shows an age under 18. Birthdays without a year are not. */
export function isMinor(birthday: string, asOf: string): boolean {
  const limit = `${Number(asOf.slice(0, 4)) - ADULT}${asOf.slice(4)}`
  return (['day-first', 'month-first'] as const).some((order) => {
    const parts = dateParts(birthday.trim(), order)
    const date = parts && isoDate(parts)
    return date !== null && date > limit && date <= asOf
  })
}
