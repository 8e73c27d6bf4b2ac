import { create } from 'zustand'
import type { ConnectionState } from './platform.ts'

interface Connection {
  /** `connecting` until the first connection attempt has an outcome. */
  state: ConnectionState | 'connecting'
  /** Time of the last live state, ms since 1970. */
  liveAt: number
}

export const isLive = (state: Connection['state']) => state === 'live'

/** State of the event stream. */
export const useConnection = create<Connection>(() => ({ state: 'connecting', liveAt: Date.now() }))

export function setConnection(state: ConnectionState) {
  useConnection.setState((before) => {
    if (isLive(state) || isLive(before.state)) return { state, liveAt: Date.now() }
    return { state }
  })
}
