import type { ColumnMapping } from '@salonback/shared/salons/lists/columns.ts'
import type {
  CommittedList,
  Declaration,
  FileOptions,
  ListPreview,
} from '@salonback/shared/salons/lists/contract.ts'
import { NO_NUMBERS } from '@salonback/shared/salons/lists/listFault.ts'
import { toldByList } from '@salonback/shared/salons/lists/toldByList.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { findErased, type PhoneKeys } from '../../platform/privacy/hash.ts'
import { joinClients } from '../appointments/queries.ts'
import { markReady, type SalonRules, sayUnknownVisits } from '../salons/queries.ts'
import { reportVisitsOfList } from '../visits/fromLists.ts'
import { countList, type JudgeList } from './judgeList.ts'
import { saveConsentOfList } from './listConsent.ts'
import {
  findFile,
  findList,
  findPreviewed,
  insertList,
  markCommitted,
  type NewList,
  type PreviewedList,
  requireUnchanged,
  type StagedList,
  saveClients,
  saveReading,
} from './queries.ts'
import { type ListContext, type ListFile, readAs, readFile } from './readFile.ts'
import { saveRejectedRows } from './rejectedRows.ts'
import { alreadyStored, findCells, findListedPhones } from './stagedRows.ts'
import { forgetDecided } from './unreadAnswers.ts'

/** Reads and stores an uploaded file, and returns its preview. */
export async function uploadList(
  context: ListContext,
  salon: SalonRules,
  list: NewList,
): Promise<ListPreview> {
  const read = await readFile(list, salon, list.now)
  const inserted = await inTransaction(context.sql, async (open) => {
    await list.check?.(open)
    return insertList(open, salon.id, list, read)
  })
  return previewOf(context, inserted, salon, { now: list.now })
}

/** What a commit of this list would give: columns, five rows, remarks and the waterfall. */
export async function previewOf(
  context: ListContext,
  list: StagedList,
  salon: SalonRules,
  judging: JudgeList,
): Promise<ListPreview> {
  const { id, fileName } = list
  const { readAs: _, ...preview } = list.preview
  const waterfall = await countList(context, list, salon, judging)
  return { id, fileName, ...preview, textsUnknownVisits: salon.textsUnknownVisits, waterfall }
}

/** The preview of an uploaded list, counted under these answers; null if it was stored or discarded. */
export async function storedPreview(
  context: ListContext,
  salon: SalonRules,
  id: string,
  judging: JudgeList,
): Promise<ListPreview | null> {
  if (!(await findPreviewed(context.sql, salon.id, id))) return null
  return previewOf(context, await requireStaged(context, salon, id, judging.now), salon, judging)
}

/** A list of this salon that is not stored yet. */
export async function requirePreview(sql: Sql, salonId: string, id: string): Promise<PreviewedList> {
  const list = await findPreviewed(sql, salonId, id)
  if (list) return list
  if (await findList(sql, salonId, id)) throw alreadyStored()
  throw notFound('List')
}

/** The same with its rows. They are read again on another day, or if the country of the salon changed. */
export async function requireStaged(
  context: ListContext,
  salon: SalonRules,
  id: string,
  now: Date,
): Promise<StagedList> {
  const { preview, ...list } = await requirePreview(context.sql, salon.id, id)
  if (preview?.readAs === readAs(salon, now)) return { ...list, preview }
  const file = preview ? await findCells(context.sql, id) : await findFile(context.sql, id)
  return readAgain(context, salon, { list, file, now })
}

interface ReadAgain extends Pick<ListFile, 'file'> {
  list: Omit<PreviewedList, 'preview'>
  /** How it is read; by default as before, and another sheet by its header. */
  changes?: Pick<ListFile, 'mapping' | 'options'>
  now: Date
}

