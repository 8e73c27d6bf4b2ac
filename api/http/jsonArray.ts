import { Duplex } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

/** Characters handed on at once. */
const PIECE = 65_536

/**
 * Answers with a long JSON array, compressed at the cheapest level, which takes half the time of the usual one for a fifth
 * more bytes. `each` hands over the JSON of row after row, without backpressure: a slow client never holds a connection.
 */
export function answerLongArray(
  http: Context,
  each: (row: (json: string) => void) => Promise<unknown>,
): Response {
  const body = pieces(each)
  http.header('Content-Type', 'application/json')
  http.header('Vary', 'Accept-Encoding')
  const supports = ['gzip', 'identity']
  if (accepts(http, { header: 'Accept-Encoding', supports, default: 'identity' }) !== 'gzip')
    return http.body(body)
  http.header('Content-Encoding', 'gzip')
  const gzip = Duplex.toWeb(createGzip({ level: 1, chunkSize: PIECE }))
  return http.body(body.pipeThrough(gzip as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>))
}

function pieces(each: (row: (json: string) => void) => Promise<unknown>): ReadableStream<Uint8Array> {
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
