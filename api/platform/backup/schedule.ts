import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PlatformContext } from '../context.ts'
import { databaseNow } from '../db/now.ts'
import { backUp } from './dump.ts'
import { keepErasedNumbers } from './erasedNumbers.ts'
import { PART } from './file.ts'
import { BackupError } from './format.ts'
import { claimBackup, endBackup, renewBackup } from './scheduleLease.ts'

const LOOK_MS = 60_000
const RENEW_MS = 30_000
const STOP_WITHIN_MS = 5000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Files made by the schedule; others in the folder are never touched. */
const OURS = /^salonback-\d{4}-\d\d-\d\dT\d{6}Z\.backup/

type Scheduling = Pick<PlatformContext, 'sql' | 'env' | 'clock' | 'log'>

export interface BackupSchedule {
  start(): void
  stop(): Promise<void>
  /** Makes a backup if one is due and no other process makes it; returns whether it did. */
  round(): Promise<boolean>
}

/** Makes a backup every BACKUP_EVERY_HOURS in one of the processes and keeps the newest BACKUP_KEEP. */
export function createBackupSchedule(deps: Scheduling): BackupSchedule {
  const { env, log } = deps
  const folder = env.BACKUP_DIR && resolve(env.BACKUP_DIR)
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()

  async function round(): Promise<boolean> {
    if (!folder) return false
    await keepErasedNumbers(deps, folder).catch((error) =>
      log.warn({ err: error }, 'the list of erased numbers could not be written'),
    )
    return makeIfDue(deps, folder)
  }

  return {
    start() {
      if (!folder) return
      const look = () => {
        running = round()
          .catch((error) => log.error({ err: error }, 'the backup schedule could not be read'))
          .finally(() => {
            if (!stopped) timer = setTimeout(look, LOOK_MS)
          })
      }
      timer = setTimeout(look, 1000)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      // A large backup takes minutes; on shutdown it is aborted and another process makes it.
      await Promise.race([running, wait(STOP_WITHIN_MS, undefined, { ref: false })])
    },
    round,
  }
}

async function makeIfDue({ sql, env, clock, log }: Scheduling, folder: string): Promise<boolean> {
  const holder = randomUUID()
  const every = env.BACKUP_EVERY_HOURS * HOUR_MS
  if (!(await claimBackup(sql, { holder, every, now: databaseNow(sql, clock) }))) return false
  const renewal = setInterval(() => {
    renewBackup(sql, holder, databaseNow(sql, clock)).catch((error) =>
      log.warn({ err: error }, 'the lease of the backup could not be renewed'),
    )
  }, RENEW_MS)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
      throw new BackupError(`${folder} cannot be made: ${error.message}`)
    })
    const at = clock()
    const path = join(folder, nameAt(at))
    const { bytes } = await backUp(sql, { path, keys: env, clock })
    await endBackup(sql, holder, { madeAt: at, file: path, bytes })
    log.info({ file: path, bytes }, 'backup made')
    await prune(folder, env.BACKUP_KEEP, at)
  } catch (error) {
    log.error({ err: error }, 'the backup failed')
    const failure = error instanceof BackupError ? error.message : 'the database could not be read'
    await endBackup(sql, holder, { failure })
  } finally {
    clearInterval(renewal)
  }
  return true
}

const nameAt = (at: Date) => `salonback-${at.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.backup`

/** Deletes old backups only after a newer one was verified. */
async function prune(folder: string, keep: number, now: Date): Promise<void> {
  const names = (await readdir(folder)).filter((name) => OURS.test(name)).sort()
  const whole = names.filter((name) => name.endsWith('.backup'))
  for (const name of whole.slice(0, -keep)) await rm(join(folder, name), { force: true })
  for (const name of names.filter((one) => PART.test(one))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now.getTime() }))
    if (now.getTime() - mtimeMs > DAY_MS) await rm(join(folder, name), { force: true })
  }
}
