import { randomUUID } from 'node:crypto'
import { constants, type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The upload cannot be written to disk, for example because it is full. */
export class SpoolError extends Error {
  override name = 'SpoolError'
}

export type SpoolKind = 'prospects' | 'rejected'

/** Rows of an upload on disk, so that a slow client holds no database connection. */
export interface Spool {
  /** Throws SpoolError if the disk is nearly full. */
  append(kind: SpoolKind, rows: readonly unknown[]): Promise<void>
  /** The appended arrays in order, as JSON text. */
  read(): AsyncGenerator<{ kind: SpoolKind; json: string }>
  close(): Promise<void>
}

// Left free for other users of the disk, such as the database.
const RESERVE_BYTES = 64 * 1024 * 1024
const CHECK_EVERY_BYTES = 8 * 1024 * 1024

export interface SpoolOptions {
  folder?: string
  /** Free bytes on a folder's disk. */
  freeBytes?(folder: string): Promise<number>
}

const diskFree = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Opens a spool in the system's temporary folder. Its file has no name, so it is gone when the process exits or crashes. */
export async function openSpool({
  folder = tmpdir(),
  freeBytes = diskFree,
}: SpoolOptions = {}): Promise<Spool> {
  const file = await withSpoolError(() => openUnnamed(folder))
  const parts: { kind: SpoolKind; offset: number; length: number }[] = []
  let size = 0
  let checkAt = 0
  return {
    append: (kind, rows) =>
      withSpoolError(async () => {
        const bytes = Buffer.from(JSON.stringify(rows))
        if (size + bytes.length > checkAt) {
          const free = await freeBytes(folder)
          if (free < RESERVE_BYTES + bytes.length) throw new Error(`${free} bytes are free in ${folder}`)
          checkAt = size + CHECK_EVERY_BYTES
        }
        const { bytesWritten } = await file.write(bytes, 0, bytes.length, size)
        if (bytesWritten < bytes.length) throw new Error(`the disk of ${folder} is full`)
        parts.push({ kind, offset: size, length: bytes.length })
        size += bytes.length
      }),
    async *read() {
      for (const { kind, offset, length } of parts) {
        const bytes = Buffer.alloc(length)
        const { bytesRead } = await withSpoolError(() => file.read(bytes, 0, length, offset))
        if (bytesRead < length) throw new Error('the spooled upload ends too early')
        yield { kind, json: bytes.toString('utf8') }
      }
    },
    close: () => file.close(),
  }
}

/** Linux's O_TMPFILE, which node:fs does not export: creates a file without a name. */
const O_TMPFILE = constants.O_DIRECTORY | 0o20000000

async function openUnnamed(folder: string): Promise<FileHandle> {
  if (process.platform === 'linux') {
    const file = await open(folder, constants.O_RDWR | O_TMPFILE, 0o600).catch(() => null)
    if (file) return file
  }
  // A process killed between open and unlink leaves an empty file.
  const path = join(folder, `salonback-import-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function withSpoolError<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    throw new SpoolError('The server has no room for this file at present', { cause })
  }
}
