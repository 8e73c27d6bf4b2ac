type Cell = string | number | null | undefined

/**
 * RFC 4180 with a byte order mark, so that spreadsheets read it as UTF-8. Texts that a spreadsheet would run as
 * a formula get an apostrophe before them; a phone number keeps its plus.
 */
export function toCsv(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [header.map(cell).join(',')]
  for (const row of rows) lines.push(row.map(cell).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function cell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) && !/^\+\d+$/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
