import { AppError } from '../http/errors.ts'
import { storable } from './record.ts'
import { type Cut, limits, metadataFields, noMetadata, parsed, Splitter } from './split.ts'

/** What an export says about itself; unknown parts are empty. */
export interface ExportMetadata {
  exportId: string
  sourceApp: string
}

/** A record as the file has it: read, or refused with the reason, and its text (or how that begins). */
export type FileRecord = { text: string } & ({ value: unknown } | { refused: string })

// Large enough to be quick, small enough that memory stays flat whatever the file's size.
const BATCH = 1000
const BATCH_CHARACTERS = 1024 * 1024

const malformed = (message: string) => new AppError('malformed', message)

const refusals = {
  large: 'The record is larger than 1 MB',
  deep: `The record is nested more than ${limits.depth} levels deep`,
  encoding: 'The record is not UTF-8 text',
}

/**
 * Reads an export file piece by piece and hands on its records in file order. At most a batch of records is held, and
 * no further piece is asked for before `onRecords` is done: a slow disk slows the upload down.
 * Returns the file's metadata, wherever in the file it stands. Throws AppError `malformed` that says which part is
 * missing, broken or too much; records may have been handed on by then.
 */
export async function readExport(
  pieces: AsyncIterable<Uint8Array>,
  onRecords: (records: FileRecord[]) => Promise<void>,
): Promise<ExportMetadata> {
  const splitter = new Splitter()
  let metadata: ExportMetadata | undefined
  let batch: FileRecord[] = []
  let characters = 0
  for await (const piece of asUtf8(pieces)) {
    for (const cut of splitter.take(piece)) {
      if (cut.field !== null) {
        metadata = fieldOf(cut, metadata)
        continue
      }
      batch.push(recordOf(cut, splitter.records))
      characters += cut.text.length
      if (batch.length < BATCH && characters < BATCH_CHARACTERS) continue
      await onRecords(batch)
      batch = []
      characters = 0
    }
  }
  splitter.end()
  if (!metadata) throw noMetadata()
  if (!splitter.hasRecords) throw malformed('The file has no prospects array')
  if (batch.length > 0) await onRecords(batch)
  return metadata
}

function recordOf({ text, problem }: Cut, number: number): FileRecord {
  if (problem) return { text, refused: refusals[problem] }
  return { text, value: parsed(text, `record ${number} cannot be read`) }
}

/** The metadata after a field outside of `prospects`: only that of the metadata itself counts, but all must be JSON. */
function fieldOf(
  { field, text, problem }: Cut,
  known: ExportMetadata | undefined,
): ExportMetadata | undefined {
  const name = String(field).slice(0, 40)
  const isMetadata = metadataFields.includes(name)
  if (isMetadata && known) throw malformed('The file has export_metadata twice')
  if (isMetadata && problem === 'deep')
    throw malformed(`${name} is nested more than ${limits.depth} levels deep`)
  // A value too large to hold was only scanned for its end.
  if (problem === 'large') return known
  const value = parsed(text, `the value of ${storable(name)} cannot be read`)
  return isMetadata && isObject(value) ? metadataOf(value) : known
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function metadataOf(fields: Record<string, unknown>): ExportMetadata {
  const words = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? storable(String(value)).slice(0, 200) : ''
  return {
    exportId: words(fields.export_id ?? fields.exportId),
    sourceApp: words(fields.source_app ?? fields.sourceApp),
  }
}

const notUtf8 = 'The file is UTF-16 text; save it as UTF-8 and try again'
const compressed = 'The file is compressed; unpack it and try again'

/** How files begin that hold no UTF-8 text. */
const signatures: Record<string, string> = {
  '\xff\xfe': notUtf8,
  '\xfe\xff': notUtf8,
  '\x1f\x8b': compressed,
  'PK\x03\x04': compressed,
}

/** The same bytes without a byte order mark; throws where they cannot be UTF-8 text at all. */
async function* asUtf8(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const piece of pieces) {
    if (!head) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length < 4) continue
    yield withoutMark(head)
    head = null
  }
  if (head) yield withoutMark(head)
}

function withoutMark(head: Buffer): Uint8Array {
  const start = head.toString('latin1', 0, 4)
  const known = Object.keys(signatures).find((signature) => start.startsWith(signature))
  // JSON begins with ASCII, so a NUL there is half of a UTF-16 character.
  const problem = known ? signatures[known] : start.includes('\0') ? notUtf8 : null
  if (problem) throw malformed(problem)
  return start.startsWith('\xef\xbb\xbf') ? head.subarray(3) : head
}
