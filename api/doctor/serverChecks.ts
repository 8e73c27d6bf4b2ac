import { constants } from 'node:fs'
import { access, mkdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { samples } from '@salonback/shared/brand.ts'
import { findBackupFault } from '../backup/scheduleLease.ts'
import type { DatabaseSetup } from '../db/detectPooler.ts'
import type { Sql } from '../db/open.ts'
import type { Env } from '../env.ts'
import { type CheckResult, mend, note, ok } from './checkResult.ts'

export function checkBrand(): CheckResult {
  if (samples.length === 0) return ok('Brand', 'names and addresses are your own')
  return mend(
    'Brand',
    `sample values: ${samples.join(', ')}`,
    'put yours into shared/brand.ts and take them off its list of samples',
  )
}

export function checkMode({ NODE_ENV }: Pick<Env, 'NODE_ENV'>): CheckResult {
  if (NODE_ENV === 'production') return ok('Settings', 'read, NODE_ENV=production')
  return note('Settings', `read, NODE_ENV=${NODE_ENV}`, 'set NODE_ENV=production before real texts are sent')
}

/** Version and encoding are checked at startup by db/detectPooler.ts. */
export async function checkDatabase(sql: Sql, setup: DatabaseSetup): Promise<CheckResult> {
  const [row] = await sql<[{ version: string; encoding: string; bytes: number; schema: boolean }]>`
    select split_part(current_setting('server_version'), ' ', 1) as version, pg_encoding_to_char(encoding) as encoding,
      pg_database_size(datname) as bytes, to_regclass('migrations') is not null as schema
    from pg_database where datname = current_database()`
  const facts = `PostgreSQL ${row.version}, ${row.encoding}, ${Math.ceil(row.bytes / 1_000_000)} MB`
  if (!row.schema)
    return mend('Database', `${facts}, but the service never ran on it`, 'start the service once: npm start')
  if (!setup.pooled) return ok('Database', `${facts}, reached directly`)
  if (setup.listenUrl) return ok('Database', `${facts}, through a pooler, changes are heard past it`)
  return note(
    'Database',
    `${facts}, through a pooler: screens read changes every second`,
    'set DATABASE_DIRECT_URL to an address past the pooler',
  )
}

const CLOCKS_APART_MS = 5000

export async function checkClock(sql: Sql): Promise<CheckResult> {
  const before = Date.now()
  const [row] = await sql<[{ now: Date }]>`select clock_timestamp() as now`
  const apart = Math.round(Math.abs(row.now.getTime() - (before + Date.now()) / 2))
  if (apart <= CLOCKS_APART_MS) return ok('Clock', `within ${apart} ms of the database's`)
  return mend(
    'Clock',
    `${Math.round(apart / 1000)} s apart from the database's`,
    'let both machines set their clocks by NTP (timedatectl set-ntp true)',
  )
}

const ROOM_BYTES = 2_000_000_000

export async function checkDisk({ DATA_DIR, DATABASE_URL, BACKUP_DIR }: Env): Promise<CheckResult[]> {
  const places = [
    ...(DATABASE_URL ? [] : [{ subject: 'Disk of DATA_DIR', path: DATA_DIR }]),
    ...(BACKUP_DIR ? [{ subject: 'Disk of BACKUP_DIR', path: BACKUP_DIR }] : []),
    { subject: 'Disk for uploads', path: tmpdir() },
  ]
  return Promise.all(
    places.map(async ({ subject, path }) => {
      const { bavail, bsize } = await statfs(path).catch(() => ({ bavail: 0, bsize: 0 }))
      const gigabytes = `${((bavail * bsize) / 1e9).toFixed(1)} GB free at ${path}`
      return bavail * bsize >= ROOM_BYTES
        ? ok(subject, gigabytes)
        : mend(subject, gigabytes, 'make room: at least 2 GB')
    }),
  )
}

export async function checkBackup(sql: Sql, env: Env, now: Date): Promise<CheckResult> {
  const { BACKUP_DIR } = env
  if (!BACKUP_DIR) return mend('Backups', 'none are made', 'set BACKUP_DIR to a folder, best on another disk')
  const writable = await mkdir(BACKUP_DIR, { recursive: true, mode: 0o700 })
    .then(() => access(BACKUP_DIR, constants.W_OK))
    .then(() => true)
    .catch(() => false)
  if (!writable)
    return mend('Backups', `${BACKUP_DIR} cannot be written`, "make it, and give it to the service's user")
  const fault = await findBackupFault(sql, env, now)
  if (fault) return mend('Backups', fault, 'see to the folder; the next try is within a quarter of an hour')
  return ok('Backups', `every ${env.BACKUP_EVERY_HOURS} h into ${BACKUP_DIR}, ${env.BACKUP_KEEP} stay`)
}

export function checkKey({ PHONE_HASH_KEY, DATABASE_URL }: Env): CheckResult {
  if (PHONE_HASH_KEY || !DATABASE_URL)
    return ok('Key of erased numbers', PHONE_HASH_KEY ? 'set' : 'in DATA_DIR: keep a copy elsewhere')
  return mend(
    'Key of erased numbers',
    'not set',
    'openssl rand -hex 32 makes one: set PHONE_HASH_KEY to it, and keep a copy',
  )
}
