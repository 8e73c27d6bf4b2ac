import type { Context } from 'hono'
import { streamed } from './json.ts'

/** Characters handed on at once. */
const PIECE = 65_536

/**
 * Answers with a long JSON array, each row on a line of its own: there the console cuts it into pieces. `each` hands over
 * the JSON of row after row, without backpressure: a slow client never holds a connection.
 */
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
        between = ',\n'
        if (text.length < PIECE) return
        controller.enqueue(encoder.encode(text))
        text = ''
      })
      controller.enqueue(encoder.encode(`${text}]`))
      controller.close()
    },
  })
}
