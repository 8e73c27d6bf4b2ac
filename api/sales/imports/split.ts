import { isUtf8 } from 'node:buffer'
import { AppError } from '../../platform/http/errors.ts'

/** Limits of a file. Exceeding one rejects the record, or the file if its end cannot be found. */
export const limits = {
  /** Levels of nested objects and arrays in one value. */
  depth: 32,
  /** Bytes of a record; a larger one is rejected and the others are imported. */
  recordBytes: 1024 * 1024,
  /** Bytes after which a record counts as unterminated, which rejects the file. */
  unterminatedBytes: 16 * 1024 * 1024,
  metadataBytes: 1024 * 1024,
  fieldNameBytes: 1000,
  records: 5_000_000,
}

/** JSON text of a part of the file: a record of `prospects`, or the value of another top-level field. */
export interface Part {
  /** Null for a record. */
  field: string | null
  /** Only the start if the problem is `large`. */
  text: string
  problem: 'large' | 'deep' | 'encoding' | null
}

type State =
  | 'file'
  | 'firstField'
  | 'field'
  | 'colon'
  | 'value'
  | 'afterValue'
  | 'firstRecord'
  | 'record'
  | 'afterRecord'
  | 'end'

interface Value {
  chunks: Uint8Array[]
  keptBytes: number
  bytes: number
  scalar: boolean
  depth: number
  deepest: number
  inString: boolean
  escaped: boolean
}

const byteOf = (character: string) => character.charCodeAt(0)
const [QUOTE, BACKSLASH, COMMA, COLON] = ['"', '\\', ',', ':'].map(byteOf)
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = ['{', '}', '[', ']'].map(byteOf)

/** The kind of each byte outside strings. A table, because every byte of a file is looked up. */
const [SPACE, ENDS_SCALAR, STARTS_VALUE] = [1, 2, 4]
const kinds = new Uint8Array(256)
for (const byte of [...' \t\n\r'].map(byteOf)) kinds[byte] = SPACE | ENDS_SCALAR
for (const byte of [...',}]'].map(byteOf)) kinds[byte] = ENDS_SCALAR
for (const byte of [...'{["-0123456789tfn'].map(byteOf)) kinds[byte] = STARTS_VALUE
const isKind = (byte: number, kind: number) => ((kinds[byte] as number) & kind) !== 0

// Bytes shown of a value that is too large.
const HEAD_BYTES = 4096

const notJson = (where = '') =>
  new AppError('malformed', `The file is not valid JSON${where && `: ${where}`}`)
export const noMetadata = () => new AppError('malformed', 'The file has no export_metadata')

export const metadataFields = ['export_metadata', 'exportMetadata']

/**
 * Splits an export into records and other top-level fields while its bytes arrive. It only finds where each value ends;
 * JSON.parse reads the value. Holds one value at a time, and no more of it than `limits` allow.
 */
export class Splitter {
  #state: State = 'file'
  #value: Value | null = null
  #field = ''
  #records = 0
  #prospectArrays = 0

  /** Number of records so far. */
  get records(): number {
    return this.#records
  }

  /** Whether there was a `prospects` array. */
  get hasRecords(): boolean {
    return this.#prospectArrays > 0
  }

