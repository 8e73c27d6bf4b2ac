import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from './open.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))

// Any number, the same for every process: whoever holds it migrates, the others wait and find nothing to do.
const LOCK = 5_107_042

/** Brings the schema up to date. Safe when several processes start at once; each file is one transaction. */
export async function migrate(sql: Database): Promise<string[]> {
  const connection = await sql.reserve()
  try {
    // Others may migrate for long before it is our turn, and we as well.
    await connection`set statement_timeout = 0`
    await connection`set lock_timeout = 0`
    await connection`select pg_advisory_lock(${LOCK})`
    await connection`create table if not exists migrations (name text primary key, at timestamptz not null default now())`
    const done = new Set(
      (await connection<{ name: string }[]>`select name from migrations`).map((row) => row.name),
    )
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const fresh = names.filter((name) => !done.has(name))
    for (const name of fresh) {
      const text = await readFile(folder + name, 'utf8')
      await connection.unsafe(`begin;\n${text}\n;insert into migrations (name) values ('${name}');\ncommit;`)
    }
    return fresh
  } finally {
    await connection`select pg_advisory_unlock(${LOCK})`.catch(() => undefined)
    await connection`reset statement_timeout`.catch(() => undefined)
    await connection`reset lock_timeout`.catch(() => undefined)
    connection.release()
  }
}
