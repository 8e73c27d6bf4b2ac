import type { Context } from 'hono'

/** An answer whose JSON came from the database: parsing it into objects and writing them anew would cost more than reading it. */
export const asJson = (c: Context, json: string): Response =>
  c.body(json, 200, { 'Content-Type': 'application/json' })

/** One that is never whole in memory. It gets no ETag, for which it would have to be. */
export function streamed(c: Context, body: ReadableStream<Uint8Array>): Response {
  c.set('streamed', true)
  return c.body(body, 200, { 'Content-Type': 'application/json' })
}

/** A JSON array of pieces, each one or more entries with commas between; the next is asked for once the client took the last. */
export function jsonArrayOf(pieces: AsyncIterator<string>): ReadableStream<Uint8Array> {
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
