import { AppError } from '../http/errors.ts'

interface Waiting {
  start: () => void
}

/**
 * Runs at most `atOnce` at a time and lets at most `waiting` wait; more are refused with 503. Password hashing takes a
 * core and 19 MB each: without a limit a flood of logins takes all of both.
 */
export function limitConcurrency({ atOnce, waiting: maxWaiting }: { atOnce: number; waiting: number }) {
  const waiting: Waiting[] = []
  let running = 0

  const acquire = async () => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) {
      throw new AppError('unavailable', 'Too many people are logging in. Please try again in a moment.', {
        retryAfter: 2,
      })
    }
    await new Promise<void>((start) => waiting.push({ start }))
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
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
