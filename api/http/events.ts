import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { eventsPath, readyEvent } from '@salonback/shared/http/wire.ts'
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { findSession, withOwnPassword } from './access.ts'
import { createListeningHub } from './changes.ts'
import { AppError } from './errors.ts'
import { lineOf } from './eventHub.ts'
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
    const screen = openScreen(c)
    const member = hub.join(screen, session.hash)
    screen.onGone(member.leave)
    const { gone, left, leave } = member
    const hold = async () => {
      // The session may have ended between the read above and the join: such an end would be missed.
      let known = await readSession().catch(() => null)
      while (known && !left()) {
        const runsOut = known.endsAt.getTime() - deps.clock().getTime()
        await Promise.race([gone, pause(Math.min(HEARTBEAT_MS, Math.max(0, runsOut)))])
        if (left()) break
        known = await readSession().catch(() => null)
        if (known) await screen.write(encoder.encode(': beat\n\n')).catch(leave)
      }
      leave()
      screen.close()
    }
    void hold()
    const ready = { polled: deps.listener === null, recent: hub.recent() }
    void screen.write(encoder.encode(lineOf(readyEvent, JSON.stringify(ready))))
    return c.body(screen.body, 200, { 'Content-Type': 'text/event-stream' })
  })
}

/**
 * An answer that never ends by itself. Once its head is out, what is written goes to the connection itself: through the
 * streams of the web a write costs four times as much, and each event is one to every open screen. It ends with its
 * connection: framed in chunks, each event would cost half as much again.
 */
function openScreen(c: Context) {
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
  let controller: ReadableStreamController<Uint8Array<ArrayBuffer>> | undefined
  let gone = () => undefined as unknown
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(given) {
      controller = given
    },
    cancel: () => void gone(),
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
    /** What to do when the client has gone. */
    onGone(then: () => unknown) {
      gone = then
    },
    /** The client may have ended it first. */
    close() {
      try {
        controller?.close()
      } catch {}
    },
  }
}

const encoder = new TextEncoder()

/** A pause whose timer does not keep a stopping process running. */
const pause = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms).unref())
