import { create } from 'zustand'
import type { ConnectionState } from './platform.ts'

interface Connection {
  /** `connecting` until the first answer: nothing is claimed before it came. */
  state: ConnectionState | 'connecting'
  /** When the connection was last known to be live, milliseconds since 1970. */
  liveAt: number
}

/** Whether the server's events reach us. */
export const useConnection = create<Connection>(() => ({ state: 'connecting', liveAt: Date.now() }))

export function setConnection(state: ConnectionState) {
  useConnection.setState((before) => {
    if (state === 'live') return { state, liveAt: Date.now() }
    return before.state === 'live' ? { state, liveAt: Date.now() } : { state }
  })
}
