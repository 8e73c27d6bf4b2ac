import type { ImportRecord, RejectedRecord } from '@salonback/shared/imports/contract.ts'
import { instant } from '../db/instant.ts'
import type { Json, Sql } from '../db/open.ts'
import type { NewProspect } from './record.ts'

const columns = (sql: Sql) => sql`
  id, export_id, source_app, total_records, records_added, records_duplicated, records_errored,
  ${instant(sql, 'imported_at')} as imported_at`

/** The history, newest first. */
export function findImports(sql: Sql): Promise<ImportRecord[]> {
  return sql<ImportRecord[]>`
    select ${columns(sql)} from imports order by imports.imported_at desc, id`
}

export async function importExists(sql: Sql, id: string): Promise<boolean> {
  return (await sql`select 1 from imports where id = ${id}`).count > 0
}

/** Rejected records of one import, in file order. */
export function findRejected(sql: Sql, importId: string): Promise<RejectedRecord[]> {
  return sql<RejectedRecord[]>`
    select index, reason, record from import_errors where import_id = ${importId} order by index`
}

/** Opens an import's line in the history, for its records to point to; `finishImport` fills it in. */
export async function startImport(sql: Sql, by: string | null, now: Date): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into imports (export_id, source_app, total_records, records_added, records_duplicated, records_errored,
      imported_at, imported_by)
    values ('', '', 0, 0, 0, 0, ${now}, ${by}) returning id`
  return row.id
}

/**
 * A place of this transaction's own for what the file holds. Nobody else waits for it while a slow upload lasts,
 * as they would for rows of `prospects`, and two imports cannot deadlock over the numbers they share.
 */
export async function createStage(sql: Sql): Promise<void> {
  await sql`
    create temporary table staged_prospects (
      place integer generated always as identity, name text, category text, country text, phone text,
      phone_type text, address text, rating double precision, review_count integer, team_size integer
    ) on commit drop`
}

export async function stageProspects(sql: Sql, rows: NewProspect[]): Promise<void> {
  await sql`
    insert into staged_prospects (name, category, country, phone, phone_type, address, rating, review_count, team_size)
    select * from jsonb_to_recordset(${sql.json(rows as unknown as Json)}) as x (name text, category text,
      country text, phone text, "phoneType" text, address text, rating double precision, "reviewCount" integer,
      "teamSize" integer)`
}

export async function saveRejected(sql: Sql, importId: string, rejected: RejectedRecord[]): Promise<void> {
  await sql`
    insert into import_errors (import_id, index, reason, record)
    select ${importId}, * from jsonb_to_recordset(${sql.json(rejected as unknown as Json)})
      as x (index integer, reason text, record jsonb)`
}

// Any number, the same for every process: imports add their rows one after another.
const ADDING = 5_107_043

/** Moves what was staged into the table; how many were new. The first of a number in the file wins. */
export async function addStaged(sql: Sql, importId: string, now: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(${ADDING})`
  const result = await sql`
    insert into prospects (name, category, country, phone, phone_type, address, rating, review_count, team_size,
      import_id, created_at, updated_at)
    select name, category, country, phone, phone_type, address, rating, review_count, team_size,
      ${importId}, ${now}, ${now}
    from staged_prospects order by place
    on conflict (phone) do nothing`
  return result.count
}

export async function finishImport(sql: Sql, record: Omit<ImportRecord, 'importedAt'>): Promise<void> {
  await sql`
    update imports set export_id = ${record.exportId}, source_app = ${record.sourceApp},
      total_records = ${record.totalRecords}, records_added = ${record.recordsAdded},
      records_duplicated = ${record.recordsDuplicated}, records_errored = ${record.recordsErrored}
    where id = ${record.id}`
}
