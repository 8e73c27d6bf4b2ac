import { ListFault } from '@salonback/shared/salons/lists/listFault.ts'
import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { yieldToEventLoop } from '../../platform/http/connection.ts'

export interface XmlHandlers {
  open(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

/** An XLSX file is an archive of XML files, its parts. Parses one of them while it is unpacked. Throws ListFault. */
export type ParsePart = (handlers: XmlHandlers) => Promise<void>

export type XlsxParts = ReadonlyMap<string, ParsePart>

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

/** The parts by their path. Throws ListFault if they are encrypted, or would unpack to too much. */
export async function openParts(bytes: Buffer): Promise<XlsxParts> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
    if (zip.entryCount > MAX_ENTRIES) throw zipBomb()
    const parts = new Map<string, ParsePart>()
    let total = 0
    for await (const entry of zip.eachEntry()) {
      total += entry.uncompressedSize
      checkEntry(entry, total)
      if (parts.has(entry.fileName)) throw damaged()
      parts.set(entry.fileName, (handlers) => parseXml(unpack(zip, entry), handlers))
    }
    return parts
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

/** Writers choose their own prefixes: `<x:row>` is `<row>`, `r:id` is `id`. */
const withoutPrefix = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)

function plainAttributes(attributes: Record<string, string>): Record<string, string> {
  const names = Object.keys(attributes)
  if (!names.some((name) => name.includes(':'))) return attributes
  return Object.fromEntries(names.map((name) => [withoutPrefix(name), attributes[name] ?? '']))
}

/** Excel allows 32,767 characters; each can take 9 bytes. The parser keeps a text until its end. */
const LONGEST_TEXT = 512 * 1024

/** Names have no prefix. */
async function parseXml(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  parser.on('error', () => {
    throw damaged()
  })
  let sinceTag = 0
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0
    handlers.open(withoutPrefix(name), plainAttributes(attributes))
  })
  parser.on('closetag', ({ name }) => {
    sinceTag = 0
    handlers.close?.(withoutPrefix(name))
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    // Chunks that are unpacked already would keep other requests waiting.
    await yieldToEventLoop()
    parser.write(decoder.decode(chunk, { stream: true }))
    sinceTag += chunk.length
    if (sinceTag > LONGEST_TEXT) throw damaged()
  }
  parser.write(decoder.decode()).close()
}
