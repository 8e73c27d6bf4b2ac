/** Built-in formats of dates and times, with those of Chinese, Japanese and Korean Excel. */
const builtIn: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

/** Quoted text, escaped characters, colours and locales: `[$-809]dd "of" mmm`. */
const LITERALS = /"[^"]*"|\\.|[_*].|\[[^\]]*\]/g

/** Whether a number format shows a date, by its id or its own code. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn.some(([first, last]) => id >= first && id <= last)
  return code !== 'General' && /[dmyhs]/i.test(code.slice(0, 300).replace(LITERALS, ''))
}

const UNIX_EPOCH = 25_569
const DAYS_TO_1904 = 1462
const LAST_DAY = 2_958_465

/** The date of a serial number: days since 1900, or 1904. Null if it is none, such as a phone number with a date format. */
export function dateOf(serial: string, has1904: boolean): string | null {
  const days = Number(serial) + (has1904 ? DAYS_TO_1904 : 0)
  if (serial === '' || !(days >= 0 && days <= LAST_DAY)) return null
  const text = new Date(Math.round((days - UNIX_EPOCH) * 86_400) * 1000).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19)
}
