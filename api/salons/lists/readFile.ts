import type { ClientFlag } from '@salonback/shared/salons/clients/eligible.ts'
import { type ColumnMapping, findHeader, mapColumns } from '@salonback/shared/salons/lists/columns.ts'
import type { FileOptions, ListPreview } from '@salonback/shared/salons/lists/contract.ts'
import { countDates } from '@salonback/shared/salons/lists/lastVisitColumn.ts'
import { type ListedClient, withoutFutureVisit } from '@salonback/shared/salons/lists/listedClient.ts'
import { ListFault } from '@salonback/shared/salons/lists/listFault.ts'
import { describeColumns } from '@salonback/shared/salons/lists/phoneColumn.ts'
import { type ListReading, readListInSteps } from '@salonback/shared/salons/lists/readList.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Sql } from '../../platform/db/open.ts'
import { takeTurns } from '../../platform/http/connection.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { PhoneKeys } from '../../platform/privacy/hash.ts'
import type { SalonRules } from '../salons/queries.ts'
import { readCells } from './cells.ts'
import type { ListCells, RowMark } from './listCells.ts'
import { columnsOf, summaryOf } from './preview.ts'

/** The pool, not a transaction: reading a file takes seconds and must not hold a connection. */
export interface ListContext {
  sql: Sql
  env: PhoneKeys
}

/** What decides how a file is read. */
export interface ListFile {
  /** The file, or what was parsed from it with the same sheet and hidden rows. */
  file: Buffer | ListCells
  fileName: string
  /** By default the columns that the header names. */
  mapping?: ColumnMapping
  options?: FileOptions
}

/** What the preview shows besides the counts of its clients, and what these readings depend on. */
export type ReadPreview = Omit<ListPreview, 'id' | 'fileName' | 'textsUnknownVisits' | 'waterfall'> & {
  readAs: string
}

/** A list with its clients. */
export interface ReadList {
  mapping: ColumnMapping
  options: FileOptions
  preview: ReadPreview
  cells: ListCells
  reading: ListReading
}

/** Local numbers are read as of the country, and dates as of today in the salon. */
export const readAs = ({ country, timeZone }: Pick<SalonRules, 'country' | 'timeZone'>, now: Date) =>
  `${country} ${localDate(timeZone, now)}`

/** The clients of a list file. Throws AppError. */
export async function readFile(
  { file, fileName, mapping: chosen, options = {} }: ListFile,
  salon: Pick<SalonRules, 'country' | 'timeZone'>,
  now: Date,
): Promise<ReadList> {
  return readingErrors(async () => {
    const { sheet, hiddenRows } = options
    const cells = Buffer.isBuffer(file)
      ? await readCells(file, fileName, { sheet, hiddenRows: hiddenRows ? 'include' : 'leave_out' })
      : file
    const { rows, formulas } = cells
    const header = findHeader(rows)
    const { country } = salon
    const asOf = localDate(salon.timeZone, now)
    const dates = countDates(rows, header, asOf)
    const described = describeColumns(rows, header, country).map((column, at) => ({
      ...column,
      dates: dates[at] ?? 0,
    }))
    const mapping = chosen ?? mapColumns(header.names, described)
    const consentAnswers = answersByValue(options)
    const steps = readListInSteps(rows, { mapping, country, asOf, consentAnswers, formulas })
    const read = await takeTurns(steps)
    const marks = marksBelow(cells.marks ?? [], header.row, read.rowCount)
    const blocked = phonesOfMarks(read, marks, options)
    const reading = {
      ...read,
      clients: read.clients
        .map((client) => withoutFutureVisit(client, asOf))
        .map((client) => (blocked.has(client.phone) ? withFlag(client, 'blocked') : client)),
    }
    const preview = {
      ...columnsOf(cells, header, { mapping, described, country, options }),
      ...summaryOf(reading),
      marks: marks.map(({ key, rows }) => ({
        key,
        rows: rows.length,
        leftOut: options.leftOutMarks?.includes(key) ?? false,
      })),
      readAs: readAs(salon, now),
    }
    return { mapping, options, preview, cells, reading }
  })
}

const MOST_MARKS = 20

/** Marks of data rows. One that all of them have says nothing. */
const marksBelow = (marks: readonly RowMark[], header: number, rowCount: number): RowMark[] =>
  marks
    .map(({ key, rows }) => ({ key, rows: rows.filter((row) => row > header) }))
    .filter(({ rows }) => rows.length > 0 && rows.length < rowCount)
    .slice(0, MOST_MARKS)

/** Numbers of rows with a mark that is left out, also of rows that were merged. */
function phonesOfMarks(
  { clients, merged }: ListReading,
  marks: readonly RowMark[],
  { leftOutMarks = [] }: FileOptions,
): ReadonlySet<string> {
  const rows = new Set(marks.filter(({ key }) => leftOutMarks.includes(key)).flatMap((mark) => mark.rows))
  if (rows.size === 0) return new Set()
  const all = [...clients, ...merged.map(({ client }) => client)]
  return new Set(all.filter(({ row }) => rows.has(row)).map(({ phone }) => phone))
}

const withFlag = (client: ListedClient, flag: ClientFlag): ListedClient => ({
  ...client,
  flags: [...new Set([...client.flags, flag])].sort(),
})

const answersByValue = ({ consentAnswers = [] }: FileOptions) =>
  Object.fromEntries(consentAnswers.map(({ value, answer }) => [value, answer]))

/** Turns a fault of the list into an error with its row and column. */
async function readingErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ListFault)) throw error
    const place = [error.row && `row ${error.row}`, error.column && `column ${error.column}`]
    const where = place.filter(Boolean).join(', ')
    const code = error.code === 'too_large' ? 'too_large' : 'invalid'
    throw new AppError(code, where ? `${error.message} (${where})` : error.message)
  }
}
