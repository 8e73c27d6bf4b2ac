import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Above common service ports, below the ports of outgoing connections (Linux from 32,768, others from 49,152). */
const FIRST = 20_000
const END = 32_000
const MAX_TRIES = 100

/**
 * A free loopback port. Port 0 would give one in the range of outgoing connections, which may take it before the server
 * binds it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = randomInt(FIRST, END)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${FIRST} to ${END} is free`)
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
