import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Requests that may wait on one connection for the answers before them. Browsers and proxies send none ahead. */
const MAX_PIPELINED = 10

/**
 * Handles the requests of one connection one after another, each in its own turn of the event loop, and ends a
 * connection that pipelines too many: two thousand fit into one packet and blocked the event loop for a second.
 */
export function answerInOrder(answer: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  const later = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming
    const ahead = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, ahead)
    if (ahead > MAX_PIPELINED) return void socket.destroy()
    await turnOf(incoming, outgoing)
    await nextTurn()
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
    if (!socket.destroyed) answer(incoming, outgoing as Parameters<RequestListener>[1])
  }
  return (incoming, outgoing) => {
    // Node gives an answer its socket once all answers before it are out.
    if (outgoing.socket) return answer(incoming, outgoing)
    if (!incoming.socket.destroyed) void later(incoming, outgoing)
  }
}

function turnOf(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once('socket', () => resolve())
    incoming.once('close', resolve)
  })
}
