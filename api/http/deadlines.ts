import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { afterOthers } from './afterOthers.ts'

/** How long a client may keep a connection waiting, in ms, and how many there may be. */
export interface Limits {
  /** From a request's first byte, or from the connection's start, to the end of the headers. */
  headersMs: number
  /** From there to the end of the body. */
  bodyMs: number
  /** After an early answer the rest of the body is discarded for this long: closing at once would lose the answer. */
  lingerMs: number
  /** An answer of which the client reads nothing more. */
  stallMs: number
  /** A connection between two requests. */
  idleMs: number
  /** At a stop: a body that still arrives, without which there is nothing to answer; then a connection that does not end. */
  stopMs: number
  /** Open connections; beyond them the one that has kept us waiting longest is ended. */
  connections: number
}

/**
 * Longer than a proxy keeps a connection that it does not use (Google's 600 s, Caddy 120, Amazon's 60): where we closed
 * first, a text sent at that moment on a connection just closed would be lost with a 502.
 */
const KEEP_ALIVE_MS = 620_000

/** Headers and body together end within 60 s. */
export const usualLimits: Limits = {
  headersMs: 10_000,
  bodyMs: 48_000,
  lingerMs: 30_000,
  stallMs: 60_000,
  idleMs: KEEP_ALIVE_MS,
  stopMs: 3000,
  connections: 2500,
}

export interface ServerBindings extends HttpBindings {
  /** Lifts the body's deadline for this call, which must then end a stalled body by itself. */
  waitForBody(): void
}

/** Lifts the body's deadline for this call; does nothing without our server (tests). */
export const waitForBody = (c: Context) => (c.env as Partial<ServerBindings> | undefined)?.waitForBody?.()

/**
 * Whether the client has gone, so that no answer reaches it. A process that stood still reads what was sent long ago, and
 * that its sender left only in the next turn of its loop.
 */
export async function hasGone(c: Context): Promise<boolean> {
  const socket = (c.env as Partial<ServerBindings> | undefined)?.incoming?.socket
  if (!socket) return false
  await afterOthers()
  return socket.destroyed || socket.readableEnded
}

interface Body {
  incoming: IncomingMessage
  outgoing: ServerResponse
  /** On the monotonic clock. */
  endsAt: number
  givenUp?: boolean
}

const LATE = JSON.stringify({ message: 'The request took too long to arrive' })
const TIMED_OUT = [
  'HTTP/1.1 408 Request Timeout',
  'Connection: close',
  'Content-Type: application/json',
  `Content-Length: ${LATE.length}`,
  '',
  LATE,
].join('\r\n')

/**
 * Ends slow clients: bodies that do not arrive in time, whether their call reads them or not, answers that are not
 * read, and, above the limit of connections, those that have been silent longest.
 */
export function limitClients(server: Server, limits: Limits) {
  const bodies = new Map<IncomingMessage, Body>()
  const connections = endLongestWaiting(server, limits)
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.socket.destroyed) return
    const body = { incoming, outgoing, endsAt: performance.now() + limits.bodyMs }
    bodies.set(incoming, body)
    incoming.once('close', () => bodies.delete(incoming))
    outgoing.once('finish', () => linger(body, limits.lingerMs))
  })
  const sweep = () => {
    const now = performance.now()
    for (const body of bodies.values()) {
      if (body.incoming.complete) bodies.delete(body.incoming)
      else if (now >= body.endsAt) endLate(body, limits.lingerMs)
    }
  }
  const timer = setInterval(sweep, Math.min(1000, limits.bodyMs / 10, limits.lingerMs / 10)).unref()
  server.once('close', () => clearInterval(timer))
  return {
    waitForBody(incoming: IncomingMessage) {
      const body = bodies.get(incoming)
      if (body) body.endsAt = Number.POSITIVE_INFINITY
      connections.served(incoming.socket)
    },
    /** Called before an answer is written: where its request is still arriving, the connection must outlive it. */
    beforeAnswer(incoming: IncomingMessage) {
      const body = bodies.get(incoming)
      if (body && !incoming.complete) body.outgoing.shouldKeepAlive = true
    },
  }
}

/** Closing while the client still sends would reset the connection, and the answer be lost with it. */
function linger(body: Body, ms: number) {
  const { incoming } = body
  if (incoming.complete) return
  body.endsAt = Math.min(body.endsAt, performance.now() + ms)
  // A reader still attached would pause the stream again after each chunk.
  incoming.removeAllListeners('data')
  incoming.once('end', () => {
    if (/close/i.test(incoming.headers.connection ?? '')) incoming.socket.destroySoon()
  })
  // Reads what is buffered as one; in flowing mode each of ten thousand small chunks would cost an event.
  incoming.pause()
  incoming.read()
  incoming.resume()
}

/** Ends the connection after what was written; a client that keeps sending and reads nothing is cut off at the deadline. */
function endLate(body: Body, lingerMs: number) {
  const { incoming, outgoing } = body
  const { socket } = incoming
  if (body.givenUp) return void socket.destroy()
  body.givenUp = true
  body.endsAt = performance.now() + lingerMs
  // An answer without a socket waits behind that of an earlier request, and must not be written into it.
  if (outgoing.socket && !outgoing.headersSent && socket.writable) socket.write(TIMED_OUT)
  socket.destroySoon()
}

/** Above the limit of connections the one that has kept us waiting longest is ended. */
function endLongestWaiting(server: Server, { stallMs, connections }: Limits) {
  const open = new Set<Socket>()
  // In the order in which they began to keep us waiting; with the request whose body is awaited, if it is one.
  const waiting = new Map<Socket, IncomingMessage | null>()
  const isWaiting = (socket: Socket) => waiting.has(socket) && !waiting.get(socket)?.complete
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    waiting.set(socket, null)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
    })
    if (open.size > connections) [...waiting.keys()].find(isWaiting)?.destroy()
  })
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming
    // The rest of a packet of requests, on a connection that was ended for asking so far ahead.
    if (socket.destroyed) return
    waiting.set(socket, incoming)
    outgoing.once('close', () => {
      waiting.delete(socket)
      if (!socket.destroyed) waiting.set(socket, null)
    })
  })
  // Node tells this of connections that are idle between requests as well.
  server.setTimeout(stallMs, (socket: Socket) => {
    if (isWaiting(socket) || socket.writableLength > 0) socket.destroy()
  })
  return { served: (socket: Socket) => waiting.delete(socket) }
}
