import type { Context } from 'hono'
import { streamed } from './json.ts'

/** Characters per chunk. */
const CHUNK = 65_536

/**
 * Streams a long JSON array. `each` calls back with the JSON of each row, without backpressure: a slow client never keeps
 * a database connection.
 */
export const answerLongArray = (
  http: Context,
  each: (row: (json: string) => void) => Promise<unknown>,
): Response => streamed(http, jsonArrayFrom(each))

export function jsonArrayFrom(
  each: (row: (json: string) => void) => Promise<unknown>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let canceled = false
  return new ReadableStream({
    async start(controller) {
      let text = '['
      let separator = ''
      await each((json) => {
        // Without this each remaining row would throw, and a canceled long list would block the event loop for seconds.
        if (canceled) return
        text += separator + json
        separator = ','
        if (text.length < CHUNK) return
        controller.enqueue(encoder.encode(text))
        text = ''
      })
      if (canceled) return
      controller.enqueue(encoder.encode(`${text}]`))
      controller.close()
    },
    cancel() {
      canceled = true
    },
  })
}
