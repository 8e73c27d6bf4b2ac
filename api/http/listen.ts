import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { EnvError } from '../env.ts'

type Fetch = OpenAPIHono['fetch']

export interface ListenOptions {
  host: string
  /** 0: any free one. */
  port: number
}

export interface Listening {
  port: number
  /** No new requests; answers under way are given, then every connection ends. */
  close(): Promise<void>
  /** Ends every connection at once, whatever it is in the middle of. */
  drop(): Promise<void>
}

/** A reply waits for the carrier, and its tries at a busy one, no longer than this. */
const LONGEST_ANSWER_MS = 25_000
/** Event streams never end by themselves; what else is still being read gets this long. */
const CLOSE_PATIENCE_MS = 3000

/** The one HTTP server: production and tests run with the same options. Resolves when it takes connections. */
export async function listen(fetch: Fetch, { host, port }: ListenOptions): Promise<Listening> {
  // Node's own five minutes are too few for a large export over a slow line; an upload that stands still is ended by itself.
  const serverOptions = { requestTimeout: 3_600_000 }
  const { counted, answered } = countAnswers(fetch)
  const server = serve({ fetch: counted, port, hostname: host, serverOptions })
  const dropAll = () => 'closeAllConnections' in server && server.closeAllConnections()
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
      if ('closeIdleConnections' in server) server.closeIdleConnections()
      await answered()
      const patience = setTimeout(dropAll, CLOSE_PATIENCE_MS)
      await closed
      clearTimeout(patience)
    },
    async drop() {
      const closed = new Promise((resolve) => server.close(resolve))
      dropAll()
      await closed
    },
  }
}

/** The app's fetch, and a wait for the answers it has begun: a reply must tell what became of its text. */
function countAnswers(fetch: Fetch) {
  const open = new Set<Promise<Response>>()
  const counted: Fetch = (...request) => {
    const answer = fetch(...request)
    if (!(answer instanceof Promise)) return answer
    open.add(answer)
    const forget = () => open.delete(answer)
    answer.then(forget, forget)
    return answer
  }
  const answered = async () => {
    const enough = new AbortController()
    const patience = wait(LONGEST_ANSWER_MS, undefined, { signal: enough.signal }).catch(() => undefined)
    await Promise.race([Promise.allSettled(open), patience])
    enough.abort()
  }
  return { counted, answered }
}
