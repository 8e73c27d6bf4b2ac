import { coreDigits, digitsOf } from './spelling.ts'

/** POSIX regular expressions for a coarse match of all spellings in the database. */
export interface Prefilter {
  /** For texts without escapes. */
  quick: string
  /** For any text; three times slower. */
  thorough: string
}

/** Start characters of escapes; without them `quick` is enough. */
export const ESCAPES = '[%\\\\]'

/** Of a link, and of bytes that Postgres shows as text. */
const ESCAPE = '(?:%[0-9a-fA-F]{2}|\\\\[0-7]{3})'

export function prefilter(phone: string): Prefilter {
  const digits = [...coreDigits(phone)].map((digit) => `[${charactersFor(digit)}]`)
  return {
    quick: digits.join('[^0-9]*'),
    thorough: digits.map((digit) => `(?:${digit}|${ESCAPE}+)`).join(`(?:[^0-9]|${ESCAPE})*`),
  }
}

let characters: Map<string, string> | undefined

/** All characters that represent a digit; cached. */
function charactersFor(digit: string): string {
  characters ??= allDigits()
  return digit + (characters.get(digit) ?? '')
}

const LAST = 0x1_ff_ff

function allDigits(): Map<string, string> {
  const found = new Map<string, string>()
  for (let code = 0x80; code <= LAST; code++) {
    const character = String.fromCodePoint(code)
    const digit = /^\p{N}$/u.test(character) ? digitsOf(character) : ''
    if (/^\d$/.test(digit)) found.set(digit, (found.get(digit) ?? '') + character)
  }
  return found
}
