import { type Market, markets, splitDialCode, suggestMarket } from '../../sms/markets.ts'
import { isReadable, phoneTypeOf, toE164 } from '../../sms/phone.ts'
import { isEmptyValue } from './listValues.ts'

export const phoneReasons = {
  missing: 'no phone number',
  lostDigits: 'digits were lost in a spreadsheet, export the column as text',
  unreadable: 'not a phone number',
  incomplete: 'not a complete phone number',
} as const

/** The phone of a client with hints for the person who checks the list, or why there is none. */
type PhoneReading = { phone: string; hints: string[] } | { reason: string }

/** `4.47701E+11`: Excel keeps six digits when it saves a wide number as CSV. */
const EXPONENT = /^[+'=" ]*\d+(?:[.,]\d+)?\s*e\s*\+?\d+"?$/i

/**
 * The digits of a number that a program writes as `4.47700900123E+11`. Null if it has fewer digits than the number
 * needs: some were lost.
 */
export function exactDigits(number: string): string | null {
  const [, whole, fraction = '', exponent] = /^\+?(\d)(?:[.,](\d+))?\s*E\s*\+?(\d{1,2})$/i.exec(number) ?? []
  if (!whole || fraction.length < Number(exponent)) return null
  const digits = whole + fraction.slice(0, Number(exponent))
  return /^0*$/.test(fraction.slice(Number(exponent))) ? digits : null
}

/** Between two numbers in one cell. */
const SEPARATORS = /:::|[/;,|&\n\r]|\s(?:or|and)\s/i

/** Longer cells hold notes. */
const LONGEST_CELL = 200

/** The first mobile number in the cells of a client, else the first number. A local number is one of the salon's country. */
export function readPhone(cells: readonly string[], country: Market): PhoneReading {
  const parts = cells.flatMap(numbersOf)
  if (parts.length === 0) return { reason: phoneReasons.missing }
  const readings = parts.map((part) => readNumber(part, country))
  const phones = [...new Set(readings.filter((reading) => reading.startsWith('+')))]
  // Finding the type of a number is slow; most clients have one.
  const phone = phones.length === 1 ? phones[0] : (phones.find(canBeMobile) ?? phones[0])
  if (phone === undefined) return { reason: readings[0] ?? phoneReasons.missing }
  const others = phones.filter((other) => other !== phone)
  return {
    phone,
    hints: others.map((other) => `the other number, ending in ${other.slice(-3)}, is not used`),
  }
}

/** The spellings of numbers in a cell; the whole cell unless it holds several parts that are long enough. */
function numbersOf(cell: string): string[] {
  const text = unwrap(cell)
  if (isEmptyValue(text) || text === '0') return []
  if (text.length > LONGEST_CELL || EXPONENT.test(text)) return [text]
  const parts = text.split(SEPARATORS).filter((part) => part.replace(/\D/g, '').length >= 7)
  return parts.length > 0 ? parts.map(unwrap) : [text]
}

/** Without the marks that keep digits as text in a spreadsheet: `'07700…`, `="07700…"`. */
const unwrap = (cell: string) =>
  cell
    .trim()
    .replace(/^=?"(.*)"$/s, '$1')
    .replace(/^'/, '')
    .replace(/^tel:/i, '')
    .trim()

/** The number in E.164, or the reason why it is none. */
function readNumber(text: string, country: Market): string {
  if (EXPONENT.test(text)) {
    const digits = exactDigits(text)
    return digits === null ? phoneReasons.lostDigits : readNumber(digits, country)
  }
  const phone = toE164(text, country)
  if (!phone || !isComplete(phone)) {
    const market = suggestMarket(text, country)
    if (market) return `may be ${markets[market].article} number: write it with ${markets[market].dialCode}`
    return phone ? phoneReasons.incomplete : phoneReasons.unreadable
  }
  // A spreadsheet replaces digits that it cannot show by zeros: the number belongs to a stranger.
  return /0{6}$/.test(phone) ? phoneReasons.lostDigits : phone
}

/** Whether a number has all its digits. `phoneTypeOf` looks only at the first digits of a mobile number. */
function isComplete(phone: string): boolean {
  const known = splitDialCode(phone)
  if (known && markets[known.market].mobile.test(known.rest)) return true
  return isReadable(phone) && (!known || known.market === 'US' || phoneTypeOf(phone) !== 'mobile')
}

const canBeMobile = (phone: string) => ['mobile', 'either'].includes(phoneTypeOf(phone))
