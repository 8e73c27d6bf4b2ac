import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { EnvError } from '../../env.ts'
import { type Limits, limitClients, usualLimits } from './limitClients.ts'

export type Fetch = OpenAPIHono['fetch']

export interface ListenOptions {
  host: string
  /** 0: any free port. */
  port: number
  /** Shorter limits for tests. */
  limits?: Partial<Limits>
  /** Whether connections of this address are those of a proxy; by default none is. */
  isProxy?: (address: string) => boolean
}

export interface Listening {
  port: number
  /** Stops accepting requests, finishes the running ones, then closes every connection. */
  close(): Promise<void>
  /** Closes every connection without waiting. */
  drop(): Promise<void>
}

/** A reply waits for the carrier, including retries, no longer than this. */
const MAX_ANSWER_MS = 25_000

/** With a full backlog (Node's default is 511) SYNs are dropped; clients retry after 1 s, then 3 s. */
const BACKLOG = 2048

/** Starts the HTTP server, with the same options in production and tests. Resolves when it accepts connections. */
export async function listen(
  fetch: Fetch,
  { host, port, limits: given, isProxy = () => false }: ListenOptions,
): Promise<Listening> {
  const limits = { ...usualLimits, ...given }
  const serverOptions = {
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: Math.min(1000, limits.headersMs / 10),
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    maxHeaderSize: 16 * 1024,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
  }
  const server = createServer(serverOptions)
  limitClients(server, limits, isProxy)
  const { trackedFetch, finished } = trackResponses(fetch, limits)
  const answer = (request: Request, bindings: HttpBindings): Response | Promise<Response> => {
    const { incoming, outgoing } = bindings
    const ready = (response: Response) => {
      // The connection must outlive an early response, so that the client receives it.
      if (!incoming.complete) outgoing.shouldKeepAlive = true
      return response
    }
    const response = trackedFetch(request, bindings)
    return response instanceof Promise ? response.then(ready) : ready(response)
  }
  // The adapter would reset the connection half a second after an early response.
  const handle = getRequestListener(answer as Fetch, { hostname: host, autoCleanupIncoming: false })
  server.on('request', (incoming, outgoing) => {
    if (!incoming.socket.destroyed) void handle(incoming, outgoing)
  })
  server.listen({ port, host, backlog: BACKLOG })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new EnvError(`PORT: ${port} is taken by another program`) : error),
    )
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      await finished()
      const timeout = setTimeout(() => server.closeAllConnections(), limits.stopMs)
      await closed
      clearTimeout(timeout)
    },
    async drop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Tracks the app's pending responses, so that shutdown can wait for them: a reply must report the outcome of its text. */
function trackResponses(fetch: Fetch, { stopMs }: Limits) {
  const pending = new Map<Promise<Response>, IncomingMessage>()
  const trackedFetch = (request: Request, bindings: HttpBindings) => {
    const answer = fetch(request, bindings)
    if (!(answer instanceof Promise)) return answer
    pending.set(answer, bindings.incoming)
    const remove = () => pending.delete(answer)
    answer.then(remove, remove)
    return answer
  }
  const finished = async () => {
    await settled(pending.keys(), stopMs)
    // Does not wait for requests with an incomplete body.
    const arrived = [...pending].filter(([, { complete }]) => complete)
    await settled(
      arrived.map(([answer]) => answer),
      MAX_ANSWER_MS - stopMs,
    )
  }
  return { trackedFetch, finished }
}

/** Resolves when all have settled or the time is up. */
async function settled(answers: Iterable<Promise<unknown>>, withinMs: number) {
  const cancel = new AbortController()
  const timeout = wait(withinMs, undefined, { signal: cancel.signal }).catch(() => undefined)
  await Promise.race([Promise.allSettled(answers), timeout])
  cancel.abort()
}
