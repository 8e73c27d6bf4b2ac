import type { ClientFlag } from '../clients/eligible.ts'
import { addDays } from '../salons/days.ts'
import type { ListField } from './columns.ts'
import { type DataRow, LONGEST_VALUE } from './dataRows.ts'
import { type DateOrder, isMinor, readVisitDate } from './listDates.ts'
import type { ListedClient } from './listedClient.ts'
import { type answersOf, consentOf } from './listedConsent.ts'
import {
  firstOfFullName,
  isEmptyValue,
  isInactive,
  isMarked,
  readName,
  readTags,
  readWholeNumber,
} from './listValues.ts'

interface ReadClient {
  dateOrder: DateOrder
  asOf: string
  answers: ReturnType<typeof answersOf>
  /** Collects what a person should know about the row. */
  hints: string[]
}

export const firstNameOf = (row: DataRow) =>
  readName(row.cell('firstName')) ?? firstOfFullName(row.cell('name'))

/** The client of a row with a number. */
export function readClient(row: DataRow, phone: string, reading: ReadClient): ListedClient {
  const daysSince = readWholeNumber(row.cell('daysSinceVisit'))
  const lastVisit =
    readDate(row, 'lastVisit', reading) ?? (daysSince === null ? null : addDays(reading.asOf, -daysSince))
  if (lastVisit && lastVisit > reading.asOf) {
    reading.hints.push(`${row.name('lastVisit')} ${lastVisit} is after the day of the list`)
  }
  return {
    phone,
    firstName: firstNameOf(row),
    lastVisit,
    nextVisit: readDate(row, 'nextVisit', reading),
    visits: readWholeNumber(row.cell('visits')),
    flags: readFlags(row, reading.asOf),
    ...consentOf(row, reading),
    row: row.number,
  }
}

function readDate(
  row: DataRow,
  field: 'lastVisit' | 'nextVisit',
  { dateOrder, hints }: ReadClient,
): string | null {
  const value = row.cell(field)
  const date = readVisitDate(value, dateOrder)
  if (date === null) hints.push(unused(row, field, value, 'is not a date'))
  return date || null
}

const unused = (row: DataRow, field: ListField, value: string, problem: string) =>
  `${row.name(field)} "${value.trim().slice(0, LONGEST_VALUE)}" ${problem} and is not used`

const flagColumns = ['staff', 'blocked', 'vip', 'deceased'] as const

function readFlags(row: DataRow, asOf: string): ClientFlag[] {
  const flags = new Set<ClientFlag>(readTags(row.cell('tags')))
  for (const flag of flagColumns) if (isMarked(row.cell(flag))) flags.add(flag)
  const isGone =
    isMarked(row.cell('archived')) || isMarked(row.cell('deleted')) || isInactive(row.cell('active'))
  if (isGone) flags.add('blocked')
  const birthday = row.cell('birthday')
  if (!isEmptyValue(birthday) && isMinor(birthday, asOf)) flags.add('minor')
  return [...flags].sort()
}
