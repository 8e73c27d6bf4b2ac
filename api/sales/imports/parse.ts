import { AppError } from '../../platform/http/errors.ts'
import { storable } from './record.ts'
import { limits, metadataFields, noMetadata, type Part, parseJson, Splitter } from './split.ts'

/** The metadata of an export; missing fields are empty. */
export interface ExportMetadata {
  exportId: string
  sourceApp: string
}

/** A record of the file: its JSON value or the reason for its rejection, and its text (only the start if it is large). */
export type FileRecord = { text: string } & ({ value: unknown } | { rejected: string })

// Limits of a batch; memory use does not depend on the file's size.
const BATCH = 1000
const BATCH_CHARACTERS = 1024 * 1024

const malformed = (message: string) => new AppError('malformed', message)

const rejectReasons = {
  large: 'The record is larger than 1 MB',
  deep: `The record is nested more than ${limits.depth} levels deep`,
  encoding: 'The record is not UTF-8 text',
}

/**
 * Parses an export file while it arrives and passes its records to `onRecords` in file order, one batch at a time. The
 * next chunk is read after `onRecords` resolves, so a slow disk slows the upload down.
 * Returns the file's metadata, which may follow the records. Throws AppError `malformed` with a user-facing message;
 * `onRecords` may have been called before.
 */
export async function readExport(
  chunks: AsyncIterable<Uint8Array>,
  onRecords: (records: FileRecord[]) => Promise<void>,
): Promise<ExportMetadata> {
  const splitter = new Splitter()
  let metadata: ExportMetadata | undefined
  let batch: FileRecord[] = []
  let characters = 0
  for await (const chunk of asUtf8(chunks)) {
    for (const part of splitter.split(chunk)) {
      if (part.field !== null) {
        metadata = readField(part, metadata)
        continue
      }
      batch.push(toRecord(part, splitter.records))
      characters += part.text.length
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

function toRecord({ text, problem }: Part, number: number): FileRecord {
  if (problem) return { text, rejected: rejectReasons[problem] }
  return { text, value: parseJson(text, `record ${number} cannot be read`) }
}

/** Reads a field outside `prospects`, which must be valid JSON. Returns the metadata if the field has it, else `known`. */
function readField({ field, text, problem }: Part, known?: ExportMetadata): ExportMetadata | undefined {
  const name = String(field).slice(0, 40)
  const isMetadata = metadataFields.includes(name)
  if (isMetadata && known) throw malformed('The file has export_metadata twice')
  if (isMetadata && problem === 'deep')
    throw malformed(`${name} is nested more than ${limits.depth} levels deep`)
  // Only the start of a large value is in memory, so it cannot be parsed.
  if (problem === 'large') return known
  const value = parseJson(text, `the value of ${storable(name)} cannot be read`)
  return isMetadata && isObject(value) ? toMetadata(value) : known
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function toMetadata(fields: Record<string, unknown>): ExportMetadata {
  const shortText = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? storable(String(value)).slice(0, 200) : ''
  return {
    exportId: shortText(fields.export_id ?? fields.exportId),
    sourceApp: shortText(fields.source_app ?? fields.sourceApp),
  }
}

const notUtf8 = 'The file is UTF-16 text; save it as UTF-8 and try again'
const compressed = 'The file is compressed; unpack it and try again'

/** First bytes of files that are not UTF-8 text. */
const signatures: Record<string, string> = {
  '\xff\xfe': notUtf8,
  '\xfe\xff': notUtf8,
  '\x1f\x8b': compressed,
  'PK\x03\x04': compressed,
}

/** The bytes without a byte order mark. Throws if the file starts like UTF-16 or a compressed file. */
async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Buffer | null = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (!start) {
      yield chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < 4) continue
    yield stripByteOrderMark(start)
    start = null
  }
  if (start) yield stripByteOrderMark(start)
}

function stripByteOrderMark(start: Buffer): Uint8Array {
  const bytes = start.toString('latin1', 0, 4)
  const signature = Object.keys(signatures).find((one) => bytes.startsWith(one))
  // JSON starts with ASCII, so a NUL there is half of a UTF-16 character.
  const problem = signature ? signatures[signature] : bytes.includes('\0') ? notUtf8 : null
  if (problem) throw malformed(problem)
  return bytes.startsWith('\xef\xbb\xbf') ? start.subarray(3) : start
}
