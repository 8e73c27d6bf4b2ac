import { pipeline } from 'node:stream/promises'
import { openBackup } from '../../platform/backup/file.ts'
import {
  BackupError,
  countRows,
  type Frame,
  type Header,
  type Sequence,
} from '../../platform/backup/format.ts'
import { findTables, type Migration, readMigrations, type Table } from '../../platform/backup/schema.ts'
import type { Clock } from '../../platform/context.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { MIGRATION_LOCK, MIGRATIONS_TABLE } from '../../platform/db/migrate.ts'
import { allowIdle, type Database, inTransaction, type Sql } from '../../platform/db/open.ts'
import { SCHEMAS } from '../../platform/privacy/catalogue.ts'
import { stopAfterRestore } from './queries.ts'

export interface Restored {
  header: Header
  tables: number
  rows: number
  /** Texts to look up at the carrier before sending resumes. */
  toAsk: number
}

interface Restore {
  path: string
  clock: Clock
  /** Folder of migrations; for tests. */
  folder?: string | undefined
}

/**
 * Fills an empty database from a backup in one transaction, after verifying the whole file. Sending is stopped when this
 * returns. Throws BackupError.
 */
export async function restore(sql: Database, { path, clock, folder }: Restore): Promise<Restored> {
  const backup = await openBackup(path)
  const migrations = await readMigrations(folder)
  refuseOtherVersion(migrations, backup.header, path)
  const restored = await inTransaction(sql, async (open) => {
    await allowIdle(open)
    // A service that starts now waits for this lock.
    await open`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
    await refuseUnlessEmpty(open)
    await open.unsafe(MIGRATIONS_TABLE)
    for (const { text } of migrations) await open.unsafe(text)
    const filled = await fill(open, backup.frames())
    const { takenAt } = backup.header
    const toAsk = await stopAfterRestore(open, new Date(takenAt), clock())
    await audit(open, {
      actor: systemActor('command line'),
      action: 'database.restore',
      detail: { takenAt, toAsk },
    })
    return { ...filled, toAsk }
  })
  await sql`analyze`
  return { ...restored, header: backup.header }
}

/** The backup must have exactly the migrations of this version. */
function refuseOtherVersion(own: Migration[], { migrations }: Header, path: string) {
  const listed = (all: Header['migrations']) => all.map(({ name, hash }) => `${name} ${hash}`).join()
  if (listed(own) !== listed(migrations))
    throw new BackupError(`${path} was made by another version: restore it with the version that made it`)
}

/** Ignores objects of extensions, which managed databases include. */
async function refuseUnlessEmpty(sql: Sql): Promise<void> {
  const [row] = await sql<[{ tables: number; schemas: number }]>`
    select (
      select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any(${SCHEMAS}) and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and not exists (
        select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    ) as tables, (
      select count(*)::int from pg_namespace where nspname = any(${SCHEMAS}) and nspname <> 'public'
    ) as schemas`
  if (row.tables + row.schemas > 0)
    throw new BackupError('This database is not empty, so nothing was changed. Restore into a new one')
}

/** Loads all tables and checks that none is missing or unknown. */
async function fill(sql: Sql, frames: AsyncGenerator<Frame>): Promise<{ tables: number; rows: number }> {
  const tables = new Map((await findTables(sql)).map((table) => [table.name, table]))
  const names = [...tables.keys()].join(', ')
  // Triggers refuse to empty accounts, and must not notify about restored rows.
  for (const name of tables.keys()) await sql.unsafe(`alter table ${name} disable trigger user`)
  // Rows inserted by migrations are in the backup too.
  await sql.unsafe(`truncate ${names} cascade`)
  const left = new Map(tables)
  let rows = 0
  let ended = false
  for await (const frame of frames) {
    if (frame.kind === 'S') await setSequences(sql, frame.sequences)
    if (frame.kind === 'Z') ended = true
    if (frame.kind !== 'T') continue
    const table = left.get(frame.table)
    if (!table || !frame.columns.every((column) => table.columns.includes(column)))
      throw new BackupError(`The backup has rows of ${frame.table}, which its schema does not have`)
    left.delete(frame.table)
    rows += await copyIn(sql, { name: table.name, columns: frame.columns }, frames)
  }
  if (!ended || left.size > 0)
    throw new BackupError(`The backup lacks ${[...left.keys()].join(', ') || 'its end'}`)
  for (const name of tables.keys()) await sql.unsafe(`alter table ${name} enable trigger user`)
  return { tables: tables.size, rows }
}

/** Rows of one table up to its end frame. */
async function copyIn(sql: Sql, { name, columns }: Table, frames: AsyncGenerator<Frame>): Promise<number> {
  let rows = 0
  async function* blocks(first: Frame) {
    for (let frame = first; ; frame = await nextOf(frames)) {
      if (frame.kind === 'E' && frame.rows === rows) return
      if (frame.kind !== 'D') throw new BackupError('Its contents cannot be read')
      rows += countRows(frame.bytes)
      yield frame.bytes
    }
  }
  const first = await nextOf(frames)
  // Skip COPY for empty tables.
  if (first.kind === 'E' && first.rows === 0) return 0
  const copy = await sql.unsafe(`copy ${name} (${columns.join(', ')}) from stdin`).writable()
  await pipeline(blocks(first), copy)
  return rows
}

async function nextOf(frames: AsyncGenerator<Frame>): Promise<Frame> {
  const next = await frames.next()
  if (next.done) throw new BackupError('Its contents end in the middle of a value')
  return next.value
}

async function setSequences(sql: Sql, sequences: Sequence[]): Promise<void> {
  for (const { name, value, called } of sequences)
    await sql`select setval(${name}::text::regclass, ${value}::text::bigint, ${called})`
}
