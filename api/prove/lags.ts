import type { Proving } from './suite.ts'

const EVERY_MS = 5
/** Shorter than this is a timer's ordinary coarseness. */
const LAG_MS = 25

export interface Lags {
  /** Milliseconds of this span in which this process got to act: a busy machine makes the rest, not the service. */
  liveBetween(from: number, to: number): number
}

/** Notes when this process stood still. Times are `performance.now()`. */
export function watchLags(proving: Pick<Proving, 'atEnd'>): Lags {
  const still: { from: number; to: number }[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - last > LAG_MS) still.push({ from: last + EVERY_MS, to: now })
    last = now
  }, EVERY_MS)
  proving.atEnd(() => clearInterval(timer))
  return {
    liveBetween(from, to) {
      const lost = still.map((span) => Math.min(to, span.to) - Math.max(from, span.from))
      return to - from - lost.reduce((sum, ms) => sum + Math.max(0, ms), 0)
    },
  }
}
