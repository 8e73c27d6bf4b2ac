/**
 * A JSON array of the rows, streamed. Rows are read as fast as the database gives them, without backpressure, so that
 * a slow client never holds a connection.
 */
export function jsonArray(batches: AsyncIterable<{ json: string }[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async start(controller) {
      let before = '['
      for await (const rows of batches) {
        controller.enqueue(encoder.encode(before + rows.map(({ json }) => json).join(',')))
        before = ','
      }
      controller.enqueue(encoder.encode(before === '[' ? '[]' : ']'))
      controller.close()
    },
  })
}
