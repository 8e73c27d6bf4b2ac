import { DateOrderFinder } from '../lists/dateOrder.ts'
import { readPhone } from '../lists/listPhones.ts'
import type { Salon } from '../salons/contract.ts'
import type { Appointment, AppointmentState } from './appointment.ts'
import { amountCell, isUnclearUnit, readAmount } from './csvAmounts.ts'
import type { CsvColumn } from './csvColumns.ts'
import { idOf, isConstant, isId } from './csvIds.ts'
import { findNumbers, nameOf } from './csvNames.ts'
import { type AskedWord, isRefundOnly, readRowState } from './csvRowState.ts'
import { type CsvCell, type CsvRow, type CsvTable, csvTable } from './csvTable.ts'
import { type CsvTimes, dayTextOf, notAfter, readTime } from './csvTimes.ts'
import { readZone } from './csvZones.ts'
import { joinParts, type ReadRow, type RejectedRow } from './joinParts.ts'
import type { AmountUnit, StateMeaning, StateMeanings } from './stateMeanings.ts'

export interface ReadCsv {
  appointments: Appointment[]
  rejected: RejectedRow[]
  /** Words of the state that are in no list, the most frequent first; `meaning` null: not decided, so their rows are rejected. */
  askedStates: (AskedWord & { rows: number; meaning: StateMeaning | null })[]
  /** Rows that are there twice in all columns; they count once. */
  repeated: number
  /** An amount such as `120`, if all amounts are whole numbers and nothing says whether it is 120.00 or 1.20. */
  unclearAmount: string | null
  /** Names of the columns by what they are used for. */
  columns: { use: 'day' | 'state' | 'amount' | 'bookedAt' | 'id'; names: string[] }[]
  /** Columns that can be the amount. */
  amountColumns: string[]
}

/** What staff decided about a file. */
export interface CsvChoices {
  states?: StateMeanings
  /** Pounds and dollars unless it says otherwise. */
  unit?: AmountUnit | undefined
  amountColumn?: string | undefined
}

type CsvSalon = Pick<Salon, 'country' | 'timeZone' | 'currency'>

interface CsvContext {
  salon: CsvSalon
  times: CsvTimes
  now: Date
  choices: CsvChoices
  hasIds: boolean
  /** Of the clients by name, for appointments without numbers. */
  numberOf: (row: CsvRow) => { phone: string } | { reason: string }
}

/**
 * Reads an export of appointments, and beside it a list of clients if the export has names alone. What cannot be understood
 * rejects the row; it is never guessed. Throws Error with a sentence for files that are not these.
 */
export function readCsv(
  texts: readonly string[],
  salon: CsvSalon,
  now: Date,
  choices: CsvChoices = {},
): ReadCsv {
  const tables = texts.map(csvTable)
  const dated = tables.filter((table) => table.has('day'))
  const [table] = dated
  if (!table || dated.length > 1) throw new Error(table ? TWO_FILES : NO_DATE)
  const context: CsvContext = {
    ...{ salon, now, choices, times: { ...salon, order: orderOf(table, salon) } },
    hasIds: !isConstant(table.rows.flatMap((row) => row.cells('externalId').slice(0, 1))),
    numberOf: numbersOf(table, tables, salon),
  }
  const seen = new Set<string>()
  const rows = table.rows.filter(({ whole }) => !seen.has(whole) && seen.add(whole))
  const read = rows.map((row) => readRow(row, context))
  const { appointments, rejected } = joinParts(read, salon.timeZone)
  return {
    ...{ appointments, rejected, repeated: table.rows.length - rows.length },
    askedStates: askedStatesOf(read, choices.states ?? {}),
    unclearAmount: unclearAmountOf(rows, read, choices),
    columns: columnsOf(table, rows, choices),
    amountColumns: placesOf(table, 'netAmount', 'amount', 'grossAmount'),
  }
}

const TWO_FILES = 'Choose one file with appointments'
const NO_DATE = 'There is no column with the date of the appointment'
const NO_NUMBER =
  'There is no column with the mobile number. Choose the list of clients together with this file: their numbers are then found by name'

function orderOf(table: CsvTable, { country }: CsvSalon) {
  const order = new DateOrderFinder()
  for (const row of table.rows)
    for (const value of [...row.cells('day'), ...row.cells('bookedAt')])
      order.add({ row: row.number, column: '', value: dayTextOf(value) })
  return order.find(country)
}

/** How the number of a row is found: in its own cells, else by the name in the list of clients. */
function numbersOf(
  table: CsvTable,
  tables: readonly CsvTable[],
  { country }: CsvSalon,
): CsvContext['numberOf'] {
  if (table.has('phone')) return (row) => readPhone(row.cells('phone').map(withoutMark), country)
  const lists = tables.filter((other) => other !== table && other.has('phone'))
  if (lists.length === 0) throw new Error(NO_NUMBER)
  const numbers = findNumbers(lists, (cells) => readPhone(cells.map(withoutMark), country))
  return (row) => {
    const found = numbers.get(nameOf(row))
    if (!found) return { reason: 'No client of the list has this name' }
    return found.length === 1 && found[0]
      ? { phone: found[0] }
      : { reason: 'Two clients of the list have this name' }
  }
}

