import { pastedNumber, plainCharacters, withoutTrunk } from '../sms/pastedNumber.ts'

/** Keyboards write the first; names from web pages have any of them. */
export const APOSTROPHES = /['’‘ʼ`´]/g

/** Names are joined with any of them or a space: Mary-Kate, Mary Kate. */
const JOINTS = /[\s\-‐‑–—]+/g

/** The 0 that is dialled at home only, after a dial code: +44 07700. */
const TRUNK = /^(44|353)0/

const IS_ASCII = /^[\0-\x7f]*$/
const MARKS = /[\u0300-\u036f]/g
const STROKED: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd' }

/**
 * Lower-case text without accents, so that `eclat` finds Éclat and the other way round. The SQL function `fold_letters` does
 * the same.
 */
function foldLetters(text: string): string {
  if (IS_ASCII.test(text)) return text
  return text
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(/[øłđ]/g, (letter) => STROKED[letter] as string)
}

const withSpaces = (words: string) => words.replace(JOINTS, ' ')

/**
 * Whether a text without apostrophes is searched: `oneill` finds O’Neill. A typed apostrophe stands for any other, so that
 * `o'` does not find all words with an o.
 */
export const dropsApostrophes = (words: string) => words.search(APOSTROPHES) < 0

/**
 * The search in lower case without accents, with one space for each hyphen or run of spaces, and its digits if it is a phone
 * number or a part of one.
 */
export function searchTerms(search: string): { words: string; digits: string } {
  const words = plainCharacters(search).trim().toLowerCase()
  const part = /^[+(\d][\d\s().-]{2,}$/.test(words) ? words : ''
  const digits = (pastedNumber(words) ?? withoutTrunk(part)).replace(/\D/g, '')
  const national = digits.replace(/^0+/, '')
  return {
    words: withSpaces(foldLetters(words)).trim() || words,
    digits: /^(\+|00)/.test(words) ? national.replace(TRUNK, '$1') : national,
  }
}

/**
 * Tests lower-case texts for the search; an empty search matches all. Phone numbers match in any notation:
 * `07700 900142`, `+44 7700 900142` or `7700900142`.
 */
export function searchMatcher(search: string): (text: string) => boolean {
  const { words, digits } = searchTerms(search)
  if (words === '') return () => true
  const apostrophe = dropsApostrophes(words) ? '' : "'"
  const plain = words.replace(APOSTROPHES, apostrophe)
  const contains = (text: string) =>
    withSpaces(foldLetters(text.replace(APOSTROPHES, apostrophe))).includes(plain)
  return (text) => contains(text) || (digits !== '' && text.includes(digits))
}
