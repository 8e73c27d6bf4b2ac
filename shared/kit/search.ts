/** What someone searches for, in lower case; `digits` where it reads like a number, however that is typed. */
export function searchTerms(search: string): { words: string; digits: string } {
  const words = search.trim().toLowerCase()
  const isNumber = /^[+(\d][\d\s().-]{2,}$/.test(words)
  return { words, digits: isNumber ? words.replace(/\D/g, '').replace(/^0+/, '') : '' }
}

/**
 * Whether a lower-case text holds what someone searches for; empty words find everything. Numbers are found
 * however they are typed: `07700 900142`, `+44 7700 900142` and `7700900142` are one.
 */
export function matcher(search: string): (text: string) => boolean {
  const { words, digits } = searchTerms(search)
  if (words === '') return () => true
  return (text) => text.includes(words) || (digits !== '' && text.includes(digits))
}
