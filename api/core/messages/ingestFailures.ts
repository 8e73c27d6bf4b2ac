import { type Stopwatch, stopwatch } from './stopwatch.ts'

/** Received texts that this process failed to store. The catch-up fetches them from the carrier. */
export interface IngestFailures {
  /** Records a failure, by default one that happened now. */
  record(since?: Stopwatch): void
  /** Returns the time since the oldest recorded failure and clears the record; null if there is none. */
  take(): Stopwatch | null
}

export function createIngestFailures(): IngestFailures {
  let oldest: Stopwatch | null = null
  return {
    record(since = stopwatch()) {
      if (!oldest || since() > oldest()) oldest = since
    },
    take() {
      const taken = oldest
      oldest = null
      return taken
    },
  }
}
