import type { Context } from 'hono'
import { etag } from 'hono/etag'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

const jsonType = { 'Content-Type': 'application/json' }

/** Larger responses get no ETag: they have mostly changed when they are requested again. */
const MAX_TAGGED = 1_048_576

const tagged = etag({ weak: true })

/** Responds with JSON text, which the database builds for long lists. `compress` in app.ts needs the length. */
export async function asJson(
  c: Context,
  json: string,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  const length = Buffer.byteLength(json)
  const answer = () => c.body(json, status, { ...jsonType, 'Content-Length': String(length) })
  if (length > MAX_TAGGED || c.req.method !== 'GET') return answer()
  await tagged(c, async () => {
    c.res = answer()
  })
  return c.res
}

/** Streams JSON without holding it in memory, and so without an ETag. */
export const streamed = (c: Context, body: ReadableStream<Uint8Array<ArrayBuffer>>): Response =>
  c.body(body, 200, jsonType)

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
