import { type Stopwatch, stopwatch } from './fence.ts'

/** Received texts this process could not store. */
export interface Lapses {
  /** One more, `since` when; now when that is left out. */
  note(since?: Stopwatch): void
  /** Time since the first one that nobody has taken yet; null without one. */
  take(): Stopwatch | null
}

export function createLapses(): Lapses {
  let first: Stopwatch | null = null
  return {
    note(since = stopwatch()) {
      if (!first || since() > first()) first = since
    },
    take() {
      const taken = first
      first = null
      return taken
    },
  }
}
