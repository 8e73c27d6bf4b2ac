import { JSONParser, TokenType } from '@streamparser/json'
import { AppError } from '../http/errors.ts'
import { storable } from './record.ts'

/** What an export says about itself; unknown parts are empty. */
export interface ExportMetadata {
  exportId: string
  sourceApp: string
}

// Large enough to be quick, small enough that memory stays flat whatever the file's size.
const BATCH = 1000

const malformed = (message: string) => new AppError('malformed', message)

/**
 * Reads an export file piece by piece and hands on its records in file order. At most a batch and a piece of records
 * is held, and no further piece is asked for before `onRecords` is done: a slow database slows the upload down.
 * Returns the file's metadata, wherever in the file it stands. Throws AppError `malformed` that says which part is
 * missing or broken; records may have been handed on by then.
 */
export async function readExport(
  pieces: AsyncIterable<Uint8Array>,
  onRecords: (records: unknown[]) => Promise<void>,
): Promise<ExportMetadata> {
  let metadata: ExportMetadata | undefined
  let records: unknown[] = []
  const parser = new JSONParser({
    paths: ['$.export_metadata', '$.exportMetadata', '$.prospects.*'],
    keepStack: false,
    stringBufferSize: 65_536,
  })
  const seen = watchForArray(parser, 'prospects')
  parser.onValue = ({ value, key, parent, stack }) => {
    if (stack.length === 2 && Array.isArray(parent)) records.push(value)
    else if (stack.length === 1 && isObject(value) && key !== 'prospects') metadata = metadataOf(value)
  }
  for await (const piece of pieces) {
    parse(() => parser.write(piece))
    if (records.length < BATCH) continue
    await onRecords(records)
    records = []
  }
  if (!parser.isEnded) parse(() => parser.end())
  if (!seen.anything) throw malformed('The file is empty')
  if (!metadata) throw malformed('The file has no export_metadata')
  if (!seen.array) throw malformed('The file has no prospects array')
  if (records.length > 0) await onRecords(records)
  return metadata
}

function parse(step: () => void) {
  try {
    step()
  } catch {
    throw malformed('The file is not valid JSON')
  }
}

/** Whether there was anything, and an array of this name at the root: an empty one has no values that would tell. */
function watchForArray(parser: JSONParser, name: string): { anything: boolean; array: boolean } {
  const seen = { anything: false, array: false }
  let depth = 0
  let previous: { token: TokenType; value: unknown } | undefined
  let key: unknown
  parser.onToken = ({ token, value }) => {
    seen.anything = true
    if (depth === 1 && token === TokenType.COLON) key = previous?.value
    const isValueOfKey = depth === 1 && previous?.token === TokenType.COLON
    if (isValueOfKey && key === name && token === TokenType.LEFT_BRACKET) seen.array = true
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth++
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--
    previous = { token, value }
  }
  return seen
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
