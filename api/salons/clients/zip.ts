import { createInflateRaw } from 'node:zlib'
import { ListFault } from '@salonback/shared/salons/clients/listFault.ts'

/** A file in a zip archive, as the directory at the archive's end describes it. */
export interface ZipEntry {
  name: string
  /** 0: stored, 8: deflated. */
  method: number
  packedSize: number
  size: number
  offset: number
}

export const damaged = () =>
  new ListFault('damaged', 'The XLSX file cannot be read. Save it again in Excel, or export the list as CSV.')

const zipBomb = () =>
  new ListFault(
    'zip_bomb',
    'The XLSX file unpacks to far more than a client list needs. Export the list as CSV.',
  )

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const LONGEST_COMMENT = 65_535
const IS_ENCRYPTED = 1

const MAX_ENTRIES = 1000
/** 200,000 rows of 15 columns need about 100 MB. */
const MAX_UNPACKED = 128 * 1024 * 1024
/** Sheets shrink to a tenth or a twentieth. Small files may shrink more. */
const MAX_RATIO = 100
const RATIO_FROM = 1024 * 1024

/** The files of an archive by name. Throws ListFault if they are encrypted, or would unpack to too much. */
export function readDirectory(zip: Buffer): Map<string, ZipEntry> {
  const end = findEnd(zip)
  const count = zip.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw zipBomb()
  const entries = new Map<string, ZipEntry>()
  let at = zip.readUInt32LE(end + 16)
  let total = 0
  for (let left = count; left > 0; left--) {
    if (at + 46 > end || zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged()
    const entry = readEntry(zip, at)
    total += entry.size
    const isInflated = entry.size > RATIO_FROM && entry.size > entry.packedSize * MAX_RATIO
    if (isInflated || total > MAX_UNPACKED) throw zipBomb()
    if (entries.has(entry.name)) throw damaged()
    entries.set(entry.name, entry)
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

function findEnd(zip: Buffer): number {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - 22 - LONGEST_COMMENT); at--) {
    if (zip.readUInt32LE(at) === END_OF_DIRECTORY) return at
  }
  throw damaged()
}

function readEntry(zip: Buffer, at: number): ZipEntry {
  if (zip.readUInt16LE(at + 8) & IS_ENCRYPTED) {
    throw new ListFault('encrypted', 'The file is protected by a password. Save it without one.')
  }
  const nameLength = zip.readUInt16LE(at + 28)
  return {
    name: zip.toString('utf8', at + 46, at + 46 + nameLength),
    method: zip.readUInt16LE(at + 10),
    packedSize: zip.readUInt32LE(at + 20),
    size: zip.readUInt32LE(at + 24),
    offset: zip.readUInt32LE(at + 42),
  }
}

/** The bytes of a file in an archive, in chunks. Throws ListFault when there are more than the directory says. */
export async function* unpack(zip: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  const packed = packedBytes(zip, entry)
  let size = 0
  try {
    for await (const chunk of entry.method === 8 ? inflated(packed) : [packed]) {
      size += chunk.length
      if (size > entry.size) throw zipBomb()
      yield chunk
    }
  } catch (error) {
    const isZlibError = `${(error as NodeJS.ErrnoException).code}`.startsWith('Z_')
    throw isZlibError ? damaged() : error
  }
  if (size !== entry.size) throw damaged()
}

function packedBytes(zip: Buffer, { offset, packedSize, method }: ZipEntry): Buffer {
  const isKnown = method === 0 || method === 8
  if (!isKnown || offset + 30 > zip.length || zip.readUInt32LE(offset) !== LOCAL_HEADER) throw damaged()
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
  return zip.subarray(start, start + packedSize)
}

function inflated(packed: Buffer): AsyncIterable<Buffer> {
  const stream = createInflateRaw({ chunkSize: 64 * 1024 })
  stream.end(packed)
  return stream
}
