import { createHash } from 'node:crypto'
import { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

const type = { 'Content-Type': 'application/json' }

/** Bytes that are compressed at once. */
const PIECE = 131_072
/**
 * The cheapest level takes half the time of the usual one for a fifth more bytes. With a window of 8 KB rows of a list
 * take a third less again, and no more bytes: it fits into the cache of the processor.
 */
const packing = { level: 1, windowBits: 13, chunkSize: PIECE }
/** Bytes up to which compressing (0.2 ms) is over before another thread would have begun. */
const MAX_AT_ONCE = 65_536
/** Bytes below which compressing saves no packet worth its time. */
const MIN_COMPRESSED = 1024
/** Bytes above which a tag would cost more than it saves: what is so long has mostly changed when it is asked for. */
const MAX_TAGGED = 1_048_576

const gzipApart = promisify<Uint8Array, object, Buffer>(gzip)

const compressed = (bytes: Uint8Array): Buffer | Promise<Buffer> =>
  bytes.length <= MAX_AT_ONCE ? gzipSync(bytes, packing) : gzipApart(bytes, packing)

interface Options {
  status?: ContentfulStatusCode
  /** False for what compresses badly. */
  compress?: boolean
  /** False for what nobody asks for twice. */
  tag?: boolean
}

/**
 * An answer whose JSON is made already, by the database where there is much of it. Tag and compression are made of the
 * text at hand, for long ones off the event loop: as a stream each small answer would cost a millisecond.
 */
export async function asJson(
  c: Context,
  json: string,
  { status = 200, compress = true, tag: tagged = true }: Options = {},
): Promise<Response> {
  // Made once, here: as text a long answer would be encoded for its tag, and once more, slower, by the socket.
  const bytes = Buffer.from(json)
  const tag = tagged ? tagOf(c, bytes) : undefined
  if (
    tag &&
    c.req
      .header('if-none-match')
      ?.match(/"[^"]*"/g)
      ?.includes(tag)
  ) {
    return c.body(null, 304, { ETag: `W/${tag}` })
  }
  const headers = { ...type, Vary: 'Accept-Encoding', ...(tag && { ETag: `W/${tag}` }) }
  if (!compress || bytes.length < MIN_COMPRESSED || !takesGzip(c)) return c.body(bytes, status, headers)
  const packed = (await compressed(bytes)) as Buffer<ArrayBuffer>
  return c.body(packed, status, { ...headers, 'Content-Encoding': 'gzip' })
}

function tagOf(c: Context, bytes: Uint8Array): string | undefined {
  if ((c.req.method !== 'GET' && c.req.method !== 'HEAD') || bytes.length > MAX_TAGGED) return undefined
  return `"${createHash('sha1').update(bytes).digest('base64url')}"`
}

const takesGzip = (c: Context): boolean =>
  parseAccept(c.req.header('accept-encoding') ?? '').some(
    ({ type, q }) => type.toLowerCase() === 'gzip' && q > 0,
  )

/** JSON that is never whole in memory. It gets no tag, for which it would have to be. */
export function streamed(c: Context, body: ReadableStream<Uint8Array<ArrayBuffer>>): Response {
  const headers = { ...type, Vary: 'Accept-Encoding' }
  if (!takesGzip(c)) return c.body(body, 200, headers)
  const gzip = Duplex.toWeb(createGzip(packing))
  const packed = body.pipeThrough(
    gzip as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>,
  )
  return c.body(packed, 200, { ...headers, 'Content-Encoding': 'gzip' })
}

/** A JSON array of pieces, each one or more entries with commas between; the next is asked for once the client took the last. */
export function jsonArrayOf(pieces: AsyncIterator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let before = '['
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) {
        controller.enqueue(encoder.encode(before === '[' ? '[]' : ']'))
        controller.close()
        return
      }
      controller.enqueue(encoder.encode(before + value))
      before = ','
    },
    cancel: async () => void (await pieces.return?.()),
  })
}
