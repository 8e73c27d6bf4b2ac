import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Env, EnvError } from '../env.ts'
import { type Database, openDatabase } from './open.ts'
import { databaseFault } from './startupRetry.ts'

/** How the service connects to its database. */
export interface DatabaseSetup {
  url: string
  /** Behind a transaction pooler; see OpenOptions. */
  pooled: boolean
  /** Connection URL for LISTEN; null: the console polls every second. */
  listenUrl: string | null
}

type Settings = Pick<Env, 'DATABASE_URL' | 'DATABASE_POOLER' | 'DATABASE_DIRECT_URL'>

const direct = (url: string): DatabaseSetup => ({ url, pooled: false, listenUrl: url })

/** The configured database, or the embedded one. */
export async function findDatabaseSetup(
  settings: Settings,
  embedded: { url: string } | null,
): Promise<DatabaseSetup> {
  if (embedded) return direct(embedded.url)
  return detectPooler({ ...settings, DATABASE_URL: settings.DATABASE_URL ?? '' })
}

/** Checks DATABASE_URL before anything is stored (throws EnvError with instructions) and detects a pooler. */
export async function detectPooler(settings: Settings & { DATABASE_URL: string }): Promise<DatabaseSetup> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = settings
  // Without session settings and prepared statements, this works behind every pooler.
  const sql = openDatabase(url, { max: 2, pooled: true })
  try {
    await checkUsable(sql)
    const pooler = await findPooler(sql, url, settings.DATABASE_POOLER)
    if (pooler === 'none') return direct(url)
    if (pooler === 'session') return { url, pooled: true, listenUrl: url }
    if (directUrl) await checkDirect(sql, directUrl)
    return { url, pooled: true, listenUrl: directUrl ?? null }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

interface Facts {
  version: number
  encoding: string
  name: string
  role: string
  standby: boolean
  schema: string | null
  mayCreate: boolean | null
}

async function checkUsable(sql: Database): Promise<void> {
  const [facts] = await sql<[Facts]>`
    select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
      datname as name, current_user as role, pg_is_in_recovery() as standby, current_schema() as schema,
      has_schema_privilege(current_schema(), 'create') as may_create
    from pg_database where datname = current_database()`
  const fault = faultIn(facts)
  if (fault) throw new EnvError(`DATABASE_URL: ${fault}`)
}

function faultIn({ version, encoding, name, role, standby, schema, mayCreate }: Facts): string | null {
  if (version < 150_000) {
    return `this is PostgreSQL ${Math.floor(version / 10_000)}; version 15 or later is required`
  }
  if (encoding !== 'UTF8') {
    return `the database ${name} has the encoding ${encoding}: create one with create database … encoding 'UTF8' template template0`
  }
  if (standby)
    return 'this server is a read-only standby: use the primary, or list all hosts separated by commas'
  if (!schema) return `no schema in the search_path of ${role} exists: create one, or change the search_path`
  if (!mayCreate) {
    return `${role} cannot create tables in the schema ${schema}: alter database "${name}" owner to ${role}, or grant create on schema ${schema} to ${role}`
  }
  return null
}

type Pooler = 'none' | 'session' | 'transaction'

/**
 * Detects a pooler: a direct connection reports its real backend pid at the login, a pooler a made-up one; a transaction
 * pooler does not deliver notifications. If in doubt, it counts as a transaction pooler.
 */
async function findPooler(
  sql: Database,
  url: string,
  configured: Settings['DATABASE_POOLER'],
): Promise<Pooler> {
  if (configured === 'transaction') return configured
  if (!configured && (await isDirect(sql))) return 'none'
  if (await receivesNotify(sql, url, NOTIFY_TIMEOUT_MS.pooler)) return 'session'
  if (!configured) return 'transaction'
  throw new EnvError(
    'DATABASE_POOLER: LISTEN does not work through this pooler, so it does not pool sessions: set transaction',
  )
}

/** Compares the pids on two connections, twice. */
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

/** Longer when a wrong result would stop the start. */
const NOTIFY_TIMEOUT_MS = { pooler: 1000, direct: 2500 }
/** A busy pooler makes new connections wait. */
const LISTEN_TIMEOUT_MS = 10_000

/** Whether LISTEN on this address receives a NOTIFY within `withinMs`. */
async function receivesNotify(sql: Database, url: string, withinMs: number): Promise<boolean> {
  const listener = openDatabase(url, { max: 1, pooled: true })
  const channel = `salonback_${randomBytes(8).toString('hex')}`
  try {
    let onNotify: (received: true) => void = () => undefined
    const received = new Promise<true>((resolve) => {
      onNotify = resolve
    })
    const sent = listener.listen(channel, () => onNotify(true)).then(() => sql.notify(channel, 'test'))
    // Avoids an unhandled rejection when it fails after the timeout.
    sent.catch(() => undefined)
    if (!(await Promise.race([sent, wait(LISTEN_TIMEOUT_MS, false, { ref: false })]))) return false
    return await Promise.race([received, wait(withinMs, false, { ref: false })])
  } finally {
    await listener.end({ timeout: 1 })
  }
}

async function checkDirect(sql: Database, directUrl: string): Promise<void> {
  const received = await receivesNotify(sql, directUrl, NOTIFY_TIMEOUT_MS.direct).catch((error: unknown) => {
    const line = databaseFault(error, 'DATABASE_DIRECT_URL')
    throw line ? new EnvError(line, { cause: error }) : error
  })
  if (received) return
  throw new EnvError(
    'DATABASE_DIRECT_URL: a NOTIFY through DATABASE_URL does not arrive there; it must be the same database without the pooler',
  )
}
