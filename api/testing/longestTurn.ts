import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

/**
 * How long the process was kept from everything else while this ran, in ms: the longest turn of the event loop, in
 * time on the clock or on the processor, whichever is less. A busy machine stretches the one, other threads the other.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const now = () => {
    const { user, system } = process.cpuUsage()
    return { clock: performance.now(), cpu: (user + system) / 1000 }
  }
  let longest = 0
  let last = now()
  let done = false
  const look = () => {
    const next = now()
    longest = Math.max(longest, Math.min(next.clock - last.clock, next.cpu - last.cpu))
    last = next
    if (!done) setImmediate(look)
  }
  setImmediate(look)
  await work()
  await new Promise((resolve) => setTimeout(resolve, 1))
  done = true
  return longest
}

/** Sends bytes as they are and returns what came back until the connection ended. */
export function sendRaw(origin: string, bytes: Buffer | string): Promise<string> {
  const { port, hostname } = new URL(origin)
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const socket = connect(Number(port), hostname)
    socket.on('data', (piece) => pieces.push(piece))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('latin1')))
    socket.write(bytes)
  })
}

/** A request as bytes, which asks for the connection's end after it. */
export function rawRequest(line: string, headers: string[] = [], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  return [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, ...length, '', body].join(
    '\r\n',
  )
}
