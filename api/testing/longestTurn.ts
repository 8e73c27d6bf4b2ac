import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

/**
 * The longest that this work blocked the event loop, in ms of wall or CPU time, whichever is less: a busy machine
 * lengthens the first, other threads the second.
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
