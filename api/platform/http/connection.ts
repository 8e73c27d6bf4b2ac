import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Whether the client has closed its connection. After a process was suspended, the requests it reads may be old; their
 * closed sockets are noticed one turn of the event loop later.
 */
export async function isClientGone(c: Context): Promise<boolean> {
  const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket
  if (!socket) return false
  await yieldToEventLoop()
  return socket.destroyed || socket.readableEnded
}

/** The result of long work. Serves other requests between its steps. */
export async function takeTurns<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await yieldToEventLoop()
    signal?.throwIfAborted()
  }
}

/** Resolves after the event loop has polled its sockets. */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn()
  // The first callback may run before the poll phase.
  await nextTurn()
}
