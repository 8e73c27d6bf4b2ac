/** Destination of a public text. */
export interface Target {
  /** E.164 */
  phone: string
  country: string
}

/** An unusual run: too many texts in an hour to one place. */
export interface Run {
  kind: 'range' | 'sequence' | 'country'
  /** Prefix of the numbers, or the country code. */
  place: string
  texts: number
}

/** Limit per hour for one range of 10,000 numbers. Real visitors rarely share one. */
const MAX_PER_RANGE = 10
/** Limit of consecutive numbers, at most `GAP` apart: a script that counts up. */
const MAX_CONSECUTIVE = 5
const GAP = 2
/** Limit per hour for a country other than `DEFAULT_COUNTRY`. */
const MAX_PER_COUNTRY = 20

/** Range of numbers that share all but the last four digits. */
export const rangeOf = (phone: string) => phone.slice(0, -4)

/**
 * The unusual run that this text completes with those of the last hour, or null. `earlier`: texts to its country in the
 * 23 hours before, so that a country texted all day is not unusual.
 */
export function unusualRun(
  next: Target,
  { lastHour, earlier, home }: { lastHour: readonly Target[]; earlier: number; home: string },
): Run | null {
  const all = [...lastHour, next]
  const sequence = sequenceLength(next.phone, all)
  if (sequence > MAX_CONSECUTIVE) return { kind: 'sequence', place: rangeOf(next.phone), texts: sequence }
  const range = rangeOf(next.phone)
  const inRange = all.filter(({ phone }) => rangeOf(phone) === range).length
  if (inRange > MAX_PER_RANGE) return { kind: 'range', place: range, texts: inRange }
  const abroad = all.filter(({ country }) => country === next.country).length
  const unusual = next.country !== home && abroad > MAX_PER_COUNTRY && abroad > earlier
  return unusual ? { kind: 'country', place: next.country, texts: abroad } : null
}

/** Count of different consecutive numbers around this one. */
function sequenceLength(phone: string, all: readonly Target[]): number {
  // E.164 has at most 15 digits, which a JavaScript number represents exactly.
  const numbers = [...new Set(all.map((one) => Number(one.phone.slice(1))))].sort((a, b) => a - b)
  const at = numbers.indexOf(Number(phone.slice(1)))
  const close = (index: number) => (numbers[index] ?? Infinity) - (numbers[index - 1] ?? -Infinity) <= GAP
  let first = at
  let last = at
  while (close(first)) first--
  while (close(last + 1)) last++
  return last - first + 1
}

/** Description for the console and the alert text (GSM characters only). */
export function describeRun({ kind, place, texts }: Run): string {
  if (kind === 'country') return `${texts} texts in an hour to one country (${place}), far more than before`
  if (kind === 'range') return `${texts} texts in an hour to one range of numbers (${place}xxxx)`
  return `${texts} numbers in a row asked for a text (${place}xxxx)`
}

/** Share of one address, of one salon, and of questionnaire alerts. */
export const shareOf = (budget: number) => Math.max(1, Math.floor(budget / 6))
