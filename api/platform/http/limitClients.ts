import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, parseAddress } from './address.ts'

/** Limits of connections; times in ms. */
export interface Limits {
  /** From the first byte of a request, or the start of the connection, to the end of the headers. */
  headersMs: number
  /** From the end of the headers to the end of the body. */
  bodyMs: number
  /** Without progress while the client reads a response. */
  stallMs: number
  /** Between two requests of a connection, and of one of a trusted proxy. */
  idleMs: number
  proxyIdleMs: number
  /** Idle connections of one visitor's network; with another one the oldest ends. */
  idlePerVisitor: number
  /** At shutdown: for a body that is still arriving, then for connections that stay open. */
  stopMs: number
  /** Open connections; the server refuses more. */
  connections: number
}

export const usualLimits: Limits = {
  headersMs: 10_000,
  bodyMs: 48_000,
  stallMs: 60_000,
  // Longer than proxies keep idle connections (Google 600 s, Caddy 120 s, Amazon 60 s): a server that closes first
  // makes the proxy answer 502 to the request it is just sending.
  proxyIdleMs: 620_000,
  idleMs: 60_000,
  idlePerVisitor: 100,
  stopMs: 3000,
  connections: 2500,
}

/** Requests of a connection that may be unanswered. Browsers and proxies do not pipeline; 2000 requests fit in one packet. */
const MAX_PIPELINED = 10

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
 * Adds what Node's own timeouts cannot do: `requestTimeout` is the same for every route, but imports may take an hour,
 * and no timeout of Node ends a client that stops reading its response.
 */
export function limitClients(server: Server, limits: Limits, isProxy: (address: string) => boolean) {
  const idle = limitIdle(limits, isProxy)
  const timeouts = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  const unanswered = new WeakMap<Socket, number>()
  server.maxConnections = limits.connections
  server.setTimeout(limits.stallMs)
  server.on('connection', idle.begin)
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    idle.end(socket)
    if (count > MAX_PIPELINED) return void socket.destroy()
    outgoing.once('close', () => {
      const left = (unanswered.get(socket) ?? 1) - 1
      unanswered.set(socket, left)
      if (left === 0) idle.begin(socket)
    })
    // Without this listener Node would also end a response that is only slow to be made.
    outgoing.on('timeout', () => outgoing.writableLength > 0 && socket.destroy())
    if (!hasBody(incoming)) return
    const timeout = setTimeout(() => endLateBody(incoming, outgoing), limits.bodyMs)
    timeouts.set(incoming, timeout)
    incoming.once('close', () => clearTimeout(timeout))
    outgoing.once('finish', () => discardBody(incoming))
  })
  return { liftBodyTimeout: (incoming: IncomingMessage) => clearTimeout(timeouts.get(incoming)) }
}

/**
 * Bounds the idle connections of a visitor: 2,500 of one visitor would leave none for the carrier. A proxy brings all visitors,
 * so its connections are kept, and longer.
 */
function limitIdle(limits: Limits, isProxy: (address: string) => boolean) {
  const connections = new Map<string, Set<Socket>>()
  const visitorOf = ({ remoteAddress = '' }: Socket) => networkOf(parseAddress(remoteAddress) ?? '')
  const visitors = new WeakMap<Socket, string>()
  function end(socket: Socket) {
    const visitor = visitors.get(socket) ?? ''
    const its = connections.get(visitor)
    its?.delete(socket)
    if (its?.size === 0) connections.delete(visitor)
  }
  function begin(socket: Socket) {
    if (socket.destroyed) return
    if (isProxy(socket.remoteAddress ?? '')) {
      // Node has just set the time for visitors.
      if (visitors.has(socket)) socket.setTimeout(limits.proxyIdleMs)
      visitors.set(socket, '')
      return
    }
    if (!visitors.has(socket)) socket.once('close', () => end(socket))
    const visitor = visitorOf(socket)
    visitors.set(socket, visitor)
    const its = connections.get(visitor) ?? new Set()
    connections.set(visitor, its.add(socket))
    const [oldest] = its
    if (its.size > limits.idlePerVisitor) oldest?.destroy()
  }
  return { begin, end }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function endLateBody(incoming: IncomingMessage, outgoing: ServerResponse) {
  const { socket } = incoming
  if (incoming.complete) return
  // The client does not read its response either.
  if (socket.writableLength > 0) return void socket.destroy()
  // A response without a socket waits behind that of an earlier request, and must not be written into it.
  if (!outgoing.headersSent && outgoing.socket) socket.write(TIMED_OUT)
  socket.destroySoon()
}

/** Reads the rest of a body after an early response: closing while the client sends resets the connection, and loses the response. */
function discardBody(incoming: IncomingMessage) {
  if (incoming.complete) return
  // A listener that is still attached could pause the stream.
  incoming.removeAllListeners('data')
  incoming.once('end', () => {
    if (/close/i.test(incoming.headers.connection ?? '')) incoming.socket.destroySoon()
  })
  incoming.resume()
}
