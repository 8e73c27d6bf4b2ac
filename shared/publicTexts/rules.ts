/** What a text is to the rule: where it goes. */
export interface Target {
  /** E.164 */
  phone: string
  country: string
}

/** Why public texts were stopped: so many texts within an hour to one place. */
export interface Run {
  kind: 'range' | 'sequence' | 'country'
  /** A number's first digits, or a country's two letters. */
  place: string
  texts: number
}

/** Most texts an hour to one range of 10 000 numbers. Sixty honest visitors hardly ever share one. */
export const RANGE_MOST = 10
/** Most numbers in a row, each at most `GAP` above the one before: a machine that counts up. */
export const IN_A_ROW_MOST = 5
const GAP = 2
/** Texts an hour to a country other than ours before it can be unusual at all. */
export const COUNTRY_MOST = 20

/** All numbers that differ in their last four digits only. */
export const rangeOf = (phone: string) => phone.slice(0, -4)

/**
 * Whether the text asked for now would make an unusual run with those of the last hour; null when it would not.
 * `earlier` counts the texts to its country in the 23 hours before, so that a country we text all day is usual.
 */
export function unusualRun(
  asked: Target,
  { lastHour, earlier, home }: { lastHour: readonly Target[]; earlier: number; home: string },
): Run | null {
  const all = [...lastHour, asked]
  const row = inARow(asked.phone, all)
  if (row > IN_A_ROW_MOST) return { kind: 'sequence', place: rangeOf(asked.phone), texts: row }
  const range = rangeOf(asked.phone)
  const inRange = all.filter(({ phone }) => rangeOf(phone) === range).length
  if (inRange > RANGE_MOST) return { kind: 'range', place: range, texts: inRange }
  const abroad = all.filter(({ country }) => country === asked.country).length
  const unusual = asked.country !== home && abroad > COUNTRY_MOST && abroad > earlier
  return unusual ? { kind: 'country', place: asked.country, texts: abroad } : null
}

/** How many different numbers stand in one row with this one. */
function inARow(phone: string, all: readonly Target[]): number {
  // E.164 has at most 15 digits, which a number holds exactly.
  const numbers = [...new Set(all.map((one) => Number(one.phone.slice(1))))].sort((a, b) => a - b)
  const at = numbers.indexOf(Number(phone.slice(1)))
  const close = (index: number) => (numbers[index] ?? Infinity) - (numbers[index - 1] ?? -Infinity) <= GAP
  let first = at
  let last = at
  while (close(first)) first--
  while (close(last + 1)) last++
  return last - first + 1
}

/** What happened, as staff and the alert read it. GSM letters only: it is sent as a text too. */
export function runInWords({ kind, place, texts }: Run): string {
  if (kind === 'country') return `${texts} texts in an hour to one country (${place}), far more than before`
  if (kind === 'range') return `${texts} texts in an hour to one range of numbers (${place}xxxx)`
  return `${texts} numbers in a row asked for a text (${place}xxxx)`
}

/** What one address, or the alerts of the questionnaire, may have of an hour's texts. */
export const shareOf = (perHour: number) => Math.max(1, Math.floor(perHour / 6))
