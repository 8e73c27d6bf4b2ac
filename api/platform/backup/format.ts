import { z } from 'zod'

/**
 * Format: a first line, the header as one line of JSON, a gzip stream of frames, the SHA-256 of all bytes before it. A frame
 * is its kind (one letter), the length (4 bytes, big endian) and the data.
 */
export const FIRST_LINE = 'SALONBACK BACKUP 1\n'
/** Precedes the checksum; missing in a truncated file. */
export const END_MARK = Buffer.from('SBK-END\n')
export const CHECKSUM_BYTES = 32
export const TRAILER_BYTES = END_MARK.length + CHECKSUM_BYTES
/** Upper limit of first line and header. */
export const MAX_HEAD_BYTES = 262_144

export const Header = z.object({
  takenAt: z.iso.datetime(),
  /** Applied migrations with the SHA-256 of each file. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })).min(1),
  /** Mark that identifies the hash key of erased numbers; null without one. */
  keyMark: z.string().nullable(),
})
export type Header = z.infer<typeof Header>

const TableStart = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
const TableEnd = z.object({ rows: z.number().int().nonnegative() })
const Sequences = z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() }))
export type Sequence = z.infer<typeof Sequences>[number]

/** T: table starts · D: rows as COPY writes them · E: table ends · S: sequences · Z: end. */
export type Frame =
  | ({ kind: 'T' } & z.infer<typeof TableStart>)
  | { kind: 'D'; bytes: Buffer }
  | ({ kind: 'E' } & z.infer<typeof TableEnd>)
  | { kind: 'S'; sequences: Sequence[] }
  | { kind: 'Z' }

/** User-facing message about a file, a folder or a database. */
export class BackupError extends Error {}

const LENGTH_BYTES = 5
const LARGEST_FRAME = 1 << 30

export function encodeFrame(frame: Frame): Buffer {
  const body = bodyOf(frame)
  const head = Buffer.alloc(LENGTH_BYTES)
  head.write(frame.kind, 'latin1')
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

function bodyOf(frame: Frame): Buffer {
  switch (frame.kind) {
    case 'D':
      return frame.bytes
    case 'T':
      return json({ table: frame.table, columns: frame.columns })
    case 'E':
      return json({ rows: frame.rows })
    case 'S':
      return json(frame.sequences)
    case 'Z':
      return Buffer.alloc(0)
  }
}

const json = (value: object) => Buffer.from(JSON.stringify(value))

/** Frames of an uncompressed stream. Throws BackupError for invalid or truncated frames. */
export async function* decodeFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    while (rest.length - at >= LENGTH_BYTES) {
      const length = rest.readUInt32BE(at + 1)
      if (length > LARGEST_FRAME) throw new BackupError('Its contents cannot be read')
      const end = at + LENGTH_BYTES + length
      if (rest.length < end) break
      yield decodeFrame(rest.toString('latin1', at, at + 1), rest.subarray(at + LENGTH_BYTES, end))
      at = end
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw new BackupError('Its contents end in the middle of a value')
}

function decodeFrame(kind: string, body: Buffer): Frame {
  switch (kind) {
    case 'D':
      return { kind, bytes: body }
    case 'T':
      return { kind, ...TableStart.parse(JSON.parse(body.toString())) }
    case 'E':
      return { kind, ...TableEnd.parse(JSON.parse(body.toString())) }
    case 'S':
      return { kind, sequences: Sequences.parse(JSON.parse(body.toString())) }
    case 'Z':
      return { kind }
    default:
      throw new BackupError('Its contents cannot be read')
  }
}

/** Number of rows: COPY escapes line breaks inside values. */
export function countRows(bytes: Buffer): number {
  let rows = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) rows += 1
  return rows
}
