import { pastedNumber, plainCharacters, withoutTrunk } from '../sms/pastedNumber.ts'

/** Keyboards write the first; names from web pages have any of them. */
export const APOSTROPHES = /['’‘ʼ`´]/g

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

/** The search in lower case without accents, and its digits if it is a phone number or a part of one. */
export function searchTerms(search: string): { words: string; digits: string } {
  const words = plainCharacters(search).trim().toLowerCase()
  const part = /^[+(\d][\d\s().-]{2,}$/.test(words) ? words : ''
  const digits = (pastedNumber(words) ?? withoutTrunk(part)).replace(/\D/g, '')
  return { words: foldLetters(words), digits: digits.replace(/^0+/, '') }
}

/**
 * Tests lower-case texts for the search; an empty search matches all. Phone numbers match in any notation:
 * `07700 900142`, `+44 7700 900142` or `7700900142`.
 */
export function searchMatcher(search: string): (text: string) => boolean {
  const { words, digits } = searchTerms(search)
  if (words === '') return () => true
  const plain = words.replace(APOSTROPHES, "'")
  const contains = plain.includes("'")
    ? (text: string) => foldLetters(text.replace(APOSTROPHES, "'")).includes(plain)
    : (text: string) => foldLetters(text).includes(words)
  return (text) => contains(text) || (digits !== '' && text.includes(digits))
}
