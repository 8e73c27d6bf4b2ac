import { setTimeout as wait } from 'node:timers/promises'
import {
  type ImportSummary,
  MAX_REJECTED,
  type RejectedRecord,
} from '@salonback/shared/sales/imports/contract.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { allowIdle, inTransaction, type Sql } from '../../platform/db/open.ts'
import { type ExportMetadata, type FileRecord, readExport } from './parse.ts'
import { addProspects, finishImport, saveRejected, startImport, tryLockProspectInserts } from './queries.ts'
import { excerptOf, type NewProspect, readRecord } from './record.ts'
import { openSpool, type Spool, type SpoolOptions } from './spool.ts'

interface Importer extends Actor {
  /** Throws in the storing transaction if the person may not store it any more. */
  check?: (sql: Sql) => Promise<void>
}

interface Counts {
  read: number
  valid: number
}

/** Interval between attempts while another import inserts its rows. */
const LOCK_RETRY_MS = 100

/**
 * Imports one export file. The whole upload is parsed and spooled to disk first, then stored in one transaction: a slow
 * client holds no database connection, and a failure leaves no rows. Invalid records are stored with a reason.
 */
export async function importExport(
  sql: Sql,
  chunks: AsyncIterable<Uint8Array>,
  by: Importer,
  now: Date,
  spoolOptions: SpoolOptions = {},
): Promise<ImportSummary> {
  const spool = await openSpool(spoolOptions)
  try {
    const counts = { read: 0, valid: 0 }
    const metadata = await readExport(chunks, (records) => spoolRecords(spool, records, counts))
    for (;;) {
      const summary = await inTransaction(sql, (open) => store(open, { spool, metadata, counts, by, now }))
      if (summary) return summary
      await wait(LOCK_RETRY_MS)
    }
  } finally {
    await spool.close()
  }
}

async function spoolRecords(spool: Spool, records: FileRecord[], counts: Counts) {
  const rows: object[] = []
  const rejected: RejectedRecord[] = []
  for (const record of records) {
    const index = counts.read++
    const read = 'rejected' in record ? { reason: record.rejected } : readRecord(record.value)
    if ('prospect' in read) rows.push(withoutNulls(read.prospect))
    // Counts the invalid records so far, this one included.
    else if (counts.read - counts.valid - rows.length <= MAX_REJECTED) {
      rejected.push({ index, reason: read.reason, record: excerptOf(record.text) })
    }
  }
  counts.valid += rows.length
  if (rows.length > 0) await spool.append('prospects', rows)
  if (rejected.length > 0) await spool.append('rejected', rejected)
}

/** Nulls would take half of the spool when records are small. */
function withoutNulls(row: NewProspect): Partial<NewProspect> {
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) if (value !== null) rest[name] = value
  return rest
}

interface ParsedUpload {
  spool: Spool
  metadata: ExportMetadata
  counts: Counts
  by: Importer
  now: Date
}

/** Null if another import is inserting its rows. */
async function store(sql: Sql, { spool, metadata, counts, by, now }: ParsedUpload) {
  if (!(await tryLockProspectInserts(sql))) return null
  await by.check?.(sql)
  // The spool is read between statements: a slow disk would otherwise exceed the idle limit and roll back the import.
  await allowIdle(sql)
  const id = await startImport(sql, by.kind === 'staff' ? by.id : null, now)
  let recordsAdded = 0
  for await (const { kind, json } of spool.read()) {
    if (kind === 'prospects') recordsAdded += await addProspects(sql, id, json, now)
    else await saveRejected(sql, id, json)
  }
  const summary = {
    id,
    recordsAdded,
    recordsDuplicated: counts.valid - recordsAdded,
    recordsErrored: counts.read - counts.valid,
  }
  await finishImport(sql, { ...summary, ...metadata, totalRecords: counts.read })
  await audit(sql, { actor: by, action: 'import', subject: id, detail: { ...summary } })
  return summary
}
