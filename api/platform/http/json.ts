import { createHash } from 'node:crypto'
import { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

const jsonType = { 'Content-Type': 'application/json' }

/** Bytes compressed at a time. */
const PIECE = 131_072
/**
 * Level 1 takes half the time of the default for a fifth more bytes. A window of 8 KB fits the CPU cache and takes a
 * third less time again for lists.
 */
const gzipOptions = { level: 1, windowBits: 13, chunkSize: PIECE }
/** Up to this size compressing (0.2 ms) is faster than starting it in another thread. */
const MAX_SYNC_BYTES = 65_536
/** Smaller responses are not compressed. */
const MIN_COMPRESSED = 1024
/** Larger responses get no ETag: they have mostly changed when they are requested again. */
const MAX_TAGGED = 1_048_576

const gzipAsync = promisify<Uint8Array, object, Buffer>(gzip)

const compressed = (bytes: Uint8Array): Buffer | Promise<Buffer> =>
  bytes.length <= MAX_SYNC_BYTES ? gzipSync(bytes, gzipOptions) : gzipAsync(bytes, gzipOptions)

interface Options {
  status?: ContentfulStatusCode
  /** False for content that compresses badly. */
  compress?: boolean
  /** False for content that is requested once. */
  tag?: boolean
}

/**
 * Responds with JSON text, which the database builds for long lists. ETag and compression use the text at hand, long
 * ones outside the event loop: as a stream each small response would cost a millisecond.
 */
export async function asJson(
  c: Context,
  json: string,
  { status = 200, compress = true, tag: tagged = true }: Options = {},
): Promise<Response> {
  // Encoded once: as text it would be encoded for the ETag and again by the socket.
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
  const headers = { ...jsonType, Vary: 'Accept-Encoding', ...(tag && { ETag: `W/${tag}` }) }
  if (!compress || bytes.length < MIN_COMPRESSED || !takesGzip(c)) return c.body(bytes, status, headers)
  const compressedBody = (await compressed(bytes)) as Buffer<ArrayBuffer>
  return c.body(compressedBody, status, { ...headers, 'Content-Encoding': 'gzip' })
}

function tagOf(c: Context, bytes: Uint8Array): string | undefined {
  if ((c.req.method !== 'GET' && c.req.method !== 'HEAD') || bytes.length > MAX_TAGGED) return undefined
  return `"${createHash('sha1').update(bytes).digest('base64url')}"`
}

const takesGzip = (c: Context): boolean =>
  parseAccept(c.req.header('accept-encoding') ?? '').some(
    ({ type, q }) => type.toLowerCase() === 'gzip' && q > 0,
  )

/** Streams JSON without holding it in memory, and so without an ETag. */
export function streamed(c: Context, body: ReadableStream<Uint8Array<ArrayBuffer>>): Response {
  const headers = { ...jsonType, Vary: 'Accept-Encoding' }
  if (!takesGzip(c)) return c.body(body, 200, headers)
  const gzip = Duplex.toWeb(createGzip(gzipOptions))
  const compressedBody = body.pipeThrough(
    gzip as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>,
  )
  return c.body(compressedBody, 200, { ...headers, 'Content-Encoding': 'gzip' })
}

/** A JSON array from pieces of comma-separated entries. Backpressure: the next piece is requested when the client took the last. */
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
