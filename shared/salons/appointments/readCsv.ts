import { localDate } from '../../sms/openHours.ts'
import { DateOrderFinder } from '../clients/dateOrder.ts'
import { readPhone } from '../clients/listPhones.ts'
import type { Salon } from '../salons/contract.ts'
import { parseAmount } from '../visits/amount.ts'
import { Appointment, type AppointmentState } from './appointment.ts'
import { findNumbers, nameOf } from './csvNames.ts'
import { csvState, isMarked } from './csvStates.ts'
import { type CsvRow, type CsvTable, csvTable } from './csvTable.ts'
import { type CsvTimes, readTime } from './csvTimes.ts'
import { visitOf } from './visitOf.ts'

export interface ReadCsv {
  appointments: Appointment[]
  /** Rows that cannot be stored, by their number in the file. */
  rejected: { row: number; reason: string }[]
  /** Amounts of kept appointments that cannot be read, such as those of another currency. */
  unreadAmounts: number
}

type CsvSalon = Pick<Salon, 'country' | 'timeZone' | 'currency'>

interface CsvContext extends CsvTimes {
  salon: CsvSalon
  now: Date
  /** Of the clients by name, for appointments without numbers. */
  numberOf: (row: CsvRow) => { phone: string } | { reason: string }
}

/**
 * Reads an export of appointments, and beside it a list of clients if the export has names alone. Throws Error with a sentence
 * for files that are not these.
 */
export function readCsv(texts: readonly string[], salon: CsvSalon, now: Date): ReadCsv {
  const tables = texts.map(csvTable)
  const dated = tables.filter((table) => table.has('day'))
  const [table] = dated
  if (!table || dated.length > 1) throw new Error(table ? TWO_FILES : NO_DATE)
  const order = new DateOrderFinder()
  for (const row of table.rows)
    for (const value of [...row.cells('day'), ...row.cells('bookedAt')])
      order.add({ row: row.number, column: '', value })
  const context = {
    ...{ salon, now, timeZone: salon.timeZone, order: order.find(salon.country) },
    numberOf: numbersOf(table, tables, salon),
  }
  const read: ReadCsv = { appointments: [], rejected: [], unreadAmounts: 0 }
  const kept = new Map<string, { row: number; parts: Appointment[] }>()
  for (const row of table.rows) {
    const one = readRow(row, context)
    const reason = typeof one === 'string' ? one : addPart(kept, { row: row.number, one }, salon)
    if (reason) read.rejected.push({ row: row.number, reason })
    else if (typeof one !== 'string' && one.amount === null && hasAmount(row, one)) read.unreadAmounts++
  }
  read.appointments = [...kept.values()].map(({ parts }) => joined(parts))
  return read
}

const TWO_FILES = 'Choose one file with appointments'
const NO_DATE = 'There is no column with the date of the appointment'
const NO_NUMBER =
  'There is no column with the mobile number. Choose the list of clients together with this file: their numbers are then found by name'

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

const hasAmount = (row: CsvRow, { state }: Appointment) =>
  state === 'attended' && row.cells('amount').length > 0

function readRow(row: CsvRow, { salon, now, numberOf, ...times }: CsvContext): Appointment | string {
  const number = numberOf(row)
  if ('reason' in number) return sentence(number.reason)
  const days = row.cells('day')
  const startsAt = readTime(days, row.cells('clock'), times)
  if (!startsAt) return days.length > 0 ? 'The date cannot be read' : 'No date'
  const state = stateOf(row)
  if (!state) return `The status “${row.cells('state')[0]}” is not known`
  const booked = readTime(row.cells('bookedAt'), [], times)
  const appointment = {
    // Without an id in the file, the number and time name the appointment.
    externalId: row.cells('externalId')[0] ?? `${number.phone} ${startsAt}`,
    ...{ phone: number.phone, startsAt, state },
    // A day alone is read as noon, which may be later today.
    bookedAt: booked && booked > now.toISOString() ? now.toISOString() : booked,
    amount: state === 'attended' ? parseAmount(row.cells('amount')[0] ?? '', salon.currency) : null,
  }
  const valid = Appointment.safeParse(appointment)
  return valid.success ? valid.data : (valid.error.issues[0]?.message ?? 'This row cannot be read')
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function stateOf(row: CsvRow): AppointmentState | null {
  if (isMarked(row.cells('canceled')[0])) return 'canceled'
  if (isMarked(row.cells('noShow')[0])) return 'no_show'
  const [word] = row.cells('state')
  return word === undefined ? 'booked' : csvState(word)
}

type Kept = Map<string, { row: number; parts: Appointment[] }>

/** Adds a row to the appointment with its id: exports have a row for each service. The reason if it is another appointment. */
function addPart(kept: Kept, { row, one }: { row: number; one: Appointment }, { timeZone }: CsvSalon) {
  const before = kept.get(one.externalId)
  const [first] = before?.parts ?? []
  if (!before || !first) {
    kept.set(one.externalId, { row, parts: [one] })
    return null
  }
  const dayOf = ({ startsAt }: Appointment) => localDate(timeZone, new Date(startsAt))
  if (first.phone !== one.phone || dayOf(first) !== dayOf(one))
    return `Row ${before.row} has the same id, with another client or day`
  // A row that is there twice is no second service.
  if (!before.parts.some((part) => JSON.stringify(part) === JSON.stringify(one))) before.parts.push(one)
  return null
}

/** One appointment of the rows of its services. */
function joined([first, ...others]: readonly Appointment[]): Appointment {
  if (!first) throw new Error('an appointment has at least one row')
  const told = visitOf(
    [first, ...others].map(({ bookedAt = null, amount = null, ...one }) => ({ ...one, bookedAt, amount })),
  )
  return { ...first, ...told }
}
