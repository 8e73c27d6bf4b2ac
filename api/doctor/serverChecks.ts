import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { samples } from '@salonback/shared/brand.ts'
import type { Env } from '../env.ts'
import { isWritableFolder } from '../platform/backup/folder.ts'
import { findBackupFault } from '../platform/backup/scheduleLease.ts'
import type { Sql } from '../platform/db/open.ts'
import { hasKeyOfErased, keyLost } from '../platform/privacy/keys.ts'
import { type CheckResult, note, ok, problem } from './checkResult.ts'

export function checkBrand(): CheckResult {
  if (samples.length === 0) return ok('Brand', 'no sample values')
  return problem(
    'Brand',
    `sample values: ${samples.join(', ')}`,
    'set yours in shared/brand.ts and remove them from its list of samples',
  )
}

export function checkMode({ NODE_ENV }: Pick<Env, 'NODE_ENV'>): CheckResult {
  if (NODE_ENV === 'production') return ok('Settings', 'valid, NODE_ENV=production')
  return note('Settings', `valid, NODE_ENV=${NODE_ENV}`, 'set NODE_ENV=production before real texts are sent')
}

/** Whether the service has run on this database. */
export async function hasSchema(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`select to_regclass('migrations') is not null as found`
  return row.found
}

/** Version and encoding are checked at startup by db/chooseDatabase.ts. */
export async function checkDatabase(sql: Sql): Promise<CheckResult> {
  const [row] = await sql<[{ version: string; encoding: string; bytes: number }]>`
    select split_part(current_setting('server_version'), ' ', 1) as version, pg_encoding_to_char(encoding) as encoding,
      pg_database_size(datname) as bytes
    from pg_database where datname = current_database()`
  const facts = `PostgreSQL ${row.version}, ${row.encoding}, ${Math.ceil(row.bytes / 1_000_000)} MB`
  if (!(await hasSchema(sql)))
    return problem(
      'Database',
      `${facts}, but the service never ran on it`,
      'start the service once: npm start',
    )
  return ok('Database', facts)
}

const CLOCKS_APART_MS = 5000

export async function checkClock(sql: Sql): Promise<CheckResult> {
  const before = Date.now()
  const [row] = await sql<[{ now: Date }]>`select clock_timestamp() as now`
  const apart = Math.round(Math.abs(row.now.getTime() - (before + Date.now()) / 2))
  if (apart <= CLOCKS_APART_MS) return ok('Clock', `${apart} ms from the clock of the database`)
  return problem(
    'Clock',
    `${Math.round(apart / 1000)} s from the clock of the database`,
    'synchronize both machines with NTP (timedatectl set-ntp true)',
  )
}

const ROOM_BYTES = 2_000_000_000

/** The path, or its nearest parent that exists: before the first start the folders are missing. */
function nearestFolder(path: string): string {
  const full = resolve(path)
  return existsSync(full) || dirname(full) === full ? full : nearestFolder(dirname(full))
}

export async function checkDisk({ DATA_DIR, DATABASE_URL, BACKUP_DIR }: Env): Promise<CheckResult[]> {
  const places = [
    ...(DATABASE_URL ? [] : [{ subject: 'Disk of DATA_DIR', path: DATA_DIR }]),
    ...(BACKUP_DIR ? [{ subject: 'Disk of BACKUP_DIR', path: BACKUP_DIR }] : []),
    { subject: 'Disk for uploads', path: tmpdir() },
  ]
  return Promise.all(
    places.map(async ({ subject, path }) => {
      const { bavail, bsize } = await statfs(nearestFolder(path))
      const gigabytes = `${((bavail * bsize) / 1e9).toFixed(1)} GB free at ${path}`
      return bavail * bsize >= ROOM_BYTES
        ? ok(subject, gigabytes)
        : problem(subject, gigabytes, 'free at least 2 GB')
    }),
  )
}

export async function checkBackup(sql: Sql, env: Env, now: Date): Promise<CheckResult> {
  const { BACKUP_DIR } = env
  if (!BACKUP_DIR) return problem('Backups', 'off', 'set BACKUP_DIR to a folder, preferably on another disk')
  if (!(await isWritableFolder(BACKUP_DIR)))
    return problem(
      'Backups',
      `${BACKUP_DIR} cannot be written`,
      'create it, owned by the user of the service',
    )
  const fault = await findBackupFault(sql, env, now)
  if (fault) return problem('Backups', fault, 'check the folder; the next attempt is within 15 minutes')
  return ok(
    'Backups',
    `every ${env.BACKUP_EVERY_HOURS} h to ${BACKUP_DIR}, the last ${env.BACKUP_KEEP} are kept`,
  )
}

export async function checkKey(sql: Sql, env: Env): Promise<CheckResult> {
  const subject = 'Key of erased numbers'
  if (!(await hasKeyOfErased(sql, env)))
    return problem(subject, 'not the one that erased numbers are stored under', keyLost)
  if (env.PHONE_HASH_KEY || !env.DATABASE_URL)
    return ok(subject, env.PHONE_HASH_KEY ? 'set' : 'in DATA_DIR: keep a copy elsewhere')
  return problem(
    subject,
    'not set',
    'set PHONE_HASH_KEY to the output of openssl rand -hex 32, and keep a copy',
  )
}
