import { connect, type Socket } from 'node:net'
import { eventsPath } from '@salonback/shared/http/wire.ts'
import { openRawClient, type RawClient, rawRequest } from '../../testing/rawClient.ts'

interface Answered {
  /** 0 when nothing was answered. */
  status: number
  /** From the wish to ask; the wait for a connection is part of it. */
  ms: number
}

export interface Callers {
  /** Never rejects. */
  call(request: Buffer): Promise<Answered>
  close(): void
}

const WATCH_MS = 100
/** Below the time after which the server closes an idle connection, perhaps as the next request is on its way. */
const KEPT_MS = 3000

/**
 * So many kept connections, opened beforehand as a proxy has them: Node (libuv 1.46) accepts one in each turn of its event
 * loop, so that whoever comes behind 256 at once waits for as many turns. Who waits longer than `withinMs` for an answer
 * hangs up.
 */
export async function openCallers(
  origin: string,
  { atOnce, withinMs }: { atOnce: number; withinMs: number },
): Promise<Callers> {
  const idle: { client: RawClient; since: number }[] = []
  const waiting: (() => void)[] = []
  const asking = new Map<RawClient, number>()
  let open = atOnce
  const watch = setInterval(() => {
    const late = performance.now() - withinMs
    for (const [client, since] of asking) if (since < late) client.close()
  }, WATCH_MS)

  for (let n = 0; n < atOnce; n++)
    idle.push({ client: await openRawClient(origin), since: performance.now() })

  async function acquire(): Promise<RawClient> {
    for (let last = idle.pop(); last; last = idle.pop()) {
      if (!last.client.closed() && last.since > performance.now() - KEPT_MS) return last.client
      last.client.close()
      open--
    }
    if (open >= atOnce) {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return acquire()
    }
    open++
    return openRawClient(origin)
  }

  async function call(request: Buffer): Promise<Answered> {
    const from = performance.now()
    let status = 0
    let client: RawClient | undefined
    try {
      client = await acquire()
      asking.set(client, from)
      status = (await client.ask(request)).status
      idle.push({ client, since: performance.now() })
    } catch {
      open--
    }
    if (client) asking.delete(client)
    waiting.shift()?.()
    return { status, ms: performance.now() - from }
  }
  return {
    call,
    close() {
      clearInterval(watch)
      for (const client of [...idle.map(({ client }) => client), ...asking.keys()]) client.close()
    },
  }
}

export interface Listener {
  /** Events of new or changed texts heard so far. */
  heard: number
  open: boolean
  close(): void
}

/** An open console's event stream. */
export function openStream(origin: string, cookie: string): Promise<Listener> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const listener: Listener = { heard: 0, open: false, close: () => socket.destroy() }
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => {
      listener.open = false
    })
    socket.on('data', (piece: Buffer) => {
      if (listener.open) {
        if (piece.includes('event: message')) listener.heard++
        return
      }
      const head = piece.toString('latin1')
      if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(`events: ${head.slice(0, 40)}`))
      listener.open = true
      resolve(listener)
    })
    socket.write(rawRequest(origin, eventsPath, { cookie, accept: 'text/event-stream' }))
  })
}

export type Nuisance = 'says nothing' | 'trickles its headers' | 'stops in its body' | 'takes no answer'

/** A client that keeps the server waiting in its own way for as long as it is let. */
export function makeNuisance(origin: string, kind: Nuisance): Socket {
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const head = (first: string, ...more: string[]) =>
    [first, `Host: ${hostname}:${port}`, ...more].join('\r\n')
  if (kind === 'trickles its headers') {
    socket.write(head('GET / HTTP/1.1'))
    const timer = setInterval(() => socket.write('\r\nx'), 500)
    socket.once('close', () => clearInterval(timer))
  }
  if (kind === 'stops in its body') {
    const more = ['Content-Type: application/json', 'Content-Length: 1000']
    socket.write(`${head('POST /api/leads HTTP/1.1', ...more)}\r\n\r\n{"mobileNumber":`)
  }
  if (kind === 'takes no answer') {
    socket.pause()
    for (let n = 0; n < 50; n++) socket.write(`${head('GET / HTTP/1.1')}\r\n\r\n`)
  }
  return socket
}
