import { pastedNumber, plainCharacters } from '../sms/pastedNumber.ts'

/** The search in lower case, and its digits if it is a phone number or a part of one. */
export function searchTerms(search: string): { words: string; digits: string } {
  const words = plainCharacters(search).trim().toLowerCase()
  const part = /^[+(\d][\d\s().-]{2,}$/.test(words) ? words : ''
  const digits = (pastedNumber(words) ?? part).replace(/\D/g, '')
  return { words, digits: digits.replace(/^0+/, '') }
}

/**
 * Tests lower-case texts for the search; an empty search matches all. Phone numbers match in any notation:
 * `07700 900142`, `+44 7700 900142` or `7700900142`.
 */
export function searchMatcher(search: string): (text: string) => boolean {
  const { words, digits } = searchTerms(search)
  if (words === '') return () => true
  return (text) => text.includes(words) || (digits !== '' && text.includes(digits))
}
