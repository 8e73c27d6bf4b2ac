import { pastedNumber, plainCharacters, withoutTrunk } from '../sms/pastedNumber.ts'

/** Keyboards write the first; names from web pages have any of them. */
export const APOSTROPHES = /['’‘ʼ`´]/g

/** The search in lower case, and its digits if it is a phone number or a part of one. */
export function searchTerms(search: string): { words: string; digits: string } {
  const words = plainCharacters(search).trim().toLowerCase()
  const part = /^[+(\d][\d\s().-]{2,}$/.test(words) ? words : ''
  const digits = (pastedNumber(words) ?? withoutTrunk(part)).replace(/\D/g, '')
  return { words, digits: digits.replace(/^0+/, '') }
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
    ? (text: string) => text.replace(APOSTROPHES, "'").includes(plain)
    : (text: string) => text.includes(words)
  return (text) => contains(text) || (digits !== '' && text.includes(digits))
}
