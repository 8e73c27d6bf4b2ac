import { parse } from 'csv-parse/browser/esm/sync'
import { instantOf } from '../../sms/openHours.ts'
import { toE164 } from '../../sms/phone.ts'
import { readVisitDate } from '../clients/listDates.ts'
import type { Salon } from '../salons/contract.ts'
import { parseAmount } from '../visits/amount.ts'
import type { Appointment, AppointmentState } from './appointment.ts'

/** Column names in exports of Fresha, Square and Acuity, reduced to letters and digits. The first one in a file counts. */
const columns = {
  externalId: ['apptref', 'appointmentref', 'refno', 'ref', 'appointmentid', 'bookingid', 'id'],
  phone: [
    'clientmobile',
    'mobilenumber',
    'mobile',
    'customerphonenumber',
    'customerphone',
    'phonenumber',
    'phone',
  ],
  startsAt: ['scheduleddate', 'appointmentdate', 'starttime', 'startdate', 'startsat', 'start', 'date'],
  time: ['scheduledtime', 'appointmenttime', 'time'],
  bookedAt: ['createddate', 'createdat', 'datecreated', 'datescheduled', 'bookedon', 'bookedat'],
  state: ['status', 'appointmentstatus', 'bookingstatus', 'state'],
  amount: ['netsales', 'servicetotal', 'appointmentprice', 'price', 'total', 'amount'],
} as const
type Column = keyof typeof columns
const required: readonly Column[] = ['phone', 'startsAt']

/** Words for each state, reduced to letters. A past appointment without such a word counts as booked. */
const states: [RegExp, AppointmentState][] = [
  [/noshow|missed|didnotattend/, 'no_show'],
  [/cancel|declin|deleted/, 'canceled'],
  [/complet|attended|arrived|checkedout|paid|finished|fulfilled/, 'attended'],
  [/^$|book|confirm|accept|new|scheduled|pending|started/, 'booked'],
]

export interface ReadCsv {
  appointments: Appointment[]
  /** Rows that cannot be stored, by their number in the file. */
  rejected: { row: number; reason: string }[]
}

type CsvSalon = Pick<Salon, 'country' | 'timeZone' | 'currency'>

/** Reads an export of appointments. Throws an Error with a user-facing sentence if a column is missing. */
export function readCsv(text: string, salon: CsvSalon): ReadCsv {
  const [head = [], ...rows] = parse(text, {
    ...{ bom: true, delimiter: [',', ';', '\t'], relax_column_count: true },
    ...{ relax_quotes: true, skip_empty_lines: true, trim: true },
  }) as string[][]
  const places = placesOf(head)
  const missing = required.filter((column) => places[column] < 0)
  if (missing.length > 0)
    throw new Error(`There is no column with ${missing.map((column) => names[column]).join(' and ')}`)
  const read: ReadCsv = { appointments: [], rejected: [] }
  for (const [n, row] of rows.entries()) {
    const one = readRow((column) => row[places[column]] ?? '', salon)
    if (typeof one === 'string') read.rejected.push({ row: n + 2, reason: one })
    else read.appointments.push(one)
  }
  return read
}

const names: Partial<Record<Column, string>> = {
  phone: 'the mobile number',
  startsAt: 'the date of the appointment',
}

const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

function placesOf(head: string[]): Record<Column, number> {
  const known = head.map(bare)
  const placeOf = (options: readonly string[]) =>
    known.indexOf(options.find((option) => known.includes(option)) ?? '-')
  return Object.fromEntries(
    Object.entries(columns).map(([column, options]) => [column, placeOf(options)]),
  ) as Record<Column, number>
}

function readRow(cell: (column: Column) => string, salon: CsvSalon): Appointment | string {
  const phone = toE164(cell('phone'), salon.country)
  if (!phone) return 'No phone number'
  const startsAt = readTime([cell('startsAt'), cell('time')].filter(Boolean).join(' '), salon)
  if (!startsAt) return 'The date cannot be read'
  const word = bare(cell('state'))
  const state = states.find(([words]) => words.test(word))?.[1]
  if (!state) return `The status “${cell('state')}” is not known`
  return {
    // Without an id in the file, the number and time name the appointment.
    externalId: cell('externalId') || `${phone} ${startsAt}`,
    ...{ phone, startsAt, state },
    bookedAt: readTime(cell('bookedAt'), salon),
    amount: state === 'attended' ? parseAmount(cell('amount'), salon.currency) : null,
  }
}

/** `14:30`, `2:30 pm`, `2.30pm`. */
const CLOCK = /(\d{1,2})[:.](\d{2})(?::\d{2})?\s*([ap])?\.?m?\.?$/i

/** A time in the salon's zone as an instant; noon if only the day is given. Null if it cannot be read. */
function readTime(text: string, { country, timeZone }: CsvSalon): string | null {
  if (/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text) && !Number.isNaN(Date.parse(text)))
    return new Date(text).toISOString()
  const day = readVisitDate(text, country === 'US' ? 'month-first' : 'day-first')
  if (!day) return null
  const [, hours, minutes = '00', half] = CLOCK.exec(text.trim()) ?? []
  if (hours === undefined) return instantOf(timeZone, `${day}T12:00`).toISOString()
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59) return null
  return instantOf(timeZone, `${day}T${String(hour).padStart(2, '0')}:${minutes}`).toISOString()
}