  *split(bytes: Uint8Array): Generator<Part> {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = 0
    while (at < chunk.length) {
      if (!this.#value) {
        const byte = chunk[at] as number
        if (isKind(byte, SPACE) || this.#step(byte)) at++
        continue
      }
      const end = findEnd(this.#value, chunk, at)
      this.#countBytes(this.#value, (end < 0 ? chunk.length : end) - at)
      if (end < 0) return keepStart(this.#value, chunk.subarray(at))
      const part = this.#finishValue(chunk, at, end)
      at = end
      if (part) yield part
    }
  }

  /** Call after the last chunk. Throws if the file is incomplete. */
  end(): void {
    if (this.#state === 'file' && !this.#value) throw new AppError('malformed', 'The file is empty')
    if (this.#state === 'file') this.#finishValue(Buffer.alloc(0), 0, 0)
    if (this.#state !== 'end') throw notJson('it ends in the middle and may have been cut off')
  }

  /** Consumes one structural byte. False if the byte starts a value. */
  #step(byte: number): boolean {
    const next = this.#next(byte)
    if (next === null) {
      throw notJson(this.#records > 0 ? `something is wrong after record ${this.#records}` : '')
    }
    if (next === 'startsValue') this.#value = startValue(byte)
    else this.#state = next
    return next !== 'startsValue'
  }

  /** The state after a structural byte, `startsValue` if it starts a value, or null if it is not allowed here. */
  #next(byte: number): State | 'startsValue' | null {
    const value = isKind(byte, STARTS_VALUE) ? 'startsValue' : null
    switch (this.#state) {
      case 'file':
        if (byte === OPEN_LIST) throw noMetadata()
        return byte === OPEN_OBJECT ? 'firstField' : value
      case 'firstField':
        return byte === CLOSE_OBJECT ? 'end' : byte === QUOTE ? value : null
      case 'field':
        return byte === QUOTE ? value : null
      case 'colon':
        return byte === COLON ? 'value' : null
      case 'value':
        return this.#field === 'prospects' && byte === OPEN_LIST ? this.#openProspects() : value
      case 'afterValue':
        return byte === COMMA ? 'field' : byte === CLOSE_OBJECT ? 'end' : null
      case 'firstRecord':
        return byte === CLOSE_LIST ? 'afterValue' : value
      case 'record':
        return value
      case 'afterRecord':
        return byte === COMMA ? 'record' : byte === CLOSE_LIST ? 'afterValue' : null
      case 'end':
        return null
    }
  }

  #openProspects(): State {
    if (++this.#prospectArrays > 1) throw new AppError('malformed', 'The file has prospects twice')
    return 'firstRecord'
  }

  #countBytes(value: Value, bytes: number) {
    value.bytes += bytes
    if (value.bytes > this.#maxBytes()) throw this.#tooLarge(value)
  }

  #maxBytes(): number {
    if (this.#state === 'value') {
      return metadataFields.includes(this.#field) ? limits.metadataBytes : Number.POSITIVE_INFINITY
    }
    const inRecords = this.#state === 'firstRecord' || this.#state === 'record'
    return inRecords ? limits.unterminatedBytes : limits.fieldNameBytes
  }

  #tooLarge({ deepest }: Value): AppError {
    if (this.#state === 'file') return notJson()
    if (this.#state === 'value') return new AppError('malformed', `${this.#field} is larger than 1 MB`)
    if (this.#state === 'field' || this.#state === 'firstField') {
      return notJson('a field name is longer than 1,000 characters, or a quotation mark is missing')
    }
    const problem =
      deepest > limits.depth
        ? `nested more than ${limits.depth} levels deep and does not end; a bracket may be missing in it`
        : 'larger than 16 MB; a quotation mark or a bracket may be missing in it'
    return new AppError('malformed', `Record ${this.#records + 1} is ${problem}`)
  }

  /** Ends the current value; its last bytes are `from` to `end` of this chunk. */
  #finishValue(chunk: Buffer, from: number, end: number): Part | null {
    const value = this.#value as Value
    this.#value = null
    const { text, problem } = toText(value, chunk, from, end)
    switch (this.#state) {
      case 'file':
        parseJson(text)
        throw noMetadata()
      case 'firstField':
      case 'field':
        this.#field = String(parseJson(text))
        this.#state = 'colon'
        return null
      case 'value':
        this.#state = 'afterValue'
        return { field: this.#field, text, problem }
      default:
        this.#state = 'afterRecord'
        this.#countRecord()
        return { field: null, text, problem }
    }
  }

  #countRecord() {
    if (++this.#records <= limits.records) return
    throw new AppError('malformed', 'The file has more than 5,000,000 records; import it in several files')
  }
}

const startValue = (byte: number): Value => ({
  chunks: [],
  keptBytes: 0,
  bytes: 0,
  scalar: byte !== OPEN_OBJECT && byte !== OPEN_LIST && byte !== QUOTE,
  depth: 0,
  deepest: 0,
  inString: false,
  escaped: false,
})

/** JSON.parse that throws AppError `malformed`. */
export function parseJson(text: string, where?: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw notJson(where)
  }
}

/** Copies the bytes, because the reader may reuse its buffer. */
function keepStart(value: Value, bytes: Uint8Array) {
  const copy = new Uint8Array(bytes.subarray(0, limits.recordBytes - value.keptBytes))
  value.chunks.push(copy)
  value.keptBytes += copy.length
}

function toText({ chunks, bytes, deepest }: Value, chunk: Buffer, from: number, end: number) {
  const large = bytes > limits.recordBytes
  const whole = chunks.length > 0 ? Buffer.concat([...chunks, chunk.subarray(from, end)]) : null
  const text = whole
    ? whole.toString('utf8', 0, large ? HEAD_BYTES : whole.length)
    : chunk.toString('utf8', from, end)
  // Undecodable bytes become U+FFFD, which valid text may also contain.
  const isText = !text.includes('\uFFFD') || isUtf8(whole ?? chunk.subarray(from, end))
  const problem = deepest > limits.depth ? 'deep' : large ? 'large' : isText ? null : 'encoding'
  return { text, problem } satisfies Pick<Part, 'text' | 'problem'>
}

/** The index after the value's last byte in this chunk, or -1 if the value continues in the next chunk. */
function findEnd(value: Value, chunk: Uint8Array, from: number): number {
  if (value.scalar) {
    let end = from
    while (end < chunk.length && !isKind(chunk[end] as number, ENDS_SCALAR)) end++
    return end < chunk.length ? end : -1
  }
  let { depth, deepest, inString, escaped } = value
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at]
    if (inString) {
      if (escaped) escaped = false
      else if (byte === BACKSLASH) escaped = true
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) deepest = Math.max(deepest, ++depth)
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--
    if (depth === 0 && !inString) {
      value.deepest = deepest
      return at + 1
    }
  }
  Object.assign(value, { depth, deepest, inString, escaped })
  return -1
}
