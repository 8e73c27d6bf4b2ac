import { AppError } from './errors.ts'

interface FairQueue {
  /** Works that run together, each of another key. */
  atOnce: number
  /** Works of one key that may wait; more are rejected with 503. */
  waiting: number
}

/** Queues the work of each key by itself, and takes one of each key in turn: many calls of one must not delay another. */
export function fairQueue({ atOnce, waiting: most }: FairQueue) {
  const waiting = new Map<string, (() => void)[]>()
  const busy = new Set<string>()

  const startNext = () => {
    for (const [key, starts] of waiting) {
      if (busy.size >= atOnce) return
      if (busy.has(key)) continue
      waiting.delete(key)
      const [start, ...others] = starts
      // Behind the other keys.
      if (others.length > 0) waiting.set(key, others)
      busy.add(key)
      start?.()
    }
  }

  return async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const starts = waiting.get(key) ?? []
    if (starts.length >= most)
      throw new AppError('unavailable', 'Too many calls at once. Please try again in a moment.', {
        retryAfter: 2,
      })
    await new Promise<void>((start) => {
      waiting.set(key, [...starts, start])
      startNext()
    })
    try {
      return await work()
    } finally {
      busy.delete(key)
      const rest = waiting.get(key)
      waiting.delete(key)
      if (rest) waiting.set(key, rest)
      startNext()
    }
  }
}
