import { AppError } from './errors.ts'

interface Waiting {
  start: () => void
}

interface Limit {
  atOnce: number
  /** As many as there are connections, unless said. */
  waiting?: number
  /** To those beyond. */
  refusal?: string
}

/** Runs at most `atOnce` at a time and lets at most `waiting` wait, in their order; more are refused with 503. */
export function limitConcurrency({
  atOnce,
  waiting: maxWaiting = Number.POSITIVE_INFINITY,
  refusal = 'Too many calls at once. Please try again in a moment.',
}: Limit) {
  const waiting: Waiting[] = []
  let running = 0

  const acquire = async () => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) {
      throw new AppError('unavailable', refusal, { retryAfter: 2 })
    }
    await new Promise<void>((start) => waiting.push({ start }))
  }

  return async function run<T>(work: () => T | Promise<T>): Promise<T> {
    await acquire()
    try {
      return await work()
    } finally {
      // Hands its slot to the next in the queue: decrementing first would let a newcomer overtake it.
      const next = waiting.shift()
      if (next) next.start()
      else running -= 1
    }
  }
}

export type RunLimited = ReturnType<typeof limitConcurrency>
