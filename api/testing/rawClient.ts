import { connect } from 'node:net'

export interface Answer {
  status: number
  /** From the first byte sent to the last one received. */
  ms: number
}

export interface RawClient {
  /** Rejects when the connection ends before the answer has come. One at a time. */
  ask(request: Buffer): Promise<Answer>
  close(): void
}

/** One kept connection that knows just enough HTTP/1.1 to wait for an answer: a full client costs more than the server. */
export async function openRawClient(origin: string): Promise<RawClient> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.setNoDelay(true)
  let answered: ((status: number) => void) | undefined
  let failed: ((error: Error) => void) | undefined
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (piece: string) => {
    text += piece
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
    if (text.length < end + 4 + length) return
    const status = Number(text.slice(9, 12))
    text = text.slice(end + 4 + length)
    answered?.(status)
  })
  socket.on('error', (error) => failed?.(error))
  socket.on('close', () => failed?.(new Error('The server hung up')))
  return {
    ask(request) {
      const from = performance.now()
      return new Promise((resolve, reject) => {
        failed = reject
        answered = (status) => resolve({ status, ms: performance.now() - from })
        socket.write(request)
      })
    },
    close: () => socket.destroy(),
  }
}

/** A request's bytes. */
export function rawRequest(
  origin: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Buffer {
  const { host } = new URL(origin)
  const all = { host, ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body ?? ''}`,
  )
}
