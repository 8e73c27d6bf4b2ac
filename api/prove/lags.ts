import type { Proving } from './suite.ts'

const EVERY_MS = 5
/** Shorter delays are normal for timers. */
const LAG_MS = 25

export interface Lags {
  /** Milliseconds of this span in which this process got to act: a busy machine makes the rest, not the service. */
  liveBetween(from: number, to: number): number
}

/** Records when this process was delayed. Times are `performance.now()`. */
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
      let lost = 0
      // From the latest backwards: there are thousands on a busy machine, and most questions are about just now.
      for (let n = still.length - 1; n >= 0; n--) {
        const span = still[n] as (typeof still)[number]
        if (span.to <= from) break
        lost += Math.max(0, Math.min(to, span.to) - Math.max(from, span.from))
      }
      return to - from - lost
    },
  }
}