async function readAgain(
  { sql }: ListContext,
  salon: SalonRules,
  { list, file, changes = list, now }: ReadAgain,
): Promise<StagedList> {
  const read = await readFile({ file, fileName: list.fileName, ...changes }, salon, now)
  // Waits for another reading of a large list, which holds the lock for seconds.
  return retryOnDeadlock(sql, async (open) => {
    await requireUnchanged(open, list)
    return saveReading(open, list, read)
  })
}

interface Remap {
  id: string
  mapping: ColumnMapping
  /** What is not given stays as it is. */
  options: FileOptions
  now: Date
}

/** The preview with other columns, another sheet, or with answers that staff have decided. */
export async function remapList(
  context: ListContext,
  salon: SalonRules,
  { id, mapping, options: changes, now }: Remap,
): Promise<ListPreview> {
  const list = await requirePreview(context.sql, salon.id, id)
  const options = { ...list.options, ...changes }
  // Another sheet has other columns.
  const isOtherSheet = changes.sheet !== undefined && changes.sheet !== list.options.sheet
  const hasOtherRows = isOtherSheet || (options.hiddenRows ?? false) !== (list.options.hiddenRows ?? false)
  if (isOtherSheet) {
    options.noLastVisit = changes.noLastVisit
    options.leftOutMarks = changes.leftOutMarks
  }
  const isStaged = list.preview && !hasOtherRows
  const file = isStaged ? await findCells(context.sql, id) : await findFile(context.sql, id)
  const read = isOtherSheet ? { options } : { options, mapping }
  return previewOf(context, await readAgain(context, salon, { list, file, changes: read, now }), salon, {
    now,
  })
}

/** A list with its rows, and the keys of numbers that wait as hashes. */
export interface ReadCommit {
  list: StagedList
  keys: PhoneKeys
}

/** Reads the list that a commit will store. */
export async function readForCommit(
  context: ListContext,
  salon: SalonRules,
  { id, now }: { id: string; now: Date },
): Promise<ReadCommit> {
  const list = await requireStaged(context, salon, id, now)
  const { needsPhoneColumn, rows, merged, rejected } = list.preview
  if (needsPhoneColumn)
    throw new AppError('invalid', 'Please choose the column with the mobile numbers first')
  if (rows === merged + rejected) throw new AppError('invalid', NO_NUMBERS)
  return { list, keys: context.env }
}

interface Commit {
  asOf: string
  declaration: Declaration
  by: string
  now: Date
}

/**
 * Stores the clients of a list with their consent, in the caller's transaction. Locks clients, then the salon: a closing
 * salon and reminders that are being queued can deadlock with it, so all of these are retried.
 */
export async function commitList(
  open: Sql,
  salon: SalonRules,
  { list, keys }: ReadCommit,
  { asOf, declaration, by, now }: Commit,
): Promise<CommittedList> {
  if (asOf > localDate(salon.timeZone, now))
    throw new AppError('invalid', 'The list cannot be from the future', { fields: { asOf: 'In the future' } })
  await requireUnchanged(open, list)
  const { sha256, mapping, preview } = list
  const phones = await findListedPhones(open, list.id)
  const erased = await findErased(open, keys, phones)
  const saving = { salonId: salon.id, listId: list.id, now, erased: [...erased] }
  const saved = await saveClients(open, saving, toldByList(mapping))
  await saveConsentOfList(open, saving, { asOf, declaration, sha256, consentColumn: preview.consentColumn })
  await saveRejectedRows(open, list.id, preview.columns[mapping.phone ?? -1] ?? '', now)
  await forgetDecided(open, list)
  const counts = { ...saved, rejected: preview.rejected + erased.size }
  await reportVisitsOfList(open, { ...saving, timeZone: salon.timeZone })
  await sayUnknownVisits(open, salon.id, declaration.textUnknownVisits, { by, now })
  await markCommitted(open, list.id, { asOf, declaration, by, now, counts })
  await markReady(open, salon.id)
  // Last, because markReady locks the salon.
  await joinClients(open, keys, { salonId: salon.id, phones })
  return counts
}
