import type { Market } from '../../sms/markets.ts'
import { type ColumnMapping, findHeader, type ListHeader, listFields } from './columns.ts'
import type { ConsentAnswer } from './contract.ts'
import { type DataRow, dataRows, phoneText, STEP } from './dataRows.ts'
import { type DateOrder, readVisitDate } from './listDates.ts'
import { type ListedClient, type MergedRow, mergeClients } from './listedClient.ts'
import { answersOf, type UnreadConsent, unreadConsent } from './listedConsent.ts'
import { columnLetter, ListFault } from './listFault.ts'
import { readPhone } from './listPhones.ts'
import { firstNameOf, readClient } from './readClient.ts'

export interface RejectedRow {
  row: number
  column: string
  value: string
  reason: string
  firstName: string | null
  lastVisit: string | null
}

/** Something about an accepted row that a person should know. */
export interface ReportedRow {
  row: number
  /** The client as this row has it. */
  client: ListedClient
  message: string
}

export interface ListReading {
  clients: ListedClient[]
  rejected: RejectedRow[]
  /** Rows that were merged into the client of an earlier row. */
  merged: MergedRow[]
  reported: ReportedRow[]
  dateOrder: DateOrder
  /** Clients, merged and rejected rows; without titles, header, empty rows and totals. */
  rowCount: number
  /** No column holds phone numbers, as far as the names show: a person chooses it. There are no clients until then. */
  needsPhoneColumn: boolean
  /** Name of the column with marketing consent; null without one. */
  consentColumn: string | null
  /** Values of that column that are neither yes nor no, the most frequent first. */
  unreadConsent: UnreadConsent[]
}

/** A column of a spreadsheet with formulas: its index, and the first and last row with one, counted from 1. */
export interface FormulaColumn {
  column: number
  first: number
  last: number
}

export interface ListOptions {
  mapping: ColumnMapping
  /** The salon's country: of local numbers, and of dates such as 03/04/2025. */
  country: Market
  /** The day of the list, `YYYY-MM-DD`. */
  asOf: string
  /** What staff decided about values of the consent column. Case and spaces of a value do not count. */
  consentAnswers?: Record<string, ConsentAnswer>
  /** Columns with formulas; their stored results may be old. */
  formulas?: readonly FormulaColumn[]
}

/**
 * The clients of a list. Rows that cannot be read are rejected one by one. Throws ListFault if the whole list is
 * ambiguous: a header twice, two orders of dates.
 */
export function readList(rows: readonly (readonly string[])[], options: ListOptions): ListReading {
  const steps = readListInSteps(rows, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** As readList. Pauses between steps, so that a server can do other work. */
export function* readListInSteps(
  rows: readonly (readonly string[])[],
  options: ListOptions,
): Generator<void, ListReading> {
  const header = findHeader(rows)
  checkMapping(options.mapping, header)
  if (options.mapping.phone !== undefined) rejectFormulas(header, options)
  yield
  const { data, dates } = yield* dataRows(rows, header, options.mapping)
  if (data.length === 0) throw new ListFault('no_clients', 'This file has no clients.')
  if (options.mapping.phone === undefined) return withoutPhones(data, header, options)
  const dateOrder = dates.find(options.country)
  const answers = answersOf(options.consentAnswers)
  const rejected: RejectedRow[] = []
  const reported: ReportedRow[] = []
  const merged: MergedRow[] = []
  const byPhone = new Map<string, ListedClient>()
  for (const [index, row] of data.entries()) {
    if (index % STEP === 0) yield
    const phone = readPhone([row.cell('phone'), row.cell('otherPhone')], options.country)
    if ('reason' in phone) {
      rejected.push({
        row: row.number,
        column: row.name('phone'),
        value: phoneText(row),
        reason: phone.reason,
        firstName: firstNameOf(row),
        lastVisit: readVisitDate(row.cell('lastVisit'), dateOrder) || null,
      })
      continue
    }
    const hints = [...phone.hints]
    const client = readClient(row, phone.phone, { dateOrder, asOf: options.asOf, answers, hints })
    const known = byPhone.get(client.phone)
    byPhone.set(client.phone, known ? mergeClients(known, client) : client)
    if (known) merged.push({ client, into: known.row })
    reported.push(...hints.map((message) => ({ row: row.number, client, message })))
  }
  const clients = [...byPhone.values()]
  return {
    clients,
    merged,
    rejected,
    reported,
    dateOrder,
    rowCount: data.length,
    needsPhoneColumn: false,
    consentColumn: consentColumn(header, options),
    unreadConsent: unreadConsent(clients),
  }
}

const withoutPhones = (data: readonly DataRow[], header: ListHeader, options: ListOptions): ListReading => ({
  clients: [],
  merged: [],
  rejected: [],
  reported: [],
  dateOrder: 'iso',
  rowCount: data.length,
  needsPhoneColumn: true,
  consentColumn: consentColumn(header, options),
  unreadConsent: [],
})

const consentColumn = ({ names }: ListHeader, { mapping }: ListOptions) =>
  names[mapping.consent ?? -1] ?? null

function checkMapping(mapping: ColumnMapping, { names }: ListHeader) {
  for (const field of listFields) {
    const column = mapping[field]
    if (column === undefined || (Number.isInteger(column) && column >= 0 && column < names.length)) continue
    throw new ListFault('unknown_column', `The list has no column number ${column + 1}.`)
  }
}

/** Columns that are not used may hold formulas, and so may titles. */
function rejectFormulas(header: ListHeader, { mapping, formulas = [] }: ListOptions) {
  const used = new Set(listFields.map((field) => mapping[field]))
  const found = formulas.find(({ column, last }) => used.has(column) && last > header.row)
  if (!found) return
  const [letter, row] = [columnLetter(found.column), found.first > header.row ? found.first : found.last]
  throw new ListFault(
    'formula',
    `Cell ${letter}${row} holds a formula. Copy the list and paste it as values, or export it as CSV.`,
    { row, column: letter },
  )
}
