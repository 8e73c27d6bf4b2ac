import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Clock } from '../context.ts'
import { databaseNow } from '../db/now.ts'
import { allowIdle, type Database, inTransaction, type Sql } from '../db/open.ts'
import { keyMarks, type PhoneKeys } from '../privacy/hash.ts'
import { openBackup, writeBackup } from './file.ts'
import { BackupError, countRows, type Frame, type Header } from './format.ts'
import { findSequences, findTables, readMigrations, type Table } from './schema.ts'

export interface Made {
  path: string
  bytes: number
  tables: number
  rows: number
}

interface BackUp {
  path: string
  keys: PhoneKeys
  clock: Clock
}

/**
 * Writes a consistent snapshot to a file in one read-only transaction, table by table, with a few blocks in memory. Then
 * verifies the file. Throws BackupError.
 */
export async function backUp(sql: Database, { path, keys, clock }: BackUp): Promise<Made> {
  const counted = await inTransaction(sql, async (open) => {
    await open`set transaction isolation level repeatable read read only`
    await allowIdle(open)
    const header = await headerOf(open, keys, clock)
    const tables = await findTables(open)
    let rows = 0
    await writeBackup(
      path,
      header,
      framesOf(open, tables, (more) => {
        rows += more
      }),
    )
    return { tables: tables.length, rows }
  })
  return { ...counted, ...(await verify(path, counted)) }
}

/** Reads a whole backup and counts tables and rows. */
async function verify(path: string, expected: { tables: number; rows: number }) {
  const backup = await openBackup(path)
  const found = { tables: 0, rows: 0 }
  let ended = false
  for await (const frame of backup.frames()) {
    if (frame.kind === 'T') found.tables += 1
    if (frame.kind === 'D') found.rows += countRows(frame.bytes)
    if (frame.kind === 'Z') ended = true
  }
  if (!ended || found.tables !== expected.tables || found.rows !== expected.rows)
    throw new BackupError(`${path} was written, but does not have all rows`)
  return { path, bytes: backup.bytes }
}

/** The snapshot is taken by the first statement of the transaction, so the time is read there. */
async function headerOf(sql: Sql, keys: PhoneKeys, clock: Clock): Promise<Header> {
  const [row] = await sql<[{ now: Date }]>`select ${databaseNow(sql, clock)} as now`
  const [table] = await sql<[{ there: boolean }]>`select to_regclass('migrations') is not null as there`
  if (!table.there)
    throw new BackupError('There is nothing to back up: the service has never run on this database')
  const known = new Map((await readMigrations()).map(({ name, hash }) => [name, hash]))
  const migrations = (await sql<{ name: string }[]>`select name from migrations order by name`).map(
    ({ name }) => {
      const hash = known.get(name)
      if (!hash)
        throw new BackupError(
          `This database belongs to another version (unknown migration ${name}): use that version to back it up`,
        )
      return { name, hash }
    },
  )
  return {
    takenAt: row.now.toISOString(),
    migrations,
    keyMark: keyMarks(keys).at(-1)?.toString('hex') ?? null,
  }
}

async function* framesOf(sql: Sql, tables: Table[], count: (rows: number) => void): AsyncGenerator<Frame> {
  for (const { name, columns } of tables) {
    yield { kind: 'T', table: name, columns }
    let rows = 0
    for await (const bytes of copyOut(sql, { name, columns })) {
      rows += countRows(bytes)
      yield { kind: 'D', bytes }
    }
    count(rows)
    yield { kind: 'E', rows }
  }
  yield { kind: 'S', sequences: await findSequences(sql) }
  yield { kind: 'Z' }
}

const BLOCK = 65_536

/** Rows of a table as COPY writes them, joined into blocks: the driver returns single rows. */
async function* copyOut(sql: Sql, { name, columns }: Table): AsyncGenerator<Buffer> {
  const stream: Readable = await sql.unsafe(`copy ${name} (${columns.join(', ')}) to stdout`).readable()
  let waiting: Buffer[] = []
  let bytes = 0
  try {
    for await (const row of stream.iterator({ destroyOnReturn: false })) {
      waiting.push(row as Buffer)
      bytes += (row as Buffer).length
      if (bytes < BLOCK) continue
      yield Buffer.concat(waiting)
      waiting = []
      bytes = 0
    }
    if (bytes > 0) yield Buffer.concat(waiting)
  } finally {
    // A half-read stream keeps the driver's socket paused, and the rollback would hang.
    if (!stream.readableEnded && !stream.destroyed) {
      stream.resume()
      await finished(stream).catch(() => undefined)
    }
    // The same if the stream ended while it was full (postgres 3.4.9).
    stream._read(0)
  }
}
