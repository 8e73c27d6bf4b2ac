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
import { AppError, notFound } from '../../platform/http/errors.ts'
import { findErased, type PhoneKeys } from '../../platform/privacy/hash.ts'
import { joinClients } from '../appointments/queries.ts'
import { markReady, type SalonRules, sayUnknownVisits } from '../salons/queries.ts'
import { reportVisitsOfList } from '../visits/fromLists.ts'
import { saveConsentOfList } from './listConsent.ts'
import { keepReading, keptReading, readStored } from './listReadings.ts'
import { previewOf } from './preview.ts'
import {
  findFile,
  findList,
  findPreviewed,
  insertList,
  lockUnchanged,
  markCommitted,
  type NewList,
  type PreviewedList,
  saveClients,
  saveReading,
} from './queries.ts'
import { type ListContext, type ReadList, readFile } from './readFile.ts'
import { saveRejectedRows } from './rejectedRows.ts'
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
    return insertList(open, { ...list, salonId: salon.id, mapping: read.mapping })
  })
  keepReading(context.sql, inserted, read, salon, list.now)
  return previewOf(context, { ...list, ...inserted }, read, salon, list.now)
}

/** A list of this salon that is not stored yet. */
export async function requirePreview(sql: Sql, salonId: string, id: string): Promise<PreviewedList> {
  const list = await findPreviewed(sql, salonId, id)
  if (list) return list
  if (await findList(sql, salonId, id)) throw new AppError('conflict', 'This list was stored already')
  throw notFound('List')
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
  const known = hasOtherRows ? null : keptReading(context.sql, list, salon, now)?.parsed?.cells
  const file = known ?? (await findFile(context.sql, id))
  const { fileName } = list
  const asked = isOtherSheet ? { file, fileName, options } : { file, fileName, options, mapping }
  const read = await readFile(asked, salon, now)
  const version = await inTransaction(context.sql, async (open) => {
    await requireUnchanged(open, list)
    return saveReading(open, id, { mapping: read.mapping, options })
  })
  keepReading(context.sql, { id, version }, read, salon, now)
  return previewOf(context, list, read, salon, now)
}

/** Locks the list. Throws 409 if it was stored or read in another way since. */
async function requireUnchanged(open: Sql, list: PreviewedList): Promise<void> {
  if (await lockUnchanged(open, list)) return
  throw new AppError('conflict', 'This list was changed or stored meanwhile. Please look at it again.')
}

/** A list with its clients, read outside of the transaction that stores them. */
export interface ReadCommit {
  list: PreviewedList
  read: ReadList
  /** Numbers that are not stored again. */
  erased: ReadonlySet<string>
  /** Of the numbers that wait as hashes. */
  keys: PhoneKeys
}

/** Reads the list that a commit will store. */
export async function readForCommit(
  context: ListContext,
  salon: SalonRules,
  { id, now }: { id: string; now: Date },
): Promise<ReadCommit> {
  const list = await requirePreview(context.sql, salon.id, id)
  const read = await readStored(context, list, salon, now)
  if (read.reading.needsPhoneColumn)
    throw new AppError('invalid', 'Please choose the column with the mobile numbers first')
  if (read.reading.clients.length === 0) throw new AppError('invalid', NO_NUMBERS)
  const phones = read.reading.clients.map(({ phone }) => phone)
  // Erased people on a later list are no clients.
  return { list, read, erased: await findErased(context.sql, context.env, phones), keys: context.env }
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
  { list, read, erased, keys }: ReadCommit,
  { asOf, declaration, by, now }: Commit,
): Promise<CommittedList> {
  if (asOf > localDate(salon.timeZone, now))
    throw new AppError('invalid', 'The list cannot be from the future', { fields: { asOf: 'In the future' } })
  await requireUnchanged(open, list)
  const { reading } = read
  const clients = reading.clients.filter(({ phone }) => !erased.has(phone))
  const saving = { salonId: salon.id, listId: list.id, now }
  const saved = await saveClients(open, saving, { clients, told: toldByList(read.mapping) })
  await saveConsentOfList(open, saving, { ...reading, clients, asOf, declaration, sha256: list.sha256 })
  await saveRejectedRows(open, saving, reading.rejected)
  await forgetDecided(open, list)
  const counts = { ...saved, rejected: reading.rejected.length + erased.size }
  await reportVisitsOfList(open, { ...saving, timeZone: salon.timeZone })
  await sayUnknownVisits(open, salon.id, declaration.textUnknownVisits, { by, now })
  await markCommitted(open, list.id, { asOf, declaration, by, now, counts })
  await markReady(open, salon.id)
  // Last, because markReady locks the salon.
  await joinClients(open, keys, { salonId: salon.id, phones: clients.map(({ phone }) => phone) })
  return counts
}
