import { performance } from 'node:perf_hooks'

/** The promise is 50 ms on an idle machine. A busy one takes up to four times as long; a broken product takes seconds. */
export const LONGEST_TURN_MS = 200

/**
 * The longest time that `work` blocked the event loop, in ms. Takes the lesser of wall time, which grows on a busy
 * machine, and CPU time, which includes other threads.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const now = () => {
    const { user, system } = process.cpuUsage()
    return { wall: performance.now(), cpu: (user + system) / 1000 }
  }
  let longest = 0
  let last = now()
  let done = false
  const measure = () => {
    const next = now()
    longest = Math.max(longest, Math.min(next.wall - last.wall, next.cpu - last.cpu))
    last = next
    if (!done) setImmediate(measure)
  }
  setImmediate(measure)
  await work()
  await new Promise((resolve) => setTimeout(resolve, 1))
  done = true
  return longest
}
