import type { OpenAPIHono } from '@hono/zod-openapi'
import { eventsPath, readyEvent } from '@salonback/shared/http/wire.ts'
import { streamSSE } from 'hono/streaming'
import type { Deps } from '../deps.ts'
import { findSession, withOwnPassword } from './access.ts'
import { createListeningHub } from './changes.ts'
import { AppError } from './errors.ts'
import { checkOrigin } from './origin.ts'

const HEARTBEAT_MS = 20_000

/**
 * Changes as they are committed by any process, for open screens. A stream ends with its session: told by the
 * database when somebody ends it, by a timer when it runs out, and at the latest when the next heartbeat reads it.
 */
export function eventRoutes(app: OpenAPIHono, deps: Deps): void {
  const hub = createListeningHub(deps)
  app.get(eventsPath, async (c) => {
    checkOrigin(c, deps)
    // Listening is no use of the session: a forgotten tab must not keep it alive.
    const readSession = () => findSession(c, deps.sql, deps.env, deps.clock)
    const session = await readSession()
    if (!session) throw new AppError('unauthenticated', 'Please log in')
    withOwnPassword(session)
    c.header('X-Accel-Buffering', 'no')
    c.header('Cache-Control', 'no-store')
    // Before the stream begins: an error inside it cannot become a proper error answer any more.
    await hub.listen()
    return streamSSE(c, async (stream) => {
      const member = hub.join(stream, session.hash)
      stream.onAbort(member.leave)
      await stream.writeSSE({ event: readyEvent, data: JSON.stringify({ polled: deps.listener === null }) })
      // The session may have ended between the read above and the join: such an end would be missed.
      let known = await readSession().catch(() => null)
      while (known && !member.left()) {
        const runsOut = known.endsAt.getTime() - deps.clock().getTime()
        await Promise.race([member.gone, pause(Math.min(HEARTBEAT_MS, Math.max(0, runsOut)))])
        if (member.left()) break
        known = await readSession().catch(() => null)
        if (known) await stream.write(': beat\n\n')
      }
      member.leave()
    })
  })
}

/** A pause whose timer does not keep a stopping process running. */
const pause = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms).unref())
