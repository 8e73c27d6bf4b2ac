import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Database, inTransaction } from './open.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))

// Any number, the same for every process: whoever holds it migrates, the others wait and find that file done.
const LOCK = 5_107_042

/**
 * Brings the schema up to date and returns what it ran. Safe when several processes start at once, and to be done again
 * when the database went away: each file is one transaction, on a connection that is let go when it is lost.
 */
export async function migrate(sql: Database): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const done = await findDone(sql)
  const fresh: string[] = []
  for (const name of names) if (!done.has(name) && (await apply(sql, name))) fresh.push(name)
  return fresh
}

async function findDone(sql: Database): Promise<Set<string>> {
  const [table] = await sql<[{ there: boolean }]>`select to_regclass('migrations') is not null as there`
  if (!table.there) return new Set()
  return new Set((await sql<{ name: string }[]>`select name from migrations`).map(({ name }) => name))
}

/** False when another process was quicker. */
async function apply(sql: Database, name: string): Promise<boolean> {
  const text = await readFile(folder + name, 'utf8')
  return inTransaction(sql, async (open) => {
    // Others may migrate for long before it is our turn, and we as well.
    await open`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`
    await open`select pg_advisory_xact_lock(${LOCK})`
    await open`create table if not exists migrations (name text primary key, at timestamptz not null default now())`
    const done = await open`select 1 from migrations where name = ${name}`
    if (done.length > 0) return false
    await open.unsafe(text)
    await open`insert into migrations (name) values (${name})`
    return true
  })
}
