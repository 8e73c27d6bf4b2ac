/**
 * A JSON array of the rows, sent on while they come. Takes them as fast as they come, so that a slow reader never
 * holds a database connection.
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
