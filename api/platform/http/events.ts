import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { eventsPath, readyEvent } from '@salonback/shared/platform/http/wire.ts'
import type { Context } from 'hono'
import type { Deps } from '../../deps.ts'
import { findSession, requireOwnPassword } from './access.ts'
import { createChangeFeed } from './changeFeed.ts'
import { AppError } from './errors.ts'
import { formatEvent } from './eventHub.ts'
import { checkOrigin } from './origin.ts'

const HEARTBEAT_MS = 20_000

/**
 * Server-sent events of changes committed by any process. A stream ends with its session: by a NOTIFY when the session
 * is ended, by a timer when it expires, and at the latest at the next heartbeat.
 */
export function eventRoutes(app: OpenAPIHono, deps: Deps): void {
  const feed = createChangeFeed(deps)
  app.get(eventsPath, async (c) => {
    checkOrigin(c, deps)
    // A stream does not count as use of its session: a forgotten tab must not keep it alive.
    const readSession = () => findSession(c, deps.sql, deps.env, deps.clock)
    const session = await readSession()
    if (!session) throw new AppError('unauthenticated', 'Please log in')
    requireOwnPassword(session)
    c.header('X-Accel-Buffering', 'no')
    c.header('Cache-Control', 'no-store')
    // Before the response starts: after that an error cannot become an error response.
    await feed.listen()
    const stream = openStream(c)
    const { ended, isEnded, end } = feed.subscribe(stream, session.hash)
    stream.onCancel(end)
    const keepOpen = async () => {
      // The session may have ended between the read above and the subscription.
      let known = await readSession().catch(() => null)
      while (known && !isEnded()) {
        const expiresIn = known.endsAt.getTime() - deps.clock().getTime()
        await Promise.race([ended, pause(Math.min(HEARTBEAT_MS, Math.max(0, expiresIn)))])
        if (isEnded()) break
        known = await readSession().catch(() => null)
        if (known) await stream.write(encoder.encode(': beat\n\n')).catch(end)
      }
      end()
      stream.close()
    }
    void keepOpen()
    const ready = { recent: feed.recent() }
    void stream.write(encoder.encode(formatEvent(readyEvent, JSON.stringify(ready))))
    return c.body(stream.body, 200, { 'Content-Type': 'text/event-stream' })
  })
}

/**
 * A response that stays open. After its headers are sent, writes go to the Node response: through a web stream they cost
 * four times as much, and every event is a write per stream. It ends with its connection instead of using chunked
 * encoding, which costs half as much again.
 */
function openStream(c: Context) {
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
  let controller: ReadableStreamController<Uint8Array<ArrayBuffer>> | undefined
  let onCancel = () => undefined as unknown
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(given) {
      controller = given
    },
    cancel: () => void onCancel(),
  })
  if (outgoing) {
    outgoing.useChunkedEncodingByDefault = false
    outgoing.shouldKeepAlive = false
  }
  return {
    body,
    async write(bytes: Uint8Array<ArrayBuffer>) {
      if (!outgoing?.headersSent) return void controller?.enqueue(bytes)
      await new Promise<void>((resolve, reject) => {
        outgoing.write(bytes, (error) => (error ? reject(error) : resolve()))
      })
    },
    onCancel(callback: () => unknown) {
      onCancel = callback
    },
    close() {
      try {
        controller?.close()
      } catch {
        // The client closed it first.
      }
    },
  }
}

const encoder = new TextEncoder()

/** A timer that does not keep the process running. */
const pause = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms).unref())
