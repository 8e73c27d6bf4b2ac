import { create } from 'zustand'
import type { LineState } from './platform.ts'

interface Line {
  /** `connecting` until the first answer: nothing is claimed before it came. */
  state: LineState | 'connecting'
  /** When the line was last known to be live, milliseconds since 1970. */
  liveAt: number
}

/** Whether the server's events reach us. */
export const useConnection = create<Line>(() => ({ state: 'connecting', liveAt: Date.now() }))

export function setConnection(state: LineState) {
  useConnection.setState((line) => {
    if (state === 'live') return { state, liveAt: Date.now() }
    return line.state === 'live' ? { state, liveAt: Date.now() } : { state }
  })
}
