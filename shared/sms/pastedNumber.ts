/** Text that stays as it is: ASCII without control characters, except tab and line ends. */
const PLAIN = /^[ -~\t\n\r]*$/

/** Longer texts are no number, and reading them would be slow. */
const LONGEST_TEXT = 300

/** Direction marks, joiners, soft hyphens, fillers, control characters and marks above or below a character. */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}]/gu

const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/** Every script has its ten digits in a row, which starts at a multiple of 16 or 6 after one. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) as number
  const row = code - (code % 16)
  return String(isDigit(row) ? code - row : code - row - 6)
}

/**
 * The text as a plain keyboard would write it: ASCII digits, hyphens and spaces, nothing invisible. Phones and web pages
 * add direction marks, dashes and narrow spaces to the numbers that people copy.
 */
export function plainCharacters(text: string): string {
  if (PLAIN.test(text) || text.length > LONGEST_TEXT) return text
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/\p{Nd}/gu, digitValue)
    .replace(/[\p{Pd}−⁃]/gu, '-')
    .replace(/[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/\p{Zs}/gu, ' ')
}

/** Digits with the marks that belong to a number. Letters and all other marks end it. */
const RUN = /[([ \t]*\+?[\d \t().[\]/-]*\d/g

/** Fewer digits are no number: an extension, a year, a house number. */
const SHORTEST = 7

/** A dial code before the 0 that is dialled at home only: +44 (0)7700 900123. */
const TRUNK = /^([^\d]*(?:0[ \t.-]*0[ \t.-]*)?)(44|353)[ \t.)\]-]*[([][ \t]*0[ \t]*[)\]]/

/** Without the 0 of `+44 (0)7700`. */
export const withoutTrunk = (number: string) => number.replace(TRUNK, '$1+$2')

/** E.164 allows 15, and a few zeros may be dialled before it. */
const LONGEST = 20

const digitCount = (text: string) => text.replace(/\D/g, '').length

/**
 * The one number in a text that was typed or pasted, as digits with a plus if it has its dial code: `07700900123`,
 * `+447700900123`. Drops words and the 0 of `+44 (0)`, and reads 00 as plus. Null for none, several, one in pieces, or one with
 * an extension: those digits could be another number.
 */
export function pastedNumber(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null
  const plain = plainCharacters(text)
    .slice(0, LONGEST_TEXT)
    .replace(/^\s*(\d+)\.0+\s*$/, '$1')
  if (EXTENSION.test(plain) || LETTER_AS_DIGIT.test(plain)) return null
  const runs = [...plain.matchAll(RUN)]
  const long = runs.filter(([run]) => digitCount(run) >= SHORTEST)
  const [main] = long
  if (!main || long.length > 1 || !runs.every((run) => run === main || isNote(plain, main, run))) return null
  const run = main[0]
  const parts = run.replace(/^\D+/, '').split('/').map(digitCount)
  // 0161/2345678 is one number; 2025550142/3 and 2025550142/555 name a second one.
  if (parts.some((count) => count < 3) || parts.slice(0, -1).some((count) => count >= SHORTEST)) return null
  const trunkless = withoutTrunk(run)
  const digits = trunkless.replace(/\D/g, '')
  if (digits.length > LONGEST) return null
  if (trunkless.includes('+') && !digits.startsWith('00')) return `+${digits}`
  return digits.replace(/^00/, '+')
}

/** An extension after the number. No text can reach it. */
const EXTENSION = /[;,\s]*(?:ext(?:ension|n)?[\s.:=]*|x\s*|#\s*)\d{1,6}\s*$/i

/** The number of a list without its extension. */
export const withoutExtension = (text: string) => text.replace(EXTENSION, '')

/** A letter that was typed for a 0 or 1. */
const LETTER_AS_DIGIT = /[OolI]\d|\d[OolI]/

/** Whether a short run of digits is a remark after the number, such as a year: words must stand in between. */
function isNote(text: string, main: RegExpExecArray, run: RegExpExecArray): boolean {
  const end = main.index + main[0].length
  if (run.index < end || run[0].includes('+')) return false
  return /\p{L}/u.test(text.slice(end, run.index))
}

/** All digits of a number with the plus that a link may lack. */
export const withPlus = (number: string) => `+${(pastedNumber(number) ?? number).replace(/\D/g, '')}`
