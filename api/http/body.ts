import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { AppError } from './errors.ts'

/** Bytes of every body but those of files and long lists. */
export const USUAL_BODY = 64 * 1024

// Each chunk costs a callback: a body in chunks smaller than this on average is cut off. No real client sends such.
const FREE_PIECES = 1000
const MIN_BYTES_PER_PIECE = 64

/**
 * The whole body as text; `c.req.json()` and `c.req.text()` find it afterwards, too. Throws AppError: too_large past
 * the limit, malformed when it breaks off. Read from the connection itself, because a web stream costs promises for
 * each piece: 64 KB in chunks of one byte held every other request for a quarter of a second.
 */
export async function readBody(c: Context, maxBytes = USUAL_BODY): Promise<string> {
  if (Number(c.req.header('content-length')) > maxBytes) throw tooLarge()
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  const bytes =
    incoming && !incoming.destroyed ? await collect(incoming, maxBytes) : await received(c, maxBytes)
  const text = new TextDecoder().decode(bytes)
  c.req.bodyCache.text = Promise.resolve(text) as never
  return text
}

const tooLarge = () => new AppError('too_large', 'The request is too large')
const brokenOff = () => new AppError('malformed', 'The request broke off before its end')

/** The body of a connection that has ended already, or of a test's request without one. */
async function received(c: Context, maxBytes: number): Promise<Uint8Array> {
  const bytes = await c.req.raw.arrayBuffer().catch(() => {
    throw brokenOff()
  })
  if (bytes.byteLength > maxBytes) throw tooLarge()
  return new Uint8Array(bytes)
}

function collect(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.allocUnsafe(Math.min(maxBytes, 4096))
    let size = 0
    let pieces = 0
    const take = (piece: Buffer) => {
      if (size + piece.length > maxBytes) return end(() => reject(tooLarge()))
      if (++pieces > FREE_PIECES + size / MIN_BYTES_PER_PIECE) incoming.destroy()
      if (size + piece.length > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(bytes.length * 2, size + piece.length)))
        bytes.copy(larger, 0, 0, size)
        bytes = larger
      }
      size += piece.copy(bytes, size)
    }
    const finish = () => end(() => resolve(bytes.subarray(0, size)))
    const breakOff = () => end(() => reject(brokenOff()))
    const end = (tell: () => void) => {
      incoming.off('data', take).off('end', finish).off('error', breakOff).off('close', breakOff)
      tell()
    }
    incoming.on('data', take).on('end', finish).on('error', breakOff).on('close', breakOff)
  })
}
