import { createHash } from 'node:crypto'
import type { CommittedList, Declaration, ListPreview } from '@salonback/shared/clients/contract.ts'
import { type ColumnMapping, findHeader, mapColumns } from '@salonback/shared/salons/columns.ts'
import { countReasons } from '@salonback/shared/salons/eligible.ts'
import type { ListedClient } from '@salonback/shared/salons/listedClient.ts'
import { ListFault } from '@salonback/shared/salons/listFault.ts'
import { type ListReading, readListInSteps } from '@salonback/shared/salons/readList.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { allowIdle, type Sql } from '../db/open.ts'
import { AppError, notFound } from '../http/errors.ts'
import { readCells } from '../salons/cells.ts'
import { markReady, type SalonRules } from '../salons/queries.ts'
import type { PhoneKeys } from '../suppressions/hash.ts'
import { forgetVisitsOfList, reportVisitsOfList } from '../visits/fromLists.ts'
import { judgeList } from './judgeList.ts'
import {
  deleteList,
  findLastCommitted,
  findPreviewed,
  findWaitingList,
  hasNewerList,
  hasTexts,
  insertList,
  lockList,
  markCommitted,
  type StoredList,
  saveClients,
  saveListConsent,
  saveMapping,
  undoList,
} from './queries.ts'
import { runSteps } from './runSteps.ts'

const PROBLEMS = 100
const SAMPLE_ROWS = 5

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

interface Read {
  /** The first rows. The others are not kept, because they can take 100 MB. */
  sample: string[][]
  columns: string[]
  mapping: ColumnMapping
  reading: ListReading
}

export async function readFile(
  { file, fileName }: { file: Buffer; fileName: string },
  salon: SalonRules,
  now: Date,
  chosen?: ColumnMapping,
): Promise<Read> {
  return readingErrors(async () => {
    const { rows } = await readCells(file, fileName)
    const { names } = findHeader(rows)
    const mapping = chosen ?? mapColumns(names)
    const asOf = localDate(salon.timeZone, now)
    return {
      sample: rows.slice(0, SAMPLE_ROWS + 1).map((row) => row.slice(0, names.length)),
      columns: [...names],
      mapping,
      reading: await runSteps(readListInSteps(rows, { mapping, country: salon.country, asOf })),
    }
  })
}

/** What decides about the clients of a list, besides the salon. */
interface Judging {
  /** Of erased numbers. */
  keys: PhoneKeys
  now: Date
}

/** What a commit of this list would give: columns, five rows, remarks and the waterfall. */
async function previewOf(
  sql: Sql,
  list: { id: string; fileName: string },
  { sample, columns, mapping, reading }: Read,
  salon: SalonRules,
  judging: Judging,
): Promise<ListPreview> {
  const { clients, rejected, reported, merged, rowCount, dateOrder } = reading
  const reasons = await judgeList(sql, clients, salon, judging)
  return {
    id: list.id,
    fileName: list.fileName,
    columns,
    mapping,
    sample,
    rows: rowCount,
    merged: merged.length,
    rejected: rejected.length,
    reported: new Set(reported.map(({ row }) => row)).size,
    dateOrder,
    waterfall: countReasons(reasons),
    problems: [
      ...rejected.map(({ row, column, value, reason }) => ({ row, column, message: `${value}: ${reason}` })),
      ...reported.map(({ row, message }) => ({ row, column: null, message })),
    ].slice(0, PROBLEMS),
  }
}

/** Stores an uploaded file and returns its preview. */
export async function uploadList(
  sql: Sql,
  salon: SalonRules,
  { file, fileName, uploadedBy, keys, now }: Judging & { file: Buffer; fileName: string; uploadedBy: string },
): Promise<ListPreview> {
  const read = await readFile({ file, fileName }, salon, now)
  const sha256 = createHash('sha256').update(file).digest('hex')
  const { mapping } = read
  const id = await insertList(sql, { salonId: salon.id, fileName, sha256, file, mapping, uploadedBy, now })
  return previewOf(sql, { id, fileName }, read, salon, { keys, now })
}

