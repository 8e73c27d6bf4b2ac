import type { ListRow } from '@salonback/shared/salons/lists/contract.ts'
import type { ListedClient } from '@salonback/shared/salons/lists/listedClient.ts'
import type { ListReading } from '@salonback/shared/salons/lists/readList.ts'
import type { Fragment, Json, Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { ListCells } from './listCells.ts'

/** Rows and characters per statement: more would block other requests. */
const CHUNK = 500
const CHUNK_TEXT = 200_000

/** Replaces the staged rows of a list. */
export async function stageRows(
  sql: Sql,
  listId: string,
  rows: readonly string[][],
  reading: ListReading,
): Promise<void> {
  await deleteStaged(sql, listId)
  for (const chunk of chunksOf(stagedRows(rows, reading)))
    await sql`
      insert into list_rows (list_id, row_number, cells, part, phone, first_name, last_visit, client, message, remarks)
      select ${listId}, g.* from jsonb_to_recordset(${sql.json(chunk as unknown as Json)}) as g (row_number int, cells jsonb,
        part text, phone text, first_name text, last_visit date, client jsonb, message text, remarks text)`
}

type StagedRow = ReturnType<typeof stagedRow>

function* chunksOf(rows: Iterable<StagedRow>): Generator<StagedRow[]> {
  let chunk: StagedRow[] = []
  let text = 0
  for (const row of rows) {
    chunk.push(row)
    for (const cell of row.cells) text += cell.length + 3
    if (chunk.length < CHUNK && text < CHUNK_TEXT) continue
    yield chunk
    chunk = []
    text = 0
  }
  if (chunk.length > 0) yield chunk
}

function* stagedRows(rows: readonly string[][], reading: ListReading): Generator<StagedRow> {
  const client = takeByRow(reading.clients, ({ row }) => row)
  const merged = takeByRow(reading.merged, ({ client }) => client.row)
  const rejected = takeByRow(reading.rejected, ({ row }) => row)
  const remarks = takeByRow(reading.reported, ({ row }) => row)
  for (const [index, cells] of rows.entries()) {
    if (cells.length === 0) continue
    const at = index + 1
    const found = { client: client(at)[0], merged: merged(at)[0], rejected: rejected(at)[0] }
    yield stagedRow(at, cells, { ...found, remarks: remarks(at) })
  }
}

/** Takes the items of one row after the other; they are in the order of the file. */
function takeByRow<T>(items: readonly T[], rowOf: (item: T) => number) {
  let next = 0
  return (row: number): readonly T[] => {
    const first = next
    for (let item = items[next]; item !== undefined && rowOf(item) === row; item = items[next]) next++
    return items.slice(first, next)
  }
}

interface FoundInRow {
  client: ListedClient | undefined
  merged: ListReading['merged'][number] | undefined
  rejected: ListReading['rejected'][number] | undefined
  remarks: readonly ListReading['reported'][number][]
}

function stagedRow(row: number, cells: string[], { client, merged, rejected, remarks }: FoundInRow) {
  const own = remarks[0]?.client ?? merged?.client ?? client
  return {
    row_number: row,
    cells,
    part: (client && 'client') ?? (merged && 'merged') ?? (rejected && 'rejected') ?? null,
    phone: own?.phone ?? rejected?.value ?? null,
    first_name: (own ?? rejected)?.firstName ?? null,
    last_visit: (own ?? rejected)?.lastVisit ?? null,
    client: client ? { ...client, undecidedAnswer: undecidedAnswer(client) } : null,
    message: merged
      ? `the number is in row ${merged.into} as well; they are one client`
      : (rejected?.reason ?? null),
    remarks: remarks.length > 0 ? remarks.map(({ message }) => message).join('; ') : null,
  }
}

/** Spaces do not make another answer. */
export const answerKey = (value: string) => value.trim().replace(/\s+/g, ' ')

const undecidedAnswer = ({ consent, consentValue }: ListedClient) =>
  consent === 'unread' && consentValue !== null ? answerKey(consentValue) : null

export const alreadyStored = () => new AppError('conflict', 'This list was stored already')

/** The cells of the file in its order; rows without cells are empty. */
export async function findCells(sql: Sql, listId: string): Promise<ListCells> {
  const [list] = await sql<{ parsed: Omit<ListCells, 'rows'> }[]>`
    select parsed from client_lists where id = ${listId} and parsed is not null`
  if (!list) throw alreadyStored()
  const found = await sql<{ row: number; cells: string[] }[]>`
    select row_number as row, cells from list_rows where list_id = ${listId} order by row_number`
  const rows = Array.from({ length: found.at(-1)?.row ?? 0 }, (): string[] => [])
  for (const { row, cells } of found) rows[row - 1] = cells
  return { ...list.parsed, rows }
}

interface Page {
  /** The last row of the page before. */
  after: number
  size: number
}

/** The next clients of a list, in the order of the file. */
export async function findStagedClients(
  sql: Sql,
  listId: string,
  { after, size }: Page,
): Promise<ListedClient[]> {
  const rows = await sql<{ client: ListedClient }[]>`
    select client from list_rows where list_id = ${listId} and part = 'client' and row_number > ${after}
    order by row_number limit ${size}`
  return rows.map(({ client }) => client)
}

/** The next rows that were rejected or merged, or that have remarks. */
export function findStagedRows(
  sql: Sql,
  listId: string,
  part: 'rejected' | 'merged' | 'reported',
  { after, size }: Page,
) {
  const isReported = part === 'reported'
  return sql<ListRow[]>`
    select row_number as row, first_name, phone, last_visit::text,
      ${isReported ? sql`remarks` : sql`message`} as message from list_rows
    where list_id = ${listId} and ${isReported ? sql`remarks is not null` : sql`part = ${part}`} and row_number > ${after}
    order by row_number limit ${size}`
}

export async function findListedPhones(sql: Sql, listId: string): Promise<string[]> {
  const rows = await sql<{ phone: string }[]>`
    select phone from list_rows where list_id = ${listId} and part = 'client'`
  return rows.map(({ phone }) => phone)
}

/** SQL: the clients of a list except erased people. */
export const listedClients = (sql: Sql, listId: string, erased: readonly string[]): Fragment => sql`
  select g.*, g.consent in ('yes', 'no') as answered
  from list_rows r cross join lateral jsonb_to_record(r.client) as g (phone text, "firstName" text, "lastVisit" date,
    "nextVisit" date, visits int, flags text[], consent text, "consentValue" text, "undecidedAnswer" text, "row" int)
  where r.list_id = ${listId} and r.part = 'client' and r.phone <> all(${[...erased]}::text[])`

export async function deleteStaged(sql: Sql, listId: string): Promise<void> {
  await sql`delete from list_rows where list_id = ${listId}`
}
