import type { Readable } from 'node:stream'
import { net, session } from 'electron'

export interface ServerCall {
  method: string
  url: string
  headers: Record<string, string>
  body?: AsyncIterable<Uint8Array> | undefined
  signal?: AbortSignal
}

export interface ServerAnswer {
  status: number
  statusText: string
  /** Lower-case names; one entry for each header line. */
  headers: [name: string, value: string][]
  body: ReadableStream<Uint8Array>
}

/**
 * One call over Chromium's network stack: the system's proxies and certificates count, and a session of its own in
 * memory keeps no cookie and writes no file. Bodies stream both ways. Throws what Chromium says (`net::ERR_...`).
 */
export function callServer(call: ServerCall): Promise<ServerAnswer> {
  const request = net.request({
    method: call.method,
    url: call.url,
    session: session.fromPartition('server'),
    credentials: 'omit',
    // A session must not travel where nobody sent it, and an address is the one that was typed.
    redirect: 'error',
  })
  for (const [name, value] of Object.entries(call.headers)) request.setHeader(name, value)
  call.signal?.addEventListener('abort', () => request.abort(), { once: true })

  return new Promise((resolve, reject) => {
    request.on('response', (response) => {
      // Electron's message is a Node stream, though its types do not say so.
      const stream = response as unknown as Readable
      stream.on('error', () => {})
      resolve({
        status: response.statusCode,
        statusText: response.statusMessage,
        headers: headerLines(response.rawHeaders),
        body: webStream(stream, () => request.abort()),
      })
    })
    request.on('error', reject)
    request.on('abort', () => reject(new DOMException('The call was canceled', 'AbortError')))
    if (call.body) send(request, call.body).catch(reject)
    else request.end()
  })
}

/** Writes the next piece when the last one is taken, so that a large body is never held. */
async function send(request: Electron.ClientRequest, body: AsyncIterable<Uint8Array>) {
  request.chunkedEncoding = true
  for await (const piece of body) {
    await new Promise<void>((resolve) =>
      request.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength), undefined, resolve),
    )
  }
  request.end()
}

function headerLines(raw: string[]): [string, string][] {
  const lines: [string, string][] = []
  for (let i = 0; i + 1 < raw.length; i += 2) lines.push([raw[i]?.toLowerCase() ?? '', raw[i + 1] ?? ''])
  return lines
}

function webStream(stream: Readable, abort: () => void): ReadableStream<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value as Uint8Array)
    },
    cancel: abort,
  })
}
