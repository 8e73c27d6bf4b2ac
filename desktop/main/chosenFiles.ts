import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import type { OfferedFile } from '../bridge.ts'

/** The limit that the Import tab states and the server has by default. */
const maxFileBytes = 256 * 1024 * 1024

/** Tokens kept at a time; the oldest is dropped first. */
const maxTokens = 20

export interface OpenFile {
  handle: FileHandle
  name: string
  /** Bytes at the time it was opened; the upload stops there. */
  size: number
}

/**
 * Files the user chose, dropped or opened the app with. The page gets a random token for each, valid until the file has
 * been imported. It cannot name a path.
 */
export interface ChosenFiles {
  add(path: string): Promise<OfferedFile>
  /** Null for an unknown token, or when the file is no longer a regular file. The caller closes the handle. */
  open(token: string): Promise<OpenFile | null>
  release(token: string): void
}

export function chosenFiles(maxBytes = maxFileBytes): ChosenFiles {
  const paths = new Map<string, string>()
  return {
    add: async (path) => {
      const name = basename(path)
      const stats = await lstat(path).catch(() => null)
      const size = stats?.isFile() ? stats.size : 0
      const problem = isAbsolute(path) ? problemWith(name, stats, maxBytes) : unreadable
      if (problem) return { name, size, problem }
      const token = randomUUID()
      paths.set(token, path)
      const [oldest] = paths.keys()
      if (paths.size > maxTokens && oldest) paths.delete(oldest)
      return { token, name, size }
    },
    open: async (token) => {
      const path = paths.get(token)
      return path === undefined ? null : openRegularFile(path, maxBytes)
    },
    release: (token) => void paths.delete(token),
  }
}

const unreadable = 'The file could not be opened.'

interface FileStats {
  size: number
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

/** Why a file cannot be imported, for the user; null when it can. */
function problemWith(name: string, stats: FileStats | null, maxBytes: number): string | null {
  if (!/\.json$/i.test(name)) return 'Please select a JSON file'
  if (!stats) return unreadable
  if (stats.isSymbolicLink()) return 'This is a link. Choose the file it leads to.'
  if (stats.isDirectory()) return 'This is a folder. Choose a file in it.'
  if (!stats.isFile()) return 'This is not a regular file.'
  return stats.size > maxBytes ? `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.` : null
}

// Another program may replace the chosen file by a link or a pipe. Following the link would send another file; opening
// the pipe would block. Windows has neither flag, and creating links there needs special rights.
const readWithoutFollowing = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

async function openRegularFile(path: string, maxBytes: number): Promise<OpenFile | null> {
  const handle = await open(path, readWithoutFollowing).catch(() => null)
  const stats = await handle?.stat()
  const name = basename(path)
  if (handle && stats && !problemWith(name, stats, maxBytes)) return { handle, name, size: stats.size }
  await handle?.close()
  return null
}
