import { auth } from '@salonback/shared/platform/auth/contract.ts'
import { app } from 'electron'
import { callServer } from './callServer.ts'
import { type ConnectionMonitor, forward } from './forward.ts'
import type { Secrets } from './secrets.ts'
import { openSession, type Session } from './session.ts'
import type { SettingsFile } from './settings.ts'

/** The server this app is connected to, and the session with it. */
export interface Server {
  origin(): string | null
  session(): Session | null
  /** User-Agent header of our requests. */
  agent: string
  connect(origin: string): void
  /** Signs out, then forgets the server's address. */
  disconnect(): Promise<void>
  forward(request: Request): Promise<Response>
  /** Subscribes to the first successful call after a failed one. */
  onBack(listener: () => void): void
}

export function setupServer(settings: SettingsFile, secrets: Promise<Secrets>): Server {
  const agent = `${app.name}/${app.getVersion()} (${process.platform})`
  let origin = settings.get().server
  let session = origin ? openSession(secrets, origin) : null
  let onBack = () => {}
  const connection = connectionMonitor(() => onBack())
  return {
    origin: () => origin,
    session: () => session,
    agent,
    connect: (next) => {
      origin = next
      session = openSession(secrets, next)
      settings.change({ server: next, trusted: next })
    },
    disconnect: async () => {
      if (origin && session) await signOut(origin, session, agent)
      origin = null
      session = null
      settings.change({ server: null })
    },
    forward: async (request) => {
      if (!origin || !session) return Response.json({ message: 'Not connected to a server' }, { status: 401 })
      return forward(request, { origin, session, agent, connection, send: callServer })
    },
    onBack: (listener) => {
      onBack = listener
    },
  }
}

/** Deletes the session here, then on the server without waiting, because the server may be unreachable. */
async function signOut(origin: string, session: Session, agent: string) {
  const cookie = await session.token()
  await session.clear()
  if (!cookie) return
  const headers = { origin, cookie, 'user-agent': agent }
  callServer({ method: auth.logout.method, url: `${origin}${auth.logout.path}`, headers })
    .then((response) => response.body.cancel())
    .catch(() => {})
}

function connectionMonitor(onBack: () => void): ConnectionMonitor {
  let down = false
  return {
    failed: () => {
      down = true
    },
    succeeded: () => {
      if (down) onBack()
      down = false
    },
  }
}
