import type { SuiteContext } from './suite.ts'

const EVERY_MS = 5
/** Shorter delays are normal for timers. */
const LAG_MS = 25

export interface Lags {
  /** Milliseconds between two times without the delays of this process, which are not the service's fault. */
  activeMsBetween(from: number, to: number): number
}

/** Records when this process was delayed. Times are `performance.now()`. */
export function watchLags(context: Pick<SuiteContext, 'atEnd'>): Lags {
  const delays: { from: number; to: number }[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - last > LAG_MS) delays.push({ from: last + EVERY_MS, to: now })
    last = now
  }, EVERY_MS)
  context.atEnd(() => clearInterval(timer))
  return {
    activeMsBetween(from, to) {
      let lost = 0
      // Newest first: a busy machine has thousands of delays, and most calls are for the last second.
      for (let n = delays.length - 1; n >= 0; n--) {
        const delay = delays[n] as (typeof delays)[number]
        if (delay.to <= from) break
        lost += Math.max(0, Math.min(to, delay.to) - Math.max(from, delay.from))
      }
      return to - from - lost
    },
  }
}
