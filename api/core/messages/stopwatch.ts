import { performance } from 'node:perf_hooks'

/** Milliseconds since it was started. */
export type Stopwatch = () => number

/**
 * Measures by the monotonic and by the wall clock and returns the larger value: the monotonic clock stops while some
 * machines sleep, and the wall clock can be set back.
 */
export function stopwatch(): Stopwatch {
  const ticks = performance.now()
  const wall = Date.now()
  return () => Math.max(performance.now() - ticks, Date.now() - wall)
}
