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

/** User-facing message that says what to do. */
export class MigrationBlocked extends Error {}

type LogLine = (line: string) => void

/** A queued table lock blocks all other sessions, so give up after this time and retry. */
const LOCK_TIMEOUT_MS = 5000
/** Lock timeout, or a deadlock with a process of the version before. */
const NO_LOCK = /^(55P03|40P01)$/
const TRIES = 12
const LOOK_MS = 2000

/**
 * Applies missing migrations and returns their names; `log` receives log lines about waiting. Throws MigrationBlocked if
 * another version made the schema. Safe for concurrent starts and for retries: each file is one transaction.
 */
export async function migrate(sql: Database, log: LogLine = () => undefined): Promise<string[]> {
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
  for (const name of names) if (!done.has(name) && (await applyInTime(sql, name, log))) fresh.push(name)
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

async function applyInTime(sql: Database, name: string, log: LogLine): Promise<boolean> {
  let waitedFor = 'another session'
  for (let tries = 1; ; tries++) {
    try {
      return await apply(sql, name, (what) => {
        if (what !== waitedFor) log(`The migration ${name} waits for ${what}`)
        waitedFor = what
      })
    } catch (error) {
      if (!NO_LOCK.test(codeOf(error) ?? '')) throw error
      if (tries < TRIES) continue
      throw new MigrationBlocked(
        `The migration ${name} did not get its locks within a minute: end ${waitedFor}, then start again`,
        { cause: error },
      )
    }
  }
}

/** False if another process applied it first. */
async function apply(sql: Database, name: string, waits: (what: string) => void): Promise<boolean> {
  const text = await readFile(folder + name, 'utf8')
  return inTransaction(sql, async (open) => {
    // No limit: migrations of other processes and our own may take long.
    await open`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`
    const [self] = await open<[{ pid: number }]>`select pg_backend_pid() as pid`
    const timer = setInterval(
      () => void findBlocker(sql, self.pid).then((what) => what && waits(what)),
      LOOK_MS,
    )
    try {
      await open`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
      await open`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`
      await open.unsafe(MIGRATIONS_TABLE)
      const done = await open`select 1 from migrations where name = ${name}`
      if (done.length > 0) return false
      await open.unsafe(text)
      await open`insert into migrations (name) values (${name})`
      return true
    } finally {
      clearInterval(timer)
    }
  })
}

/** Describes the session that blocks this one, or null. */
async function findBlocker(sql: Database, pid: number): Promise<string | null> {
  const rows = await sql<{ pid: number; program: string; role: string; state: string; since: string }[]>`
    select pid, coalesce(nullif(application_name, ''), 'a program without a name') as program, usename as role,
      coalesce(state, 'working') as state, to_char(coalesce(xact_start, backend_start), 'HH24:MI:SS') as since
    from pg_stat_activity where pid = any(pg_blocking_pids(${pid})) limit 1`.catch(() => [])
  const [one] = rows
  if (!one) return null
  return `session ${one.pid} (${one.program}, role ${one.role}, ${one.state}, since ${one.since})`
}
