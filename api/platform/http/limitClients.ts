import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, parseAddress } from './address.ts'

/** Limits of connections; times in ms. */
export interface Limits {
  /** From the first byte of a request, or the start of the connection, to the end of the headers. */
  headersMs: number
  /** From the first byte of a request to the end of its body: an import over a slow line. */
  requestMs: number
  /** Without progress of a body or of a client that reads a response. */
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
  requestMs: 3_600_000,
  stallMs: 60_000,
  // Longer than proxies keep idle connections (Google 600 s, Caddy 120 s, Amazon 60 s): a server that closes first
  // makes the proxy answer 502 to the request it is just sending.
  proxyIdleMs: 620_000,
  idleMs: 60_000,
  idlePerVisitor: 100,
  stopMs: 3000,
  connections: 2500,
}

/** Adds to Node's own settings what they cannot do; the proxy in front does the rest. */
export function limitClients(server: Server, limits: Limits, isProxy: (address: string) => boolean) {
  const idle = limitIdle(limits, isProxy)
  server.maxConnections = limits.connections
  server.setTimeout(limits.stallMs)
  server.on('connection', idle.begin)
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming
    idle.end(socket)
    outgoing.once('close', () => idle.begin(socket))
    // Without this listener Node would also end a response that is only slow to be made.
    outgoing.on('timeout', () => (outgoing.writableLength > 0 || !incoming.complete) && socket.destroy())
    outgoing.once('finish', () => discardBody(incoming))
  })
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
