import { parse } from 'csv-parse/browser/esm/sync'
import { findDelimiter } from '../lists/findDelimiter.ts'
import { parseSignedAmount } from '../visits/amount.ts'

/** A movement on a bank account. */
export interface BankRow {
  /** As a spreadsheet counts it. */
  line: number
  day: string
  /** Minor units; negative: paid by us. */
  amount: number
  /** Null: the file does not say. */
  currency: string | null
  /** Name, reference and description in one text. */
  text: string
}

export interface BankFile {
  rows: BankRow[]
  /** Lines that could not be read, with the reason. */
  leftOut: { line: number; reason: string }[]
}

/** Headings by meaning, the best first, as banks write them: lower case, single spaces. */
const headings = {
  day: [
    'date completed (utc)',
    'posted transactions date',
    'transaction date',
    'posting date',
    'date',
    'value date',
  ],
  amount: ['amount', 'transaction amount', 'value', 'amount (gbp)', 'amount (eur)', 'amount (usd)'],
  credit: ['credit amount', 'credit', 'paid in', 'money in'],
  debit: ['debit amount', 'debit', 'paid out', 'money out'],
  currency: ['posted currency', 'payment currency', 'currency'],
  direction: ['transaction type', 'details'],
  state: ['state', 'status'],
}
const texts = [
  ...[
    'name',
    'counter party',
    'payer',
    'payee',
    'reference',
    'description',
    'transaction description',
    'details',
  ],
  ...['description1', 'description2', 'description3', 'memo', 'notes', 'notes and #tags', 'narrative'],
]

/** Headings of American banks, which write the month first. */
const monthFirst = ['check or slip #', 'running bal.', 'transaction amount']
/** Headings of British and Irish banks, which write the day first. */
const dayFirst = [
  'posted transactions date',
  'counter party',
  'sort code',
  'subcategory',
  'account name',
  'notes and #tags',
]

type Columns = Record<keyof typeof headings, number> & { texts: number[]; names: string[] }

const plain = (cell: string) => cell.toLowerCase().replace(/\s+/g, ' ').trim()

function columnsOf(record: readonly string[]): Columns {
  const names = record.map(plain)
  const at = (wanted: readonly string[]) =>
    wanted.map((one) => names.indexOf(one)).find((index) => index >= 0) ?? -1
  const found = Object.fromEntries(Object.entries(headings).map(([key, wanted]) => [key, at(wanted)]))
  const places = texts.map((one) => names.indexOf(one)).filter((index) => index >= 0)
  return { ...(found as Record<keyof typeof headings, number>), texts: places, names }
}

/** Reports put a summary above the header. */
const HEADER_ROWS = 20

const isHeader = ({ day, amount, credit }: Columns) => day >= 0 && (amount >= 0 || credit >= 0)

/** Columns of a file without a header: a date, an amount, and the longest other text. */
function guessColumns(record: readonly string[]): Columns | null {
  const day = record.findIndex((cell) => DATE.test(cell))
  const amount = record.findIndex((cell, at) => at !== day && /\d[.,]\d\d$/.test(cell))
  if (day < 0 || amount < 0) return null
  const others = record.map((_, at) => at).filter((at) => at !== day && at !== amount)
  return {
    ...columnsOf([]),
    day,
    amount,
    texts: others,
    names: record.includes('*') ? monthFirst : ['sort code'],
  }
}

/** Reads the CSV file of a bank. Throws Error with a sentence if it is none. */
export function readBankCsv(text: string): BankFile {
  const records = recordsOf(text)
  const at = records.slice(0, HEADER_ROWS).findIndex((record) => isHeader(columnsOf(record)))
  const first = records[Math.max(at, 0)] ?? []
  const columns = at < 0 ? guessColumns(first) : columnsOf(first)
  if (!columns)
    throw new Error('No columns for date and amount were found: please choose the CSV file of a bank')
  const lines = records.flatMap((cells, n) => (n > at && cells.some(Boolean) ? [{ cells, line: n + 1 }] : []))
  const order = orderOf(
    lines.map(({ cells }) => cells[columns.day] ?? ''),
    columns,
  )
  const file: BankFile = { rows: [], leftOut: [] }
  for (const { cells, line } of lines) {
    const row = rowOf(cells, columns, order)
    if (typeof row === 'string') file.leftOut.push({ line, reason: row })
    else file.rows.push({ line, ...row })
  }
  return file
}

