import type { ImportSummary, RejectedRecord } from '@salonback/shared/imports/contract.ts'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { readExport } from './parse.ts'
import { addStaged, createStage, finishImport, saveRejected, stageProspects, startImport } from './queries.ts'
import { evidence, type NewProspect, readRecord } from './record.ts'

interface Importer {
  /** Null when the command line imports. */
  id: string | null
  username: string
}

/**
 * Imports one export file in one transaction: whatever goes wrong on the way, its last byte included, leaves
 * nothing behind. Bad records are kept with their reasons and never stop the rest.
 */
export function importExport(
  sql: Sql,
  pieces: AsyncIterable<Uint8Array>,
  by: Importer,
  now: Date,
): Promise<ImportSummary> {
  return inTransaction(sql, async (open) => {
    await createStage(open)
    const id = await startImport(open, by.id, now)
    const counts = { read: 0, staged: 0, rejected: 0 }
    const metadata = await readExport(pieces, (records) => stageBatch(open, id, records, counts))
    const recordsAdded = await addStaged(open, id, now)
    const summary = {
      id,
      recordsAdded,
      recordsDuplicated: counts.staged - recordsAdded,
      recordsErrored: counts.rejected,
    }
    await finishImport(open, { ...summary, ...metadata, totalRecords: counts.read })
    await audit(open, { actor: by.username, action: 'import', subject: id, detail: { ...summary } })
    return summary
  })
}

async function stageBatch(
  sql: Sql,
  importId: string,
  records: unknown[],
  counts: { read: number; staged: number; rejected: number },
) {
  const rows: NewProspect[] = []
  const rejected: RejectedRecord[] = []
  for (const record of records) {
    const index = counts.read++
    const read = readRecord(record)
    if ('prospect' in read) rows.push(read.prospect)
    else rejected.push({ index, reason: read.reason, record: evidence(record) })
  }
  if (rows.length > 0) await stageProspects(sql, rows)
  if (rejected.length > 0) await saveRejected(sql, importId, rejected)
  counts.staged += rows.length
  counts.rejected += rejected.length
}
