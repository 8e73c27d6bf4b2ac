import { type Stopwatch, stopwatch } from './stopwatch.ts'

/** The last check of a text: after the connection is open, before the first byte of the request is written. */
export interface SendGuard {
  /** Whether the last check passed recently enough to write the request in this turn of the event loop. */
  isOpen(): boolean
  /** Checks again; false when the text must not be sent. */
  check(): Promise<boolean>
}

/** Maximum age of a check: a STOP may have been acknowledged since. */
const FRESH_MS = 250
/** Maximum age after several slow checks, so that a slow database does not stop all sending. */
const SLOW_FRESH_MS = 1000
const SLOW_AFTER = 5

/** Guards one attempt. `check` returns a reason to block or null. From `endsMs` on the attempt is blocked without a check. */
export function createSendGuard<Reason>(
  check: () => Promise<Reason | null>,
  attempt: { age: Stopwatch; endsMs: number; tooLate: Reason },
): SendGuard & { reason(): Reason | null } {
  let reason: Reason | null = null
  let checks = 0
  let checkedAt: Stopwatch | null = null
  const isLate = () => attempt.age() >= attempt.endsMs
  return {
    isOpen: () =>
      checkedAt !== null && checkedAt() <= (checks > SLOW_AFTER ? SLOW_FRESH_MS : FRESH_MS) && !isLate(),
    async check() {
      checks += 1
      // Start before the query: the rows it reads can be this old.
      const started = stopwatch()
      reason = isLate() ? attempt.tooLate : await check()
      checkedAt = reason === null ? started : null
      return reason === null
    },
    reason: () => reason,
  }
}
