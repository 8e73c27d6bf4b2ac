import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import type { OfferedFile } from '../bridge.ts'

/** The limit that the Import tab states and the server has by default. */
const largestBytes = 256 * 1024 * 1024

/** Files pointed at and not imported yet; the oldest is forgotten first. */
const mostFiles = 20

export interface OpenFile {
  handle: FileHandle
  name: string
  /** Bytes it had when it was opened; not more are sent. */
  size: number
}

/**
 * Files a person chose, dropped or opened the app with. The page gets a ticket made here for each, good until the file
 * has been imported; it can name no path and no file of its own.
 */
export interface ChosenFiles {
  add(path: string): Promise<OfferedFile>
  /** Null when there is no such ticket, or the file is not any more what was chosen. The caller closes the handle. */
  open(token: string): Promise<OpenFile | null>
  release(token: string): void
}

export function chosenFiles(largest = largestBytes): ChosenFiles {
  const paths = new Map<string, string>()
  return {
    add: async (path) => {
      const name = basename(path)
      const found = await lstat(path).catch(() => null)
      const size = found?.isFile() ? found.size : 0
      const problem = isAbsolute(path) ? problemWith(name, found, largest) : unreadable
      if (problem) return { name, size, problem }
      const token = randomUUID()
      paths.set(token, path)
      const [oldest] = paths.keys()
      if (paths.size > mostFiles && oldest) paths.delete(oldest)
      return { token, name, size }
    },
    open: async (token) => {
      const path = paths.get(token)
      return path === undefined ? null : openRegular(path, largest)
    },
    release: (token) => void paths.delete(token),
  }
}

const unreadable = 'The file could not be opened.'

interface Found {
  size: number
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

function problemWith(name: string, found: Found | null, largest: number): string | null {
  if (!/\.json$/i.test(name)) return 'Please select a JSON file'
  if (!found) return unreadable
  if (found.isSymbolicLink()) return 'This is a link. Choose the file it leads to.'
  if (found.isDirectory()) return 'This is a folder. Choose a file in it.'
  if (!found.isFile()) return 'This is no file with a list in it.'
  return found.size > largest ? `The file is larger than ${Math.floor(largest / 1024 / 1024)} MB.` : null
}

// Between choosing and sending another program may put a link or a pipe there: following one would send another file,
// opening the other would wait for ever. Windows has neither flag, and its links need rights of their own.
const readNoLink = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

async function openRegular(path: string, largest: number): Promise<OpenFile | null> {
  const handle = await open(path, readNoLink).catch(() => null)
  const found = await handle?.stat()
  const name = basename(path)
  if (handle && found && !problemWith(name, found, largest)) return { handle, name, size: found.size }
  await handle?.close()
  return null
}
