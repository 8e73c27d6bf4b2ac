import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { AppError } from './errors.ts'

/** Bytes of a body, unless its contract row sets another limit. */
const USUAL_BODY = 64 * 1024

// Every chunk costs an event, so a body in chunks smaller than this on average is cut off. Real clients do not send such.
const FREE_PIECES = 1000
const MIN_BYTES_PER_PIECE = 64

/**
 * Reads the body as text and caches it for `c.req.json()` and `c.req.text()`. Throws AppError: too_large past the limit,
 * malformed when it breaks off. Reads the Node stream: a web stream costs promises per chunk, and 64 KB in chunks of one
 * byte blocked the event loop for 250 ms.
 */
export async function readBody(c: Context, maxBytes = USUAL_BODY): Promise<string> {
  if (Number(c.req.header('content-length')) > maxBytes) throw tooLarge()
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  const bytes =
    incoming && !incoming.destroyed ? await collect(incoming, maxBytes) : await readWebBody(c, maxBytes)
  const text = new TextDecoder().decode(bytes)
  c.req.bodyCache.text = Promise.resolve(text) as never
  return text
}

const tooLarge = () => new AppError('too_large', 'The request is too large')
const brokenOff = () => new AppError('malformed', 'The request ended too early')

/** Reads the body of a closed connection, or of a test's request without one. */
async function readWebBody(c: Context, maxBytes: number): Promise<Uint8Array> {
  const bytes = await c.req.raw.arrayBuffer().catch(() => {
    throw brokenOff()
  })
  if (bytes.byteLength > maxBytes) throw tooLarge()
  return new Uint8Array(bytes)
}

function collect(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    const append = (piece: Buffer) => {
      size += piece.length
      if (size > maxBytes) return reject(tooLarge())
      pieces.push(piece)
      if (pieces.length > FREE_PIECES + size / MIN_BYTES_PER_PIECE) incoming.destroy()
    }
    const breakOff = () => reject(brokenOff())
    incoming
      .on('data', append)
      .on('end', () => resolve(Buffer.concat(pieces)))
      .on('error', breakOff)
      .on('close', breakOff)
  })
}
