import { performance } from 'node:perf_hooks'

/** Milliseconds since it was started. */
export type Stopwatch = () => number

/**
 * Time since the start by the monotonic or the wall clock, whichever shows more: the first stops while some machines
 * sleep, the second can be set back. A clock set forward only costs a second check.
 */
export function stopwatch(): Stopwatch {
  const ticks = performance.now()
  const wall = Date.now()
  return () => Math.max(performance.now() - ticks, Date.now() - wall)
}

/** The last check of a carrier call: after connecting, before the first byte of a text is written. */
export interface Fence {
  /** Whether the last check is so recent that the bytes may leave now, in this very turn. */
  isOpen(): boolean
  /** Checks the row once more; false when the text must not leave. */
  check(): Promise<boolean>
}

/** A check older than this is repeated: a STOP may have been acknowledged since. */
const FRESH_MS = 250
/** The limit after several checks that were too slow for the one above: without it a slow database would stop all sending. */
const SLOW_FRESH_MS = 1000
const SLOW_AFTER = 5

/**
 * The fence of one attempt. `check` returns the reason not to send, or null. Once `age` passes `endsMs` the answer is
 * no without a check, because another worker may have claimed the text by then.
 */
export function createFence<Reason>(
  check: () => Promise<Reason | null>,
  attempt: { age: Stopwatch; endsMs: number; tooLate: Reason },
): Fence & { reason(): Reason | null } {
  let reason: Reason | null = null
  let checks = 0
  let checkedAt: Stopwatch | null = null
  const isLate = () => attempt.age() >= attempt.endsMs
  return {
    isOpen: () =>
      checkedAt !== null && checkedAt() <= (checks > SLOW_AFTER ? SLOW_FRESH_MS : FRESH_MS) && !isLate(),
    async check() {
      checks += 1
      // Started before the query: the rows it reads may be that old.
      const asked = stopwatch()
      reason = isLate() ? attempt.tooLate : await check()
      checkedAt = reason === null ? asked : null
      return reason === null
    },
    reason: () => reason,
  }
}
