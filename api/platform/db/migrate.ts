import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Database, inTransaction } from './open.ts'
import { codeOf } from './retryOnDeadlock.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))

// Advisory lock: one process migrates, the others wait.
export const MIGRATION_LOCK = 5_107_042

/** Table of applied migrations. */
export const MIGRATIONS_TABLE =
  'create table if not exists migrations (name text primary key, at timestamptz not null default now())'

/** User-facing message with what to do. */
export class MigrationBlocked extends Error {}

/** Other sessions wait behind a queued table lock, so the start gives up after this time. */
const LOCK_TIMEOUT_MS = 60_000

/**
 * Applies missing migrations and returns their names. Throws MigrationBlocked if another version made the schema. Safe for
 * concurrent starts and for retries: each file is one transaction.
 */
export async function migrate(sql: Database, lockTimeoutMs = LOCK_TIMEOUT_MS): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const done = await findDone(sql)
  if (done.size > 0 && !done.has(names[0] as string)) throw new MigrationBlocked(TOO_OLD)
  const newer = [...done].filter((name) => !names.includes(name)).sort()
  if (newer.length > 0) {
    throw new MigrationBlocked(
      `This database is of a newer version, which added ${newer.join(', ')}: start that version, or restore a backup of this one into an empty database`,
    )
  }
  const fresh: string[] = []
  for (const name of names) if (!done.has(name) && (await apply(sql, name, lockTimeoutMs))) fresh.push(name)
  return fresh
}

const TOO_OLD =
  'This database is of a version before the first release, which this version cannot read: start with a new DATA_DIR, or with an empty database in DATABASE_URL'

async function findDone(sql: Database): Promise<Set<string>> {
  const [table] = await sql<[{ there: boolean; readable: boolean | null }]>`
    select at is not null as there, has_table_privilege(at, 'select') as readable from to_regclass('migrations') at`
  if (!table.there) return new Set()
  // Before the first release a superuser owned the tables.
  if (!table.readable) throw new MigrationBlocked(TOO_OLD)
  return new Set((await sql<{ name: string }[]>`select name from migrations`).map(({ name }) => name))
}

/** False if another process applied it first. */
async function apply(sql: Database, name: string, lockTimeoutMs: number): Promise<boolean> {
  const text = await readFile(folder + name, 'utf8')
  return inTransaction(sql, async (open) => {
    // No limit: migrations of other processes and our own may take long.
    await open`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`
    await open`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
    await open`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`
    await open.unsafe(MIGRATIONS_TABLE)
    const done = await open`select 1 from migrations where name = ${name}`
    if (done.length > 0) return false
    await open.unsafe(text)
    await open`insert into migrations (name) values (${name})`
    return true
  }).catch((error: unknown) => {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
    throw new MigrationBlocked(
      `The migration ${name} did not get its locks: end the other sessions of this database, then start again`,
      { cause: error },
    )
  })
}

const LOCK_NOT_AVAILABLE = '55P03'
