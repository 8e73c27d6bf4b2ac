import { connect } from 'node:net'

/** An HTTP/1.1 request as text, with `Connection: close`. */
export function rawRequest(line: string, headers: string[] = [], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  return [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, ...length, '', body].join(
    '\r\n',
  )
}

/**
 * Sends bytes unchanged and returns everything received until the connection closed. `hangUp` ends it after the first
 * bytes of the answer: the server waits for the rest of an unfinished body.
 */
export function sendRaw(origin: string, bytes: Buffer | string, { hangUp = false } = {}): Promise<string> {
  const { port, hostname } = new URL(origin)
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const socket = connect(Number(port), hostname)
    socket.on('data', (piece) => {
      pieces.push(piece)
      if (hangUp) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('latin1')))
    socket.write(bytes)
  })
}
