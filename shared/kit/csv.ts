export type Cell = string | number | null | undefined

/**
 * CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. Against formula injection, an apostrophe
 * goes before texts that a spreadsheet would run as a formula, also after a semicolon or a tab, which separate cells in some
 * locales. Phone numbers keep their plus.
 */
export function toCsv(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [header.map(cell).join(',')]
  for (const row of rows) lines.push(row.map(cell).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

// With full-width forms: some spreadsheets treat them like the ASCII ones.
const FORMULA = /(?<=^|[;\t\r\n])[^\S\t\r\n]*[=+\-@\t\r＝＋－＠]/g

function cell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^\+\d+$/.test(value) ? value : value.replace(FORMULA, "'$&")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
