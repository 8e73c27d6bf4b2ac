import type { Prospect } from './contract.ts'

const columns: readonly [string, (prospect: Prospect) => string | number | null][] = [
  ['Name', ({ name }) => name],
  ['Category', ({ category }) => category],
  ['Country', ({ country }) => country],
  ['Phone', ({ phone }) => phone],
  ['Phone Type', ({ phoneType }) => phoneType],
  ['Address', ({ address }) => address],
  ['Rating', ({ rating }) => rating],
  ['Reviews', ({ reviewCount }) => reviewCount],
  ['Employees', ({ teamSize }) => teamSize],
  ['Contact Status', ({ contactStatus }) => contactStatus],
]

/**
 * RFC 4180 with a byte order mark, so that spreadsheets read it as UTF-8. Texts that a spreadsheet would run as
 * a formula get an apostrophe before them; a phone number keeps its plus.
 */
export function prospectsCsv(prospects: Iterable<Prospect>): string {
  const lines = [columns.map(([title]) => title).join(',')]
  for (const prospect of prospects) {
    lines.push(columns.map(([, read]) => cell(read(prospect))).join(','))
  }
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) && !/^\+\d+$/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
