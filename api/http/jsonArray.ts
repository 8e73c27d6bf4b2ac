import type { Context } from 'hono'
import { streamed } from './json.ts'

/** Characters handed on at once. */
const PIECE = 65_536

/** Streams a long JSON array. `each` calls back with the JSON of each row, without backpressure: a slow client never keeps a connection. */
export const answerLongArray = (
  http: Context,
  each: (row: (json: string) => void) => Promise<unknown>,
): Response => streamed(http, pieces(each))

function pieces(
  each: (row: (json: string) => void) => Promise<unknown>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async start(controller) {
      let text = '['
      let between = ''
      await each((json) => {
        text += between + json
        between = ','
        if (text.length < PIECE) return
        controller.enqueue(encoder.encode(text))
        text = ''
      })
      controller.enqueue(encoder.encode(`${text}]`))
      controller.close()
    },
  })
}
