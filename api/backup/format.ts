import { z } from 'zod'

/**
 * A backup is its first line, its header as one line of JSON, a gzip stream of frames, and at the end the SHA-256 of all
 * bytes before it. A frame is its kind (one letter), the length of what follows (4 bytes, big endian), and that.
 */
export const FIRST_LINE = 'SALONBACK BACKUP 1\n'
/** Stands before the checksum; a file without it there was cut short. */
export const END_MARK = Buffer.from('SBK-END\n')
export const CHECKSUM_BYTES = 32
export const TRAILER_BYTES = END_MARK.length + CHECKSUM_BYTES
/** First line and header together are far shorter. */
export const MAX_HEAD_BYTES = 262_144

export const Header = z.object({
  takenAt: z.iso.datetime(),
  /** What had been run on the database, with the SHA-256 of each file. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })).min(1),
  /** Tells the key erased numbers are hashed under from others, and opens nothing; null where there was none. */
  keyMark: z.string().nullable(),
})
export type Header = z.infer<typeof Header>

const TableStart = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
const TableEnd = z.object({ rows: z.number().int().nonnegative() })
const Sequences = z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() }))
export type Sequence = z.infer<typeof Sequences>[number]

/** T: a table begins · D: rows of it, as COPY writes them · E: it ends · S: where the sequences stand · Z: all was said. */
export type Frame =
  | ({ kind: 'T' } & z.infer<typeof TableStart>)
  | { kind: 'D'; bytes: Buffer }
  | ({ kind: 'E' } & z.infer<typeof TableEnd>)
  | { kind: 'S'; sequences: Sequence[] }
  | { kind: 'Z' }

/** What is wrong with a file, a folder or a database, in words for whoever gave the command. */
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

/** The frames of an uncompressed stream. Throws BackupError for what is none, and for a stream that ends within one. */
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
  if (rest.length > 0) throw new BackupError('Its contents end in the middle of something')
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

/** Rows in bytes that COPY wrote: a line break within a value is written as two other characters. */
export function countRows(bytes: Buffer): number {
  let rows = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) rows += 1
  return rows
}
