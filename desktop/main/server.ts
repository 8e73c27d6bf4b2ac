import { app } from 'electron'
import { callServer } from './call.ts'
import type { ConnectionMonitor } from './forward.ts'
import type { Secrets } from './secrets.ts'
import { openSession, type Session } from './session.ts'
import type { SettingsFile } from './settings.ts'

/** The server this app is connected to, and the session with it. */
export interface Server {
  origin(): string | null
  session(): Session | null
  agent: string
  connect(origin: string): void
  /** Forgets the session, here and in the keychain, and the address. */
  disconnect(): Promise<void>
  forward(request: Request): Promise<Response>
  onBack(heard: () => void): void
}

/** Known before the window opens, so what talks to it is loaded with the first call. */
export function setupServer(settings: SettingsFile, secrets: Promise<Secrets>): Server {
  const agent = `${app.name}/${app.getVersion()} (${process.platform})`
  let origin = settings.get().server
  let session = origin ? openSession(secrets, origin) : null
  let heardBack = () => {}
  const connection = connectionMonitor(() => heardBack())
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
      const { leave } = await import('./leave.ts')
      await leave(origin, session, agent)
      origin = null
      session = null
      settings.change({ server: null })
    },
    forward: async (request) => {
      if (!origin || !session) return Response.json({ message: 'Not connected to a server' }, { status: 401 })
      const { forward } = await import('./forward.ts')
      return forward(request, { origin, session, agent, connection, send: callServer })
    },
    onBack: (heard) => {
      heardBack = heard
    },
  }
}

/** Tells once when the server answers again. */
function connectionMonitor(back: () => void): ConnectionMonitor {
  let down = false
  return {
    lost: () => {
      down = true
    },
    works: () => {
      if (down) back()
      down = false
    },
  }
}
