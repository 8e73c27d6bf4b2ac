import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { EnvError } from '../env.ts'
import type { ServerBindings } from './connection.ts'
import { type Limits, limitClients, usualLimits } from './limitClients.ts'

export type Fetch = OpenAPIHono['fetch']

export interface ListenOptions {
  host: string
  /** 0: any free one. */
  port: number
  /** Shorter limits for tests. */
  limits?: Partial<Limits>
}

export interface Listening {
  port: number
  /** No new requests; answers under way are given, then every connection ends. */
  close(): Promise<void>
  /** Ends every connection at once, whatever it is in the middle of. */
  drop(): Promise<void>
}

/** For a call that lifted its body's limit. */
const MAX_REQUEST_MS = 3_600_000
/** A reply waits for the carrier, and its tries at a busy one, no longer than this. */
const MAX_ANSWER_MS = 25_000

/** With Node's 511, whoever comes in a larger burst is dropped by the kernel and knocks again after one second, then three. */
const BACKLOG = 2048

/** The one HTTP server: production and tests run with the same options. Resolves when it takes connections. */
export async function listen(fetch: Fetch, { host, port, limits: given }: ListenOptions): Promise<Listening> {
  const limits = { ...usualLimits, ...given }
  const serverOptions = {
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: Math.min(1000, limits.headersMs / 10),
    requestTimeout: MAX_REQUEST_MS,
    keepAliveTimeout: limits.idleMs,
    maxHeaderSize: 16 * 1024,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
  }
  const server = createServer(serverOptions)
  const { liftBodyTimeout } = limitClients(server, limits)
  const { counted, answered } = countAnswers(fetch, limits)
  const answer = (request: Request, { incoming, outgoing }: HttpBindings): Response | Promise<Response> => {
    const bindings = { incoming, outgoing, liftBodyTimeout: () => liftBodyTimeout(incoming) }
    const ready = (response: Response) => {
      // The connection must outlive an early response, so that the client receives it.
      if (!incoming.complete) outgoing.shouldKeepAlive = true
      return response
    }
    const response = counted(request, bindings satisfies ServerBindings)
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
      await answered()
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

/** The app's fetch, and a wait for the answers it has begun: a reply must tell what became of its text. */
function countAnswers(fetch: Fetch, { stopMs }: Limits) {
  const open = new Map<Promise<Response>, IncomingMessage>()
  const counted = (request: Request, bindings: ServerBindings) => {
    const answer = fetch(request, bindings)
    if (!(answer instanceof Promise)) return answer
    open.set(answer, bindings.incoming)
    const remove = () => open.delete(answer)
    answer.then(remove, remove)
    return answer
  }
  const answered = async () => {
    await settled(open.keys(), stopMs)
    const arrived = [...open].filter(([, { complete }]) => complete)
    await settled(
      arrived.map(([answer]) => answer),
      MAX_ANSWER_MS - stopMs,
    )
  }
  return { counted, answered }
}

/** When all of them have ended, one way or another, or the time is up. */
async function settled(answers: Iterable<Promise<unknown>>, withinMs: number) {
  const enough = new AbortController()
  const timeout = wait(withinMs, undefined, { signal: enough.signal }).catch(() => undefined)
  await Promise.race([Promise.allSettled(answers), timeout])
  enough.abort()
}
