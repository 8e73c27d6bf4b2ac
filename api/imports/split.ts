import { isUtf8 } from 'node:buffer'
import { AppError } from '../http/errors.ts'

/** What a file may hold. Beyond a limit either the record is refused or, where nothing after it can be told, the file. */
export const limits = {
  /** Levels of objects and lists in one value. */
  depth: 32,
  /** Bytes of a record that is still read; a larger one is refused by itself. */
  recordBytes: 1024 * 1024,
  /** Bytes after which a record is taken for one that never ends. */
  endlessBytes: 16 * 1024 * 1024,
  metadataBytes: 1024 * 1024,
  fieldNameBytes: 1000,
  records: 5_000_000,
}

/** A part of the file, as it stands in it: a record of `prospects`, or the value of another field of the file's object. */
export interface Cut {
  /** Null for a record. */
  field: string | null
  /** Only how it begins where it is too large to be read. */
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
  kept: Uint8Array[]
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

/** The kind of each byte outside of strings; a table, because every byte of a file is looked up in it. */
const [SPACE, ENDS_SCALAR, STARTS_VALUE] = [1, 2, 4]
const kinds = new Uint8Array(256)
for (const byte of [...' \t\n\r'].map(byteOf)) kinds[byte] = SPACE | ENDS_SCALAR
for (const byte of [...',}]'].map(byteOf)) kinds[byte] = ENDS_SCALAR
for (const byte of [...'{["-0123456789tfn'].map(byteOf)) kinds[byte] = STARTS_VALUE
const isKind = (byte: number, kind: number) => ((kinds[byte] as number) & kind) !== 0

// What is kept of a value that is too large: enough to see which one it is.
const HEAD_BYTES = 4096

export const notJson = (where = '') =>
  new AppError('malformed', `The file is not valid JSON${where && `: ${where}`}`)
export const noMetadata = () => new AppError('malformed', 'The file has no export_metadata')

export const metadataFields = ['export_metadata', 'exportMetadata']

/**
 * Cuts an export into its records and its other fields while its bytes arrive, without reading them: what each cut says
 * is left to JSON.parse. It holds one value at most, and never more of it than `limits` allow, whatever the file does.
 */
export class Splitter {
  #state: State = 'file'
  #value: Value | null = null
  #field = ''
  #records = 0
  #lists = 0

  /** How many records were cut. */
  get records(): number {
    return this.#records
  }

  /** Whether there was a `prospects` array. */
  get hasRecords(): boolean {
    return this.#lists > 0
  }

