import { stat } from 'node:fs/promises'
import type { Env } from '../../env.ts'
import { systemClock } from '../context.ts'
import type { Database } from '../db/open.ts'
import { knownKeys } from '../privacy/keys.ts'
import { backUp } from './dump.ts'
import { BackupError } from './format.ts'

/** Input of a command about a backup file. */
export interface BackupCommand {
  sql: Database
  env: Env
  path: string
  print(line: string): void
}

/** `npm run admin -- backup FILE`: a snapshot while the service runs. */
export async function backupByCommand({ sql, env, path, print }: BackupCommand): Promise<void> {
  const there = await stat(path).catch(() => null)
  if (there) throw new BackupError(`${path} already exists; nothing was changed`)
  const { tables, rows, bytes } = await backUp(sql, { path, keys: await knownKeys(env), clock: systemClock })
  print(`${path}: ${rows} rows of ${tables} tables in ${sizeOf(bytes)}, verified.`)
  print('It contains phone numbers and password hashes: protect it like the database. The key of erased')
  print('numbers (PHONE_HASH_KEY) is not in it: keep that elsewhere.')
}

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