/** Exports write a mark before the plus, so that a spreadsheet does not calculate with it. */
const withoutMark = (cell: string) => cell.replace(/^[\\'"=]+/, '')

function readRow(row: CsvRow, context: CsvContext): ReadRow {
  const { now, times, choices, numberOf } = context
  let id = context.hasIds ? (row.cells('externalId').find(isId) ?? null) : null
  const rejected = (reason: string, asked: AskedWord[] = []) => ({ row: row.number, id, asked, reason })
  const number = numberOf(row)
  if ('reason' in number) return rejected(sentence(number.reason))
  const starts = timeOf(row, 'day', context)
  if ('unread' in starts) return rejected(startReasons[starts.unread])
  id ??= idOf({ phone: number.phone, startsAt: starts.at })
  const booked = timeOf(row, 'bookedAt', context)
  if ('unread' in booked && booked.unread !== 'missing') return rejected(bookedReasons[booked.unread])
  const isPast = starts.at < now.toISOString()
  const { state, asked, leftOut } = readRowState(row, choices.states ?? {}, { order: times.order, isPast })
  const isRefund = isRefundOnly(row)
  if (leftOut !== null)
    return { ...rejected(`Left out, as you chose for “${leftOut}”`, asked), leftOut: true }
  if (!state && !isRefund) return rejected(`The status “${openWord(asked, choices)}” is not known`, asked)
  const amount = amountOf(row, isRefund ? 'refund' : state, context)
  if ('reason' in amount) return rejected(amount.reason, asked)
  const bookedAt = 'at' in booked ? notAfter(booked, now, times.timeZone) : null
  const part = { phone: number.phone, startsAt: starts.at, bookedAt, state, ...amount }
  return { row: row.number, id, asked: isRefund ? [] : asked, part }
}

const openWord = (asked: readonly AskedWord[], { states = {} }: CsvChoices) =>
  asked.find(({ key }) => !states[key])?.word ?? ''

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const startReasons = {
  missing: 'No date',
  day: 'The date cannot be read',
  clock: 'The time cannot be read',
  zone: 'The time zone cannot be read',
}
const bookedReasons = {
  day: 'The date of booking cannot be read',
  clock: 'The time of booking cannot be read',
  zone: 'The time zone of the booking cannot be read',
}

function timeOf(row: CsvRow, column: 'day' | 'bookedAt', { times, salon }: CsvContext) {
  const cells = (of: CsvColumn) =>
    row.placed(of).map((cell) => ({ text: cell.text, zone: headingZone(cell, salon) }))
  const clocks = column === 'day' ? cells('clock') : []
  return readTime({ days: cells(column), clocks, zone: row.cells('timeZone')[0] }, times)
}

/** Said in brackets in a heading without naming a zone: `Start (dd/mm/yyyy)`, `Time (24h)`. */
const NO_ZONE = /^(?:[dmyhsa:/.,\s-]*|\d.*|required|optional|date|time|start|from|appointment|appt|booking)$/i

/** Undefined: the heading names none. Null: it names one that cannot be read. */
function headingZone({ note }: CsvCell, salon: CsvSalon) {
  if (note === '' || NO_ZONE.test(note)) return undefined
  return readZone(note, salon)
}

/** Amounts count for clients who came, and refunds for all. */
function amountOf(row: CsvRow, state: AppointmentState | 'refund' | null, { salon, choices }: CsvContext) {
  const { unit = 'major', amountColumn } = choices
  const rules = { currency: salon.currency, country: salon.country, unit, column: amountColumn }
  const read = readAmount(row, rules)
  if (state === 'refund' && 'amount' in read && read.amount === null)
    return { reason: 'The amount of the refund is not known' }
  if (state === 'attended' || state === 'refund') return read
  return 'amount' in read && (read.amount ?? 0) < 0 ? read : { amount: null }
}

function askedStatesOf(read: readonly ReadRow[], meanings: StateMeanings): ReadCsv['askedStates'] {
  const counts = new Map<string, ReadCsv['askedStates'][number]>()
  for (const { key, word } of read.flatMap(({ asked }) => asked)) {
    const before = counts.get(key) ?? { key, word, rows: 0, meaning: meanings[key] ?? null }
    counts.set(key, { ...before, rows: before.rows + 1 })
  }
  return [...counts.values()].sort((a, b) => b.rows - a.rows)
}

/** An amount of the file as an example if all are whole numbers. */
function unclearAmountOf(
  rows: readonly CsvRow[],
  read: readonly ReadRow[],
  { amountColumn }: CsvChoices,
): string | null {
  const cells = rows.flatMap((row, n) => {
    const one = read[n]
    const cell = one && ('part' in one || one.asked.length > 0) ? amountCell(row, amountColumn) : undefined
    return cell && /[1-9]/.test(cell.text) ? [cell] : []
  })
  return cells.length > 0 && cells.every(isUnclearUnit) ? (cells[0]?.text ?? null) : null
}

const placesOf = (table: CsvTable, ...columns: CsvColumn[]) =>
  [...new Set(columns.flatMap((column) => table.columns[column]))].map(({ name }) => name)

/** The columns that are used, as the file names them. */
function columnsOf(table: CsvTable, rows: readonly CsvRow[], choices: CsvChoices): ReadCsv['columns'] {
  const amounts = new Set(rows.flatMap((row) => amountCell(row, choices.amountColumn)?.name ?? []))
  const first = (column: CsvColumn) => placesOf(table, column).slice(0, 1)
  return [
    { use: 'day' as const, names: [...new Set([...first('day'), ...first('clock')])] },
    { use: 'bookedAt' as const, names: first('bookedAt') },
    { use: 'state' as const, names: placesOf(table, 'state', 'canceled', 'noShow', 'attended', 'done') },
    { use: 'amount' as const, names: [...amounts] },
    { use: 'id' as const, names: first('externalId') },
  ].filter(({ names }) => names.length > 0)
}
