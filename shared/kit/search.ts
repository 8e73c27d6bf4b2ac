/**
 * Whether a lower-case text holds what someone searches for; empty words find everything. Numbers are found
 * however they are typed: `07700 900142`, `+44 7700 900142` and `7700900142` are one.
 */
export function matcher(search: string): (text: string) => boolean {
  const words = search.trim().toLowerCase()
  if (words === '') return () => true
  const digits = /^[+(\d][\d\s().-]{2,}$/.test(words) ? words.replace(/\D/g, '').replace(/^0+/, '') : ''
  return (text) => text.includes(words) || (digits !== '' && text.includes(digits))
}
