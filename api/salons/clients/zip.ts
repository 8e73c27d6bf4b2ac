import { ListFault } from '@salonback/shared/salons/clients/listFault.ts'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** The bytes of a file in an archive, in chunks. Throws ListFault when there are not as many as the directory says. */
export type Unpack = () => AsyncIterable<Buffer>

export const damaged = () =>
  new ListFault('damaged', 'The XLSX file cannot be read. Save it again in Excel, or export the list as CSV.')

const encrypted = () =>
  new ListFault('encrypted', 'The file is protected by a password. Save it without one.')

const zipBomb = () =>
  new ListFault(
    'zip_bomb',
    'The XLSX file unpacks to far more than a client list needs. Export the list as CSV.',
  )

const MAX_ENTRIES = 1000
/** 200,000 rows of 15 columns need about 100 MB. */
const MAX_UNPACKED = 128 * 1024 * 1024
/** Sheets shrink to a tenth or a twentieth. Small files may shrink more. */
const MAX_RATIO = 100
const RATIO_FROM = 1024 * 1024

/** The files of an archive by name. Throws ListFault if they are encrypted, or would unpack to too much. */
export async function openZip(bytes: Buffer): Promise<Map<string, Unpack>> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
    if (zip.entryCount > MAX_ENTRIES) throw zipBomb()
    const files = new Map<string, Unpack>()
    let total = 0
    for await (const entry of zip.eachEntry()) {
      total += entry.uncompressedSize
      checkEntry(entry, total)
      if (files.has(entry.fileName)) throw damaged()
      files.set(entry.fileName, () => unpack(zip, entry))
    }
    return files
  } catch (error) {
    throw faultOf(error)
  }
}

function checkEntry(entry: Entry, total: number): void {
  if (entry.isEncrypted()) throw encrypted()
  const { uncompressedSize: size, compressedSize } = entry
  const isInflated = size > RATIO_FROM && size > compressedSize * MAX_RATIO
  if (isInflated || total > MAX_UNPACKED) throw zipBomb()
}

async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw faultOf(error)
  }
}

/** yauzl throws plain errors: it stops a file that is longer than its directory says. */
function faultOf(error: unknown): unknown {
  if (error instanceof ListFault || !(error instanceof Error)) return error
  if (error.message.startsWith('too many bytes')) return zipBomb()
  return error.message.includes('encryption') ? encrypted() : damaged()
}
