import { statfsSync } from 'node:fs'
import type { Env } from '../../env.ts'
import { inTransaction, type Sql } from './open.ts'
import { codeOf } from './retryOnDeadlock.ts'

const NO_ROOM = 'There is no room left on the server’s disk. Nothing can be saved until there is.'
const NO_MEMORY = 'The server has no memory left. Nothing can be saved until it has.'

/** disk_full and out_of_memory of Postgres, and the codes of the system. */
const faults: Record<string, string> = {
  '53100': NO_ROOM,
  '53200': NO_MEMORY,
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
}

/** The message when this error means that nothing can be stored, else null. */
export function storageFaultOf(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : undefined
  return faults[codeOf(error)] ?? (cause === undefined ? null : storageFaultOf(cause))
}

/** With less nothing can be stored. */
const RESERVE_BYTES = 1024 * 1024

/** Why nothing can be stored at present, or null. Tries it with each call, so it ends when there is room. */
export async function findStorageFault(sql: Sql, env: Env): Promise<string | null> {
  const full = diskFaultOf(env)
  if (full) return full
  try {
    await writeScratch(sql)
    return null
  } catch (error) {
    const fault = storageFaultOf(error)
    if (fault === null) throw error
    return fault
  }
}

/** Whether the disk of the embedded Postgres is full. A full disk can stop it, and then it reports nothing. */
export const diskFaultOf = ({ DATABASE_URL, DATA_DIR }: Env): string | null =>
  !DATABASE_URL && freeBytes(DATA_DIR) < RESERVE_BYTES ? NO_ROOM : null

/** Free bytes on a folder's disk; unlimited where the disk reports none. */
function freeBytes(folder: string): number {
  try {
    const { blocks, bavail, bsize } = statfsSync(folder)
    return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Makes Postgres write 1 MB to a temporary file: sorting exceeds 64 kB of memory. Changes no table. */
const writeScratch = (sql: Sql) =>
  inTransaction(sql, async (open) => {
    await open`select set_config('work_mem', '64kB', true)`
    await open`
      select count(*) from (select repeat('x', 100) || n as text from generate_series(1, 8000) n order by 1 offset 0) scratch`
  })
