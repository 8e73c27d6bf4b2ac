import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const ROOM_BYTES = 2 ** 31

/** Where databases for tests lie: in memory where there is room, because each test copies one file by file. */
export async function scratchFolder(): Promise<string> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > ROOM_BYTES ? '/dev/shm' : tmpdir()
}
