import type { ImportRecord, RejectedRecord } from '@salonback/shared/sales/imports/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'

const columns = (sql: Sql) => sql`
  id, export_id, source_app, total_records, records_added, records_duplicated, records_errored,
  ${instant(sql, 'imported_at')} as imported_at`

/** All imports, newest first. */
export function findImports(sql: Sql): Promise<ImportRecord[]> {
  return sql<ImportRecord[]>`
    select ${columns(sql)} from imports order by imports.imported_at desc, id`
}

export async function importExists(sql: Sql, id: string): Promise<boolean> {
  return (await sql`select 1 from imports where id = ${id}`).count > 0
}

/** The first `MAX_REJECTED` rejected records of an import, in file order. */
export function findRejected(sql: Sql, importId: string): Promise<RejectedRecord[]> {
  return sql<RejectedRecord[]>`
    select index, reason, record from import_errors where import_id = ${importId} order by index`
}

/** Inserts an empty row for an import, which its prospects reference; `finishImport` sets the counts. */
export async function startImport(sql: Sql, by: string | null, now: Date): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into imports (export_id, source_app, total_records, records_added, records_duplicated, records_errored,
      imported_at, imported_by)
    values ('', '', 0, 0, 0, 0, ${now}, ${by}) returning id`
  return row.id
}

/** Advisory lock: one import inserts prospects at a time. Concurrent ones could deadlock on numbers they share. */
const INSERT_LOCK = 5_107_043

/** Takes the lock until the transaction ends; false if another import has it. */
export async function tryLockProspectInserts(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ locked: boolean }]>`select pg_try_advisory_xact_lock(${INSERT_LOCK}) as locked`
  return row.locked
}

/**
 * Inserts the prospects of a JSON array and returns how many were new; of duplicate numbers the first is kept. Uses json
 * because jsonb takes a quarter longer.
 */
export async function addProspects(sql: Sql, importId: string, json: string, now: Date): Promise<number> {
  const { count } = await sql`
    insert into prospects (name, category, country, phone, phone_type, address, rating, review_count, team_size,
      import_id, created_at, updated_at)
    select name, category, country, phone, "phoneType", address, rating, "reviewCount", "teamSize",
      ${importId}, ${now}, ${now}
    from json_to_recordset(${json}::text::json) as x (name text, category text, country text, phone text,
      "phoneType" text, address text, rating double precision, "reviewCount" integer, "teamSize" integer)
    on conflict (phone) do nothing`
  return count
}

/** Stores the rejected records of a JSON array. */
export async function saveRejected(sql: Sql, importId: string, json: string): Promise<void> {
  await sql`
    insert into import_errors (import_id, index, reason, record)
    select ${importId}, * from jsonb_to_recordset(${json}::text::jsonb)
      as x (index integer, reason text, record jsonb)`
}

export async function finishImport(sql: Sql, record: Omit<ImportRecord, 'importedAt'>): Promise<void> {
  await sql`
    update imports set export_id = ${record.exportId}, source_app = ${record.sourceApp},
      total_records = ${record.totalRecords}, records_added = ${record.recordsAdded},
      records_duplicated = ${record.recordsDuplicated}, records_errored = ${record.recordsErrored}
    where id = ${record.id}`
}
