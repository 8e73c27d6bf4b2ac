type Cell = string | number | null | undefined

/**
 * RFC 4180 with a byte order mark, so that spreadsheets read it as UTF-8. Texts that a spreadsheet would run as
 * a formula get an apostrophe before them; a phone number keeps its plus. The same after a semicolon: where that
 * separates cells, quotes inside a line do not hold it together.
 */
export function toCsv(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [header.map(cell).join(',')]
  for (const row of rows) lines.push(row.map(cell).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

// The wide forms count too: some spreadsheets read them as the plain ones.
const FORMULA = /(^|[;\r\n])(\s{0,64}[=+\-@\t\r＝＋－＠])/g

function cell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^\+\d+$/.test(value) ? value : value.replace(FORMULA, "$1'$2")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
