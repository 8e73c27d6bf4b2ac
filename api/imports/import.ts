import { setTimeout as wait } from 'node:timers/promises'
import { type ImportSummary, MAX_REJECTED, type RejectedRecord } from '@salonback/shared/imports/contract.ts'
import { audit } from '../db/audit.ts'
import { allowIdle, inTransaction, type Sql } from '../db/open.ts'
import { type ExportMetadata, type FileRecord, readExport } from './parse.ts'
import { addProspects, finishImport, saveRejected, startImport, tryLockAdding } from './queries.ts'
import { evidence, type NewProspect, readRecord } from './record.ts'
import { openSpool, type Spool, type SpoolOptions } from './spool.ts'

interface Importer {
  /** Null when the command line imports. */
  id: string | null
  username: string
}

interface Counts {
  read: number
  good: number
}

/** How long to wait for another import that is adding its rows. */
const ADD_RETRY_MS = 100

/**
 * Imports one export file: first it arrives whole and is read onto the disk, then one transaction stores it. So nothing
 * of the database is held while its sender is waited for, and whatever goes wrong on the way, its last byte included,
 * leaves nothing behind. Bad records are kept with their reasons and never stop the rest.
 */
export async function importExport(
  sql: Sql,
  pieces: AsyncIterable<Uint8Array>,
  by: Importer,
  now: Date,
  spoolOptions: SpoolOptions = {},
): Promise<ImportSummary> {
  const spool = await openSpool(spoolOptions)
  try {
    const counts = { read: 0, good: 0 }
    const metadata = await readExport(pieces, (records) => spoolRecords(spool, records, counts))
    for (;;) {
      const summary = await inTransaction(sql, (open) => store(open, { spool, metadata, counts, by, now }))
      if (summary) return summary
      await wait(ADD_RETRY_MS)
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
    const read = 'refused' in record ? { reason: record.refused } : readRecord(record.value)
    if ('prospect' in read) rows.push(withoutNulls(read.prospect))
    else if (counts.read - counts.good - rows.length <= MAX_REJECTED) {
      rejected.push({ index, reason: read.reason, record: evidence(record.text) })
    }
  }
  counts.good += rows.length
  if (rows.length > 0) await spool.append('prospects', rows)
  if (rejected.length > 0) await spool.append('rejected', rejected)
}

/** Without this half the spool of small records would be nulls. */
function withoutNulls(row: NewProspect): Partial<NewProspect> {
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) if (value !== null) rest[name] = value
  return rest
}

interface Read {
  spool: Spool
  metadata: ExportMetadata
  counts: Counts
  by: Importer
  now: Date
}

/** Null when another import is adding its rows. */
async function store(sql: Sql, { spool, metadata, counts, by, now }: Read): Promise<ImportSummary | null> {
  if (!(await tryLockAdding(sql))) return null
  // The spool is read from disk between statements: a stall beyond the idle limit would roll back the whole import.
  await allowIdle(sql)
  const id = await startImport(sql, by.id, now)
  let recordsAdded = 0
  for await (const { kind, json } of spool.read()) {
    if (kind === 'prospects') recordsAdded += await addProspects(sql, id, json, now)
    else await saveRejected(sql, id, json)
  }
  const summary = {
    id,
    recordsAdded,
    recordsDuplicated: counts.good - recordsAdded,
    recordsErrored: counts.read - counts.good,
  }
  await finishImport(sql, { ...summary, ...metadata, totalRecords: counts.read })
  await audit(sql, { actor: by.username, action: 'import', subject: id, detail: { ...summary } })
  return summary
}
