import { z } from 'zod'
import { Id, Instant } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

export const ImportRecord = z
  .object({
    id: Id,
    exportId: z.string(),
    sourceApp: z.string(),
    totalRecords: z.number().int(),
    recordsAdded: z.number().int(),
    recordsDuplicated: z.number().int(),
    recordsErrored: z.number().int(),
    importedAt: Instant,
  })
  .meta({ id: 'ImportRecord' })
export type ImportRecord = z.infer<typeof ImportRecord>

export const ImportSummary = ImportRecord.pick({
  id: true,
  recordsAdded: true,
  recordsDuplicated: true,
  recordsErrored: true,
}).meta({ id: 'ImportSummary' })
export type ImportSummary = z.infer<typeof ImportSummary>

/** Rejected records stored per import; further ones are only counted. */
export const MAX_REJECTED = 10_000

/** A rejected record: its index in the file (from 0), the reason and its content. */
export const RejectedRecord = z
  .object({ index: z.number().int(), reason: z.string(), record: z.unknown() })
  .meta({ id: 'RejectedRecord' })
export type RejectedRecord = z.infer<typeof RejectedRecord>

/** The upload is not in this table because it streams multipart data: field `jsonFile`, reply ImportSummary. */
export const importUpload = {
  method: 'POST',
  path: '/api/admin/import',
  access: 'admin',
  field: 'jsonFile',
  reply: ImportSummary,
} as const

export const imports = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/imports',
    access: 'staff',
    summary: 'Import history, newest first',
    reply: z.array(ImportRecord),
  }),
  errors: endpoint({
    method: 'GET',
    path: '/api/admin/imports/{id}/errors',
    access: 'staff',
    summary: `Rejected records of one import, with reasons, in file order; the first ${MAX_REJECTED} of them`,
    params: z.object({ id: Id }),
    reply: z.array(RejectedRecord),
  }),
}