  *take(bytes: Uint8Array): Generator<Cut> {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = 0
    while (at < piece.length) {
      if (!this.#value) {
        const byte = piece[at] as number
        if (isKind(byte, SPACE) || this.#step(byte)) at++
        continue
      }
      const end = scan(this.#value, piece, at)
      this.#count(this.#value, (end < 0 ? piece.length : end) - at)
      if (end < 0) return keep(this.#value, piece.subarray(at))
      const cut = this.#finish(piece, at, end)
      at = end
      if (cut) yield cut
    }
  }

  /** Nothing more comes; throws where the file cannot end here. */
  end(): void {
    if (this.#state === 'file' && !this.#value) throw new AppError('malformed', 'The file is empty')
    if (this.#state === 'file') this.#finish(Buffer.alloc(0), 0, 0)
    if (this.#state !== 'end') throw notJson('it ends in the middle and may have been cut off')
  }

  /** Goes on at a byte outside of any value. False when a value begins with it. */
  #step(byte: number): boolean {
    const next = this.#next(byte)
    if (next === null) {
      throw notJson(this.#records > 0 ? `something is wrong after record ${this.#records}` : '')
    }
    if (next === 'begins') this.#value = newValue(byte)
    else this.#state = next
    return next !== 'begins'
  }

  /** The state after a structural byte; `begins` when it begins a value, null when it is not allowed here. */
  #next(byte: number): State | 'begins' | null {
    const value = isKind(byte, STARTS_VALUE) ? 'begins' : null
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
        return this.#field === 'prospects' && byte === OPEN_LIST ? this.#openList() : value
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

  #openList(): State {
    if (++this.#lists > 1) throw new AppError('malformed', 'The file has prospects twice')
    return 'firstRecord'
  }

  #count(value: Value, bytes: number) {
    value.bytes += bytes
    if (value.bytes > this.#mostBytes()) throw this.#tooLarge(value)
  }

  #mostBytes(): number {
    if (this.#state === 'value') {
      return metadataFields.includes(this.#field) ? limits.metadataBytes : Number.POSITIVE_INFINITY
    }
    const inRecords = this.#state === 'firstRecord' || this.#state === 'record'
    return inRecords ? limits.endlessBytes : limits.fieldNameBytes
  }

  #tooLarge({ deepest }: Value): AppError {
    if (this.#state === 'file') return notJson()
    if (this.#state === 'value') return new AppError('malformed', `${this.#field} is larger than 1 MB`)
    if (this.#state === 'field' || this.#state === 'firstField') {
      return notJson('a field name is longer than 1,000 characters, or a quotation mark is missing')
    }
    const record = `Record ${this.#records + 1}`
    return new AppError(
      'malformed',
      deepest > limits.depth
        ? `${record} is nested more than ${limits.depth} levels deep and does not end; a bracket may be missing in it`
        : `${record} is larger than 16 MB; a quotation mark or a bracket may be missing in it`,
    )
  }

  /** The value is whole: its last bytes, or all of them, stand in this piece. */
  #finish(piece: Buffer, from: number, end: number): Cut | null {
    const value = this.#value as Value
    this.#value = null
    const { text, problem } = read(value, piece, from, end)
    switch (this.#state) {
      case 'file':
        parsed(text)
        throw noMetadata()
      case 'firstField':
      case 'field':
        this.#field = String(parsed(text))
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

const newValue = (byte: number): Value => ({
  kept: [],
  keptBytes: 0,
  bytes: 0,
  scalar: byte !== OPEN_OBJECT && byte !== OPEN_LIST && byte !== QUOTE,
  depth: 0,
  deepest: 0,
  inString: false,
  escaped: false,
})

/** JSON.parse; throws the sentence for a file that is none. */
export function parsed(text: string, where?: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw notJson(where)
  }
}

/** A copy: whoever reads the file may use its buffer again. */
function keep(value: Value, bytes: Uint8Array) {
  const part = new Uint8Array(bytes.subarray(0, limits.recordBytes - value.keptBytes))
  value.kept.push(part)
  value.keptBytes += part.length
}

function read({ kept, bytes, deepest }: Value, piece: Buffer, from: number, end: number) {
  const large = bytes > limits.recordBytes
  const whole = kept.length > 0 ? Buffer.concat([...kept, piece.subarray(from, end)]) : null
  const text = whole
    ? whole.toString('utf8', 0, large ? HEAD_BYTES : whole.length)
    : piece.toString('utf8', from, end)
  // What cannot be decoded becomes this character, which may as well stand there by itself.
  const isText = !text.includes('\uFFFD') || isUtf8(whole ?? piece.subarray(from, end))
  const problem = deepest > limits.depth ? 'deep' : large ? 'large' : isText ? null : 'encoding'
  return { text, problem } satisfies Pick<Cut, 'text' | 'problem'>
}

/** The index in the piece after the value's last byte, or -1 when it continues in the next piece. */
function scan(value: Value, piece: Uint8Array, from: number): number {
  if (value.scalar) {
    let end = from
    while (end < piece.length && !isKind(piece[end] as number, ENDS_SCALAR)) end++
    return end < piece.length ? end : -1
  }
  let { depth, deepest, inString, escaped } = value
  for (let at = from; at < piece.length; at++) {
    const byte = piece[at]
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
