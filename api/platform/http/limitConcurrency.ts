import { AppError } from './errors.ts'

interface Waiting {
  start: () => void
}

interface Limit {
  atOnce: number
  /** Unlimited by default. */
  waiting?: number
  /** Message for calls beyond `waiting`. */
  rejection?: string
}

/** Runs at most `atOnce` at a time and queues at most `waiting`; rejects more with 503. */
export function limitConcurrency({
  atOnce,
  waiting: maxWaiting = Number.POSITIVE_INFINITY,
  rejection = 'Too many calls at once. Please try again in a moment.',
}: Limit) {
  const waiting: Waiting[] = []
  let running = 0

  const acquire = async () => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) {
      throw new AppError('unavailable', rejection, { retryAfter: 2 })
    }
    await new Promise<void>((start) => waiting.push({ start }))
  }

  return async function run<T>(work: () => T | Promise<T>): Promise<T> {
    await acquire()
    try {
      return await work()
    } finally {
      // Passes the slot to the next in the queue: after a decrement a new call could overtake it.
      const next = waiting.shift()
      if (next) next.start()
      else running -= 1
    }
  }
}

export type RunLimited = ReturnType<typeof limitConcurrency>
