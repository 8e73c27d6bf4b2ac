import type { OpenAPIHono } from '@hono/zod-openapi'
import { eventsPath } from '@salonback/shared/messages/contract.ts'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { Database } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { checkOrigin, findActor } from './access.ts'
import { AppError } from './errors.ts'

const HEARTBEAT_MS = 20_000

/** Changes as they are committed by any process, for open screens. The session is looked at again on every beat. */
export function eventRoutes(app: OpenAPIHono, deps: Deps): void {
  const hub = createHub(deps.sql)
  app.get(eventsPath, async (c) => {
    checkOrigin(c, deps.env)
    const signedIn = () => findActor(c, deps.sql, deps.env, deps.clock)
    if (!(await signedIn())) throw new AppError('unauthenticated', 'Please log in')
    c.header('X-Accel-Buffering', 'no')
    // Before the stream: what fails in it is told to nobody but its reader, in words not meant for one.
    await hub.listen()
    return streamSSE(c, async (stream) => {
      const leave = hub.join(stream)
      const gone = new Promise<void>((resolve) => stream.onAbort(resolve))
      await stream.writeSSE({ event: 'ready', data: '{}' })
      while (!stream.aborted && !stream.closed) {
        const left = await Promise.race([gone.then(() => true), pause(HEARTBEAT_MS)])
        if (left || !(await signedIn().catch(() => null))) break
        await stream.write(': beat\n\n')
      }
      leave()
    })
  })
}

/** A beat that keeps no stopping process alive. */
const pause = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms).unref())

interface Notice {
  name: string
  [field: string]: unknown
}

/** One listening connection for all streams of this process; opened with the first, kept from then on. */
function createHub(sql: Database) {
  const streams = new Set<SSEStreamingApi>()
  let listening: Promise<unknown> | undefined
  const tell = (payload: string) => {
    const { name, ...data } = JSON.parse(payload) as Notice
    for (const stream of streams) {
      stream.writeSSE({ event: name, data: JSON.stringify(data) }).catch(() => streams.delete(stream))
    }
  }
  return {
    async listen() {
      listening ??= sql.listen('events', tell).catch((error) => {
        // The next screen tries anew.
        listening = undefined
        throw error
      })
      await listening
    },
    join(stream: SSEStreamingApi) {
      streams.add(stream)
      return () => void streams.delete(stream)
    },
  }
}
