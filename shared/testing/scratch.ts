import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const MIN_FREE_BYTES = 2 ** 31

/** Folder for test databases: in memory if it has room, because each test copies a database. */
export async function scratchFolder(): Promise<string> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > MIN_FREE_BYTES ? '/dev/shm' : tmpdir()
}
