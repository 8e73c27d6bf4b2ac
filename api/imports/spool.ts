import { randomUUID } from 'node:crypto'
import { constants, type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The disk cannot take the file; whoever runs the server must make room. */
export class SpoolError extends Error {
  override name = 'SpoolError'
}

export type SpoolKind = 'prospects' | 'rejected'

/** Rows of an upload on disk, so that nothing of the database is held while its sender is waited for. */
export interface Spool {
  /** Throws SpoolError when there is no room. */
  append(kind: SpoolKind, rows: readonly unknown[]): Promise<void>
  /** What was appended, in order, each as the JSON text of an array. */
  read(): AsyncGenerator<{ kind: SpoolKind; json: string }>
  close(): Promise<void>
}

// Left free for everything else that lives on the disk, the database perhaps.
const RESERVE_BYTES = 64 * 1024 * 1024
const CHECK_EVERY_BYTES = 8 * 1024 * 1024

export interface SpoolOptions {
  folder?: string
  /** Free bytes of a folder's disk. */
  freeBytes?(folder: string): Promise<number>
}

const diskFree = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** A spool in the system's temporary folder. Its file has no name from the start on: it goes with the process, however that ends. */
export async function openSpool({
  folder = tmpdir(),
  freeBytes = diskFree,
}: SpoolOptions = {}): Promise<Spool> {
  const file = await onDisk(() => nameless(folder))
  const parts: { kind: SpoolKind; at: number; length: number }[] = []
  let size = 0
  let lookAt = 0
  return {
    append: (kind, rows) =>
      onDisk(async () => {
        const bytes = Buffer.from(JSON.stringify(rows))
        if (size + bytes.length > lookAt) {
          const free = await freeBytes(folder)
          if (free < RESERVE_BYTES + bytes.length) throw new Error(`${free} bytes are free in ${folder}`)
          lookAt = size + CHECK_EVERY_BYTES
        }
        const { bytesWritten } = await file.write(bytes, 0, bytes.length, size)
        if (bytesWritten < bytes.length) throw new Error(`the disk of ${folder} is full`)
        parts.push({ kind, at: size, length: bytes.length })
        size += bytes.length
      }),
    async *read() {
      for (const { kind, at, length } of parts) {
        const bytes = Buffer.alloc(length)
        const { bytesRead } = await onDisk(() => file.read(bytes, 0, length, at))
        if (bytesRead < length) throw new Error('the spooled upload ends too early')
        yield { kind, json: bytes.toString('utf8') }
      }
    },
    close: () => file.close(),
  }
}

/** Linux's O_TMPFILE, which Node does not name: a file that never had one. Elsewhere it is no flag, and opening fails. */
const UNNAMED = constants.O_DIRECTORY | 0o20000000

async function nameless(folder: string): Promise<FileHandle> {
  if (process.platform === 'linux') {
    const file = await open(folder, constants.O_RDWR | UNNAMED, 0o600).catch(() => null)
    if (file) return file
  }
  // A process killed between the two leaves an empty file.
  const path = join(folder, `salonback-import-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function onDisk<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    throw new SpoolError('The server has no room for this file at present', { cause })
  }
}