function recordsOf(text: string): string[][] {
  try {
    return parse(text, {
      ...{ bom: true, delimiter: findDelimiter(text.slice(0, 64 * 1024)), trim: true },
      ...{ record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true },
      skip_empty_lines: false,
    }) as string[][]
  } catch {
    throw new Error('The file cannot be read: a quote is opened and not closed')
  }
}

const DATE = /^(\d{1,4})[/.\- ](\d{1,2}|[a-z]{3,9})[/.\- ](\d{2,4})(?![\d/])/i

type Order = 'dayFirst' | 'monthFirst'

/** From a day over 12, else from the bank. Throws if both readings are possible. */
function orderOf(dates: readonly string[], { names }: Columns): Order {
  const parts = dates.map((date) => DATE.exec(date)).filter((found) => found !== null)
  const clear = parts.filter(([, a = '']) => a.length <= 2 && /\d/.test(a))
  if (clear.some(([, a, b = '']) => Number(a) > 12 || /[a-z]/i.test(b))) return 'dayFirst'
  if (clear.some(([, , b]) => Number(b) > 12)) return 'monthFirst'
  if (clear.length === 0 || names.some((name) => dayFirst.includes(name))) return 'dayFirst'
  if (names.some((name) => monthFirst.includes(name))) return 'monthFirst'
  if (clear.every(([, a, b]) => a === b)) return 'dayFirst'
  throw new Error(`The date ${clear[0]?.[0]} can be read in two ways: please export a longer period`)
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `2026-11-28`, or null. */
function dayOf(text: string, order: Order): string | null {
  const [, a = '', b = '', c = ''] = DATE.exec(text) ?? []
  const named = months.indexOf(b.slice(0, 3).toLowerCase()) + 1
  const [y, m, d] =
    a.length === 4 ? [a, b, c] : named > 0 ? [c, named, a] : order === 'dayFirst' ? [c, b, a] : [c, a, b]
  const year = Number(y) < 100 ? 2000 + Number(y) : Number(y)
  const day = `${year}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null
}

function rowOf(cells: readonly string[], columns: Columns, order: Order): Omit<BankRow, 'line'> | string {
  const cell = (key: keyof typeof headings) => cells[columns[key]] ?? ''
  const day = dayOf(cell('day'), order)
  if (day === null) return 'No date'
  if (/pending|reverted|declined|failed/i.test(cell('state'))) return 'Not booked'
  const amount = amountOf(cell)
  if (amount === null) return 'No amount'
  const heading = columns.names[columns.amount]?.match(/\((gbp|eur|usd)\)$/)?.[1]
  const currency = cell('currency').toUpperCase() || heading?.toUpperCase() || null
  const words = columns.texts.map((at) => cells[at] ?? '').filter((word) => word !== '' && word !== '*')
  return { day, amount, currency, text: [...new Set(words)].join(' ').slice(0, 200) }
}

function amountOf(cell: (key: keyof typeof headings) => string): number | null {
  const [amount, credit, debit] = [cell('amount'), cell('credit'), cell('debit')].map(minorOf)
  if (amount !== null && amount !== undefined)
    return /^debit$/i.test(cell('direction')) ? -Math.abs(amount) : amount
  if (credit) return credit
  return debit ? -Math.abs(debit) : null
}

/** Banks group thousands with a comma: `1,234.50`. */
const minorOf = (text: string) => parseSignedAmount(text.replace(/,(?=\d{3}(\D|$))/g, '').replace(/^\+/, ''))
