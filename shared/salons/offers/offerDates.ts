import { localDate } from '../../sms/openHours.ts'
import { addDays, addMonths } from '../salons/days.ts'
import { earlier } from '../salons/lastDays.ts'
import { type DateCountry, feasts } from './feasts.ts'

export interface OfferDates {
  /** What the text names, as it is written: `until Friday`, `in December`, `this week`. */
  words: string[]
  /** The last day on which the text is true, `2026-12-31`; null: it names none that can be worked out. */
  until: string | null
}

interface OfferDatesOf {
  /** The day on which the text was approved or written: dates without a year, and `Friday`, are the next ones from it. */
  from: string
  country: DateCountry
  /** `Friday` and `this week` name no day: a reminder is read some weeks after its approval. */
  onlyFixed?: boolean
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const weekdays = 'sun mon tue wed thu fri sat'.split(' ')
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const WEEKDAY = '(?:sun|mon|tues?|wednes|thurs?|fri|satur)day|sun|mon|tues?|wed|thurs?|fri|sat'
/** Words before a date that belong to it. */
const LEAD =
  "(?<lead>(?:(?<![\\w'’])(?:until|untill|till|['’]?til|up to|through|thru|by|before|ends?|ending|expires?|expiring|valid|to|closes|closing|last day|is|from|since|starting|starts?|after|the|end|of|on|in|during|throughout|all|just|only|next|this)[\\s:]+)*)"
const RANGE = '\\s*(?:-|–|—|to|and|&)\\s*'
const NTH = '(?:st|nd|rd|th)?'
/** A number with it is no day: `20% off`, `10:30`, `2 for 1`, `1/2 price`. */
const NO_DAY = "(?![\\d%/]|[.:]\\d|\\s*(?:%|percent|off\\b|pounds|euros?|pm\\b|am\\b|for\\b|price\\b|['’]))"

const NO_STREET = '(?!\\s+(?:road|rd|street|avenue|lane|square|house|court)\\b)'

type Groups = Partial<Record<string, string>>
type Read = (found: Groups, given: OfferDatesOf) => { day: string | null } | null

const pattern = (source: string) => new RegExp(`${LEAD}(?<![\\w£€$.,:/-])(?:${source})(?![\\w])`, 'gi')

const monthOf = (name = '') => months.indexOf(name.slice(0, 3).toLowerCase()) + 1
const pad = (value: number) => String(value).padStart(2, '0')

/** The day, if it exists; without a year the next one. */
function dayIn(year: string | undefined, month: number, day: number, from: string): string | null {
  const first = year ? Number(year.length === 2 ? `20${year}` : year) : Number(from.slice(0, 4))
  for (const one of year ? [first] : [first, first + 1, first + 2, first + 3, first + 4]) {
    const at = `${one}-${pad(month)}-${pad(day)}`
    const exists = month >= 1 && month <= 12 && day >= 1 && day <= Number(lastOf(at).slice(8))
    if (exists && (year || at >= from)) return at
  }
  return null
}

/** The last day of the month of a day. */
const lastOf = (day: string) => addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const sundayOf = (day: string) => addDays(day, (7 - weekdayOf(day)) % 7)

const isUntil = (lead: string) =>
  /\b(?:untill?|till|til|up to|through|thru|by|before|ends?|ending|expir\w+|valid|to|closes|closing|last day)\b/i.test(
    lead.replace(/\b(?:the )?end of/i, ''),
  )
const isFrom = (lead: string) => /\b(?:from|since|start\w*|after)\b/i.test(lead)
/** A month or a day of the week alone can be a name, or each week: `April does nails`, `Tuesday to Saturday`. */
const isDated = (lead: string) =>
  lead.trim() !== '' && !/^(?:(?:the|to|of|is|all|just|only)\s*)+$/i.test(lead)

const readDay =
  (order?: 'month first'): Read =>
  ({ year, month, day, last }, { from, country }) => {
    // Verbs: `you may 2 times`, `march 20 steps`.
    if (month && /^(?:may|march|mar)$/.test(month)) return null
    const [one, other] = [Number(last ?? day), month ? monthOf(month) || Number(month) : 0]
    const swapped = order === 'month first' ? country === 'US' : false
    const isMonthFirst = (swapped && one <= 12) || other > 12
    return { day: isMonthFirst ? dayIn(year, one, other, from) : dayIn(year, other, one, from) }
  }

function readMonth({ lead = '', month = '', year }: Groups, { from }: OfferDatesOf) {
  const isName = /^(?:may|april|june|jan|aug|mar|march)$/i.test(month)
  const isPlain = /\b(?:in|during|throughout|until|till|through|thru|end of|this|all|before)\s*$/i.test(lead)
  if (isName && !year && !(isPlain && /^[A-Z]/.test(month))) return null
  if (month.length <= 3 && !year && !isDated(lead)) return null
  const current = from.slice(0, 7)
  const thisYear = `${from.slice(0, 4)}-${pad(monthOf(month))}`
  const first = year
    ? `${year}-${pad(monthOf(month))}-01`
    : `${thisYear < current ? addMonths(`${thisYear}-01`, 12).slice(0, 7) : thisYear}-01`
  const isBefore =
    /\b(?:before|(?:until|till|til|by))\s*$/i.test(lead) && !/end of/i.test(lead) && first > from
  // "Until December" ends with November, "in December" and "until the end of December" with December.
  return { day: isBefore ? addDays(first, /before/i.test(lead) ? 0 : -1) : lastOf(first) }
}

function readWeekday({ lead = '', weekday = '' }: Groups, { from }: OfferDatesOf) {
  if (!isDated(lead) || isFrom(lead)) return null
  const wanted = weekdays.indexOf(weekday.slice(0, 3).toLowerCase())
  const next = /\bnext\b/i.test(lead) ? addDays(sundayOf(from), 1) : from
  return { day: addDays(next, (wanted - weekdayOf(next) + 7) % 7) }
}

function readSpan({ span = '', lead = '', plain = '' }: Groups, { from }: OfferDatesOf) {
  const isNext = /^next/i.test(span) || /\bnext\b/i.test(lead)
  const base = isNext ? (plain === 'month' ? addMonths(from, 1) : addDays(from, 7)) : from
  if (/month/i.test(span)) return { day: lastOf(base) }
  return { day: /week/i.test(span) ? sundayOf(base) : null }
}

function readNear({ lead = '', near = '', only }: Groups, { from }: OfferDatesOf) {
  if (!only && !isUntil(lead) && !/\b(?:just|only)\b/i.test(lead)) return null
  return { day: /tomorrow/i.test(near) ? addDays(from, 1) : from }
}

/** In this order: what one has read, the next ones do not see. A date ends an offer `always`, or after `until`; `near` ones depend on the day of reading. */
const readers: [RegExp, Read, ends?: 'always' | 'near'][] = [
  [pattern('(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})'), readDay(), 'always'],
  ...feasts.map(({ name, on }): [RegExp, Read] => [
    pattern(name),
    (_, { from, country }) => {
      const year = Number(from.slice(0, 4))
      return { day: on && ([on(year, country), on(year + 1, country)].find((day) => day >= from) ?? null) }
    },
  ]),
  [
    pattern(
      `(?:(?:${WEEKDAY})[,.]?\\s+(?:the\\s+)?)?(?:(?<first>\\d{1,2})${NTH}${RANGE})?(?<day>\\d{1,2})${NTH}(?:\\s+of)?\\s+(?<month>${MONTH})\\b\\.?(?:,?\\s+(?<year>20\\d\\d))?${NO_STREET}`,
    ),
    readDay(),
    'always',
  ],
  [
    pattern(
      `(?:(?:${WEEKDAY})[,.]?\\s+)?(?<month>${MONTH})\\.?\\s+(?<day>\\d{1,2})${NTH}${NO_DAY}(?:${RANGE}(?<last>\\d{1,2})${NTH}${NO_DAY})?(?:,?\\s+(?<year>20\\d\\d))?`,
    ),
    readDay(),
    'always',
  ],
  [
    pattern('(?<day>\\d{1,2})[/.-](?<month>\\d{1,2})[/.-](?<year>20\\d\\d|\\d\\d)'),
    readDay('month first'),
    'always',
  ],
  [
    pattern(`(?<day>\\d{1,2})/(?<month>\\d{1,2})${NO_DAY}`),
    (found, given) => (isDated(found.lead ?? '') ? readDay('month first')(found, given) : null),
    'always',
  ],
  [pattern(`(?<month>${MONTH})\\b\\.?(?:,?\\s+(?<year>20\\d\\d))?`), readMonth, 'always'],
  [
    pattern(
      '(?<span>(?:this|next)\\s+(?:week(?:end)?|month|spring|summer|autumn|fall|winter)|(?<=\\bthe\\s)(?:week(?:end)?|month)|month end)',
    ),
    readSpan,
    'near',
  ],
  [pattern(`(?<weekday>${WEEKDAY})`), readWeekday, 'near'],
  [pattern('(?<near>today|tonight|tomorrow)(?<only>\\s+only)?'), readNear, 'near'],
]

/** The dates, months, weeks and feasts that an offer names, and the last day on which it is true. */
export function offerDates(text: string, given: OfferDatesOf): OfferDates {
  const words: { at: number; text: string }[] = []
  const untils: string[] = []
  let rest = text.replace(/\{[^}]*\}/g, (field) => ' '.repeat(field.length))
  for (const [look, read, how] of readers) {
    for (const match of rest.matchAll(look)) {
      const groups: Groups = match.groups ?? {}
      const { lead = '' } = groups
      const found = read(groups, given)
      if (!found) continue
      rest = blank(rest, match.index, match[0].length)
      words.push({ at: match.index, text: match[0].trim().replace(/[.,]$/, '') })
      const isFixed = how !== 'near' || !given.onlyFixed
      const ends = (groups.first !== undefined || !isFrom(lead)) && (how === 'always' || isUntil(lead))
      if (isFixed && ends && found.day)
        untils.push(/\bbefore\b/i.test(lead) ? addDays(found.day, -1) : found.day)
    }
  }
  return {
    words: words.toSorted((one, other) => one.at - other.at).map((one) => one.text),
    until: untils.toSorted()[0] ?? null,
  }
}

const blank = (text: string, at: number, length: number) =>
  text.slice(0, at) + '\u0000'.repeat(length) + text.slice(at + length)

interface DatedOffer {
  text: string
  reminderText: string | null
}

/** The dates of an offer and its reminder. */
export function datesOfOffer({ text, reminderText }: DatedOffer, given: OfferDatesOf): OfferDates {
  const one = offerDates(text, given)
  const other = offerDates(reminderText ?? '', { ...given, onlyFixed: true })
  return {
    words: [...new Set([...one.words, ...other.words])],
    until: earlier(one.until, other.until),
  }
}

/** `The text says “until Friday” and “this week”. Each month it leaves with the same words.` */
export const datedQuestion = (words: readonly string[]): string =>
  `The text says ${listed(words.map((each) => `“${each}”`))}. Each month it leaves with the same words.`

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** The last day of an approved offer at a salon, by its own words; null: none. */
export const lastDayOf = (
  offer: DatedOffer & { approvedAt: string | Date | null },
  salon: { timeZone: string; country: DateCountry },
): string | null =>
  offer.approvedAt === null
    ? null
    : datesOfOffer(offer, {
        from: localDate(salon.timeZone, new Date(offer.approvedAt)),
        country: salon.country,
      }).until
