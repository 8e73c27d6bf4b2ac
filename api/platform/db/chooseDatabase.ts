import { EnvError } from '../../env.ts'
import { type Database, openDatabase } from './open.ts'

/**
 * The address of the embedded database, or DATABASE_URL once it was checked, before anything is stored. Throws EnvError with
 * instructions.
 */
export async function chooseDatabase(
  { DATABASE_URL }: { DATABASE_URL?: string | undefined },
  embedded: { url: string } | null,
): Promise<string> {
  const url = embedded?.url ?? DATABASE_URL ?? ''
  if (!embedded) await checkDatabase(url)
  return url
}

async function checkDatabase(url: string): Promise<void> {
  // Without session settings and prepared statements, which poolers refuse with errors that do not name the cause.
  const sql = openDatabase(url, { max: 2, bare: true })
  try {
    const [facts] = await sql<[Facts]>`
      select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
        datname as name, current_user as role, pg_is_in_recovery() as standby, current_schema() as schema,
        has_schema_privilege(current_schema(), 'create') as may_create
      from pg_database where datname = current_database()`
    const fault = faultIn(facts) ?? ((await isDirect(sql)) ? null : POOLER)
    if (fault) throw new EnvError(`DATABASE_URL: ${fault}`)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const POOLER =
  'this address leads to a pooler such as PgBouncer, which passes on neither LISTEN nor session settings: use the direct address of the database; a process needs at most 20 connections'

interface Facts {
  version: number
  encoding: string
  name: string
  role: string
  standby: boolean
  schema: string | null
  mayCreate: boolean | null
}

function faultIn({ version, encoding, name, role, standby, schema, mayCreate }: Facts): string | null {
  if (version < 150_000) {
    return `this is PostgreSQL ${Math.floor(version / 10_000)}; version 15 or later is required`
  }
  if (encoding !== 'UTF8') {
    return `the database ${name} has the encoding ${encoding}: create one with create database … encoding 'UTF8' template template0`
  }
  if (standby) return 'this server is a read-only standby: use the primary'
  if (!schema) return `no schema in the search_path of ${role} exists: create one, or change the search_path`
  if (!mayCreate) {
    return `${role} cannot create tables in the schema ${schema}: alter database "${name}" owner to ${role}, or grant create on schema ${schema} to ${role}`
  }
  return null
}

/** A direct connection reports its real backend pid at the login, a pooler a made-up one. Two connections, three times. */
async function isDirect(sql: Database): Promise<boolean> {
  for (let round = 0; round < 3; round++) {
    const same = await Promise.all([reportsBackendPid(sql), reportsBackendPid(sql)])
    if (same.includes(false)) return false
  }
  return true
}

async function reportsBackendPid(sql: Database): Promise<boolean> {
  const answer = await sql<[{ pid: number }]>`select pg_backend_pid() as pid, pg_sleep(0.01)::text`
  return answer.state?.pid === answer[0].pid
}
