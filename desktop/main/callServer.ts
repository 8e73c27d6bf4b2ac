import type { Readable } from 'node:stream'
import { net, session } from 'electron'

export interface ServerRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: AsyncIterable<Uint8Array> | undefined
  signal?: AbortSignal
}

export interface ServerResponse {
  status: number
  statusText: string
  /** Lower-case names; one entry for each header line. */
  headers: [name: string, value: string][]
  body: ReadableStream<Uint8Array>
}

/**
 * Sends a request through Chromium's network stack, so that the system's proxies and certificates apply. Its session is
 * in memory only and keeps no cookies. Bodies stream both ways. Throws Chromium's errors (`net::ERR_...`).
 */
export function callServer(call: ServerRequest): Promise<ServerResponse> {
  const request = net.request({
    method: call.method,
    url: call.url,
    session: session.fromPartition('server'),
    credentials: 'omit',
    // Following a redirect would send the session to another address.
    redirect: 'error',
  })
  for (const [name, value] of Object.entries(call.headers)) request.setHeader(name, value)
  call.signal?.addEventListener('abort', () => request.abort(), { once: true })

  return new Promise((resolve, reject) => {
    request.on('response', (response) => {
      // Electron's IncomingMessage is a Node stream, although its types do not say so.
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
    if (call.body) sendBody(request, call.body).catch(reject)
    else request.end()
  })
}

/** Waits for each chunk to be written, so that a large body is never in memory as a whole. */
async function sendBody(request: Electron.ClientRequest, body: AsyncIterable<Uint8Array>) {
  request.chunkedEncoding = true
  for await (const chunk of body) {
    await new Promise<void>((resolve) =>
      request.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), undefined, resolve),
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
  const chunks = stream[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value as Uint8Array)
    },
    cancel: abort,
  })
}
