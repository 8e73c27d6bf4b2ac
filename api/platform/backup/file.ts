import { createHash, type Hash, randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import {
  BackupError,
  CHECKSUM_BYTES,
  decodeFrames,
  END_MARK,
  encodeFrame,
  FIRST_LINE,
  type Frame,
  Header,
  MAX_HEAD_BYTES,
  TRAILER_BYTES,
} from './format.ts'

// Half the time of the default level for 10 % more bytes.
const LEVEL = 4
const BLOCK = 65_536

/** Suffix of an incomplete backup. */
export const PART = /\.part-\d+-[0-9a-f]{8}$/

/**
 * Writes a backup next to its destination, readable by its owner only, and moves it there when complete and synced. Throws
 * BackupError with a user-facing message and removes partial files.
 */
export async function writeBackup(path: string, header: Header, frames: AsyncIterable<Frame>): Promise<void> {
  const fresh = `${path}.part-${process.pid}-${randomBytes(4).toString('hex')}`
  const file = await open(fresh, 'wx', 0o600).catch((error) => fail(path, 'written', error))
  try {
    const hash = createHash('sha256')
    const head = Buffer.from(`${FIRST_LINE}${JSON.stringify(header)}\n`)
    hash.update(head)
    await file.writeFile(head)
    await pipeline(
      encoded(frames),
      createGzip({ level: LEVEL, chunkSize: BLOCK }),
      through(hash),
      async (source: AsyncIterable<Buffer>) => {
        for await (const chunk of source) await file.writeFile(chunk)
      },
    )
    await file.writeFile(Buffer.concat([END_MARK, hash.digest()]))
    await file.sync()
    await file.close()
    await rename(fresh, path)
    await syncFolder(path)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(fresh, { force: true }).catch(() => undefined)
    throw isSystemError(error) ? fail(path, 'written', error) : error
  }
}

async function* encoded(frames: AsyncIterable<Frame>) {
  for await (const frame of frames) yield encodeFrame(frame)
}

const through = (hash: Hash) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })

/** Windows cannot open folders; there the sync of the file must do. */
async function syncFolder(path: string) {
  const folder = await open(dirname(path)).catch(() => null)
  await folder?.sync().finally(() => folder.close())
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && !('address' in error)

const reasons: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EISDIR: 'it is a folder',
  ENOTDIR: 'its parent is a file, not a folder',
}

function fail(path: string, what: 'written' | 'read', error: NodeJS.ErrnoException): never {
  throw new BackupError(`${path} cannot be ${what}: ${reasons[error.code ?? ''] ?? error.message}`)
}

/** A backup with a valid checksum. */
export interface Backup {
  path: string
  header: Header
  bytes: number
  /** Reads the content and verifies the checksum again: call inside a transaction. */
  frames(): AsyncGenerator<Frame>
}

/** Verifies a whole backup. Throws BackupError for a missing, foreign, truncated or damaged file. */
export async function openBackup(path: string): Promise<Backup> {
  const file = await open(path).catch((error) => fail(path, 'read', error))
  try {
    const { size } = await file.stat()
    const { header, headBytes } = await readHead(file, path)
    const end = size - TRAILER_BYTES
    const trailer = Buffer.alloc(TRAILER_BYTES)
    if (end > headBytes) await file.read(trailer, 0, TRAILER_BYTES, end)
    if (!trailer.subarray(0, END_MARK.length).equals(END_MARK)) {
      throw new BackupError(`${path} is incomplete: its end is missing`)
    }
    const checksum = trailer.subarray(-CHECKSUM_BYTES)
    const hash = createHash('sha256')
    for await (const block of blocksOf(file, 0, end)) hash.update(block)
    if (!hash.digest().equals(checksum)) throw damaged(path)
    if (!header) throw new BackupError(`${path} was made by another release: its header cannot be read`)
    const place = { path, headBytes, end, checksum }
    return { path, header, bytes: size, frames: () => readFrames(place) }
  } catch (error) {
    throw isSystemError(error) ? fail(path, 'read', error) : error
  } finally {
    await file.close()
  }
}

/** Bytes from `start` to `end`; fewer if the file ends before. */
async function* blocksOf(file: FileHandle, start: number, end: number) {
  for (let at = start; at < end; ) {
    const block = Buffer.allocUnsafe(Math.min(BLOCK, end - at))
    const { bytesRead } = await file.read(block, 0, block.length, at)
    if (bytesRead === 0) return
    yield block.subarray(0, bytesRead)
    at += bytesRead
  }
}

const damaged = (path: string) => new BackupError(`${path} is damaged: its checksum does not match`)

/** Null for an invalid header: the checksum is reported first. */
async function readHead(
  file: FileHandle,
  path: string,
): Promise<{ header: Header | null; headBytes: number }> {
  const buffer = Buffer.alloc(MAX_HEAD_BYTES)
  const { bytesRead } = await file.read(buffer, 0, MAX_HEAD_BYTES, 0)
  const head = buffer.subarray(0, bytesRead)
  if (!head.subarray(0, FIRST_LINE.length).equals(Buffer.from(FIRST_LINE))) {
    throw new BackupError(`${path} is not a backup of this service`)
  }
  const newline = head.indexOf(10, FIRST_LINE.length)
  if (newline < 0) throw new BackupError(`${path} is incomplete: its end is missing`)
  return { header: headerOf(head.toString('utf8', FIRST_LINE.length, newline)), headBytes: newline + 1 }
}

function headerOf(text: string): Header | null {
  try {
    return Header.parse(JSON.parse(text))
  } catch {
    return null
  }
}

interface Place {
  path: string
  headBytes: number
  end: number
  checksum: Buffer
}

/** Verifies the checksum again while reading, because the file may have changed. */
async function* readFrames({ path, headBytes, end, checksum }: Place): AsyncGenerator<Frame> {
  const file = await open(path)
  try {
    const hash = createHash('sha256')
    const head = Buffer.alloc(headBytes)
    await file.read(head, 0, headBytes, 0)
    hash.update(head)
    const gunzip = createGunzip({ chunkSize: BLOCK })
    const read = pipeline(blocksOf(file, headBytes, end), through(hash), gunzip)
    // The reader of the frames gets the same error.
    read.catch(() => undefined)
    yield* decodeFrames(gunzip)
    await read
    if (!hash.digest().equals(checksum)) throw damaged(path)
  } finally {
    await file.close().catch(() => undefined)
  }
}