/** The preview of an uploaded list; null if it was stored or discarded. */
export async function storedPreview(
  sql: Sql,
  salon: SalonRules,
  id: string,
  judging: Judging,
): Promise<ListPreview | null> {
  const list = await findPreviewed(sql, salon.id, id)
  if (!list) return null
  return previewOf(sql, list, await readFile(list, salon, judging.now, list.mapping), salon, judging)
}

/** A list of this salon that is not stored yet, locked. Reading its file may exceed the idle limit of a transaction. */
export async function requirePreview(
  sql: Sql,
  salonId: string,
  id: string,
): Promise<StoredList & { file: Buffer }> {
  await allowIdle(sql)
  const list = await lockList(sql, salonId, id)
  if (!list) throw notFound('List')
  const { file } = list
  if (list.state !== 'previewed' || !file) throw new AppError('conflict', 'This list was stored already')
  return { ...list, file }
}

/** The preview with other columns. */
export async function remapList(
  sql: Sql,
  salon: SalonRules,
  { id, mapping, ...judging }: Judging & { id: string; mapping: ColumnMapping },
): Promise<ListPreview> {
  const list = await requirePreview(sql, salon.id, id)
  const read = await readFile(list, salon, judging.now, mapping)
  await saveMapping(sql, id, mapping)
  return previewOf(sql, list, read, salon, judging)
}

interface Commit {
  id: string
  asOf: string
  declaration: Declaration
  by: string
  now: Date
}

/** Stores the clients of a list with their consent, in the caller's transaction. */
export async function commitList(sql: Sql, salon: SalonRules, commit: Commit): Promise<CommittedList> {
  const { id, asOf, declaration, now } = commit
  if (asOf > localDate(salon.timeZone, now))
    throw new AppError('invalid', 'The list cannot be from the future', { fields: { asOf: 'In the future' } })
  const list = await requirePreview(sql, salon.id, id)
  const { reading } = await readFile(list, salon, now, list.mapping)
  const saving = { salonId: salon.id, listId: id, now }
  const saved = await saveClients(sql, saving, reading.clients)
  for (const consent of consentOf(reading.clients, declaration)) await saveListConsent(sql, saving, consent)
  const counts = { ...saved, rejected: reading.rejected.length }
  await reportVisitsOfList(sql, { ...saving, timeZone: salon.timeZone })
  await markCommitted(sql, id, { asOf, declaration, by: commit.by, now, counts })
  await markReady(sql, salon.id)
  return counts
}

/** Consent that a list states: objections, and soft opt-in where the salon declares it. Unknown is never a yes. */
function consentOf(clients: ListedClient[], { knewOfTexts }: Declaration) {
  const phonesWith = (wanted: (client: ListedClient) => boolean) =>
    clients.filter(wanted).map(({ phone }) => phone)
  return [
    {
      kind: 'objection' as const,
      wording: 'No consent on the list',
      phones: phonesWith(({ consent }) => consent === 'no'),
    },
    {
      kind: 'soft_opt_in' as const,
      wording: 'Declared by the salon: customers who knew of texts and could refuse',
      phones: knewOfTexts === 'yes' ? phonesWith(({ consent }) => consent !== 'no') : [],
    },
  ]
}

/** What staff can still act on: the uploaded list that waits, and the one that was stored last. */
export async function currentLists(sql: Sql, salon: SalonRules, judging: Judging) {
  const waiting = await findWaitingList(sql, salon.id)
  const stored = await findLastCommitted(sql, salon.id)
  return {
    preview: waiting ? await storedPreview(sql, salon, waiting, judging) : null,
    stored: stored
      ? { ...stored, canUndo: !((await hasTexts(sql, stored.id)) || (await hasNewerList(sql, stored.id))) }
      : null,
  }
}

/** Discards a preview, or undoes a stored list before its first text. */
export async function removeList(sql: Sql, salonId: string, id: string): Promise<string> {
  const list = await lockList(sql, salonId, id)
  if (!list || list.state === 'undone') throw notFound('List')
  if (list.state === 'previewed') {
    await deleteList(sql, id)
    return 'List discarded'
  }
  if (await hasTexts(sql, id)) throw new AppError('conflict', 'Clients of this list have had texts already')
  if (await hasNewerList(sql, id))
    throw new AppError('conflict', 'A newer list was stored since: undo that one first')
  await forgetVisitsOfList(sql, salonId, id)
  await undoList(sql, id)
  return 'List undone'
}
