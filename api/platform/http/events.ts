import type { OpenAPIHono } from '@hono/zod-openapi'
import { eventsPath, readyEvent } from '@salonback/shared/platform/http/wire.ts'
import type { PlatformContext } from '../context.ts'
import { findSession, requireOwnPassword } from './access.ts'
import { AppError } from './errors.ts'
import { formatEvent } from './eventHub.ts'
import { checkOrigin } from './origin.ts'

const HEARTBEAT_MS = 20_000

/**
 * Server-sent events of changes committed by any process. A stream ends with its session: by a NOTIFY when the session
 * is ended, by a timer when it expires, and at the latest at the next heartbeat.
 */
export function eventRoutes(app: OpenAPIHono, deps: PlatformContext): void {
  const feed = deps.changeFeed
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
    const stream = feed.subscribe(session.hash)
    const keepOpen = async () => {
      // The session may have ended between the read above and the subscription.
      let known = await readSession().catch(() => null)
      while (known && !stream.isEnded()) {
        const expiresIn = known.endsAt.getTime() - deps.clock().getTime()
        await Promise.race([stream.ended, pause(Math.min(HEARTBEAT_MS, Math.max(0, expiresIn)))])
        if (stream.isEnded()) return
        known = await readSession().catch(() => null)
        if (known) stream.write(encoder.encode(': beat\n\n'))
      }
      stream.end()
    }
    void keepOpen()
    const ages = feed.recent()
    const ready = JSON.stringify({ recent: Object.keys(ages), ages })
    stream.write(encoder.encode(formatEvent(readyEvent, ready)))
    return c.body(stream.body, 200, { 'Content-Type': 'text/event-stream' })
  })
}

const encoder = new TextEncoder()

/** A timer that does not keep the process running. */
const pause = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms).unref())
