import { statfs } from 'node:fs/promises'
import { inTransaction, type Sql } from '../db/open.ts'
import { codeOf } from '../db/retryOnDeadlock.ts'
import type { Env } from '../env.ts'

const NO_ROOM = 'There is no room left on the server’s disk. Nothing can be saved until there is.'
const NO_MEMORY = 'The database has no memory left. Nothing can be saved until it has.'

/** disk_full and out_of_memory of Postgres, and the codes of the system. */
const faults: Record<string, string> = {
  '53100': NO_ROOM,
  '53200': NO_MEMORY,
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
}

/** What to say when this error means that nothing can be stored, else null. */
export function storageFaultOf(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : undefined
  return faults[codeOf(error)] ?? (cause === undefined ? null : storageFaultOf(cause))
}

/** With less the embedded Postgres stops at its next 16 MB of log, and then it cannot say why. */
const RESERVE_BYTES = 1024 * 1024

/** Why nothing can be stored at present, or null. Tries it with each call, so it ends when there is room. */
export async function findStorageFault(sql: Sql, env: Env): Promise<string | null> {
  if (!env.DATABASE_URL && (await freeBytes(env.DATA_DIR)) < RESERVE_BYTES) return NO_ROOM
  try {
    await writeScratch(sql)
    return null
  } catch (error) {
    const fault = storageFaultOf(error)
    if (fault === null) throw error
    return fault
  }
}

/** Free bytes on a folder's disk; unlimited where the disk cannot tell. */
async function freeBytes(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => null)
  return disk && disk.blocks > 0 ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY
}

/** Makes Postgres write 1 MB to a temporary file: sorting exceeds 64 kB of memory. Changes no table. */
const writeScratch = (sql: Sql) =>
  inTransaction(sql, async (open) => {
    await open`select set_config('work_mem', '64kB', true)`
    await open`
      select count(*) from (select repeat('x', 100) || n as text from generate_series(1, 8000) n order by 1 offset 0) scratch`
  })
