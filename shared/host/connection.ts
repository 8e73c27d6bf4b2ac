import { create } from 'zustand'
import type { ConnectionState } from './platform.ts'

interface Connection {
  /** `connecting` until the first answer: nothing is claimed before it came. */
  state: ConnectionState | 'connecting'
  /** When the connection was last known to be live, milliseconds since 1970. */
  liveAt: number
}

export const isLive = (state: Connection['state']) => state === 'live' || state === 'polled'

/** Whether the server's events reach us. */
export const useConnection = create<Connection>(() => ({ state: 'connecting', liveAt: Date.now() }))

export function setConnection(state: ConnectionState) {
  useConnection.setState((before) => {
    if (isLive(state) || isLive(before.state)) return { state, liveAt: Date.now() }
    return { state }
  })
}
