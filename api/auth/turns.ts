import { AppError } from '../http/errors.ts'

interface Waiting {
  start: () => void
}

/**
 * Lets a few run at a time and a few wait; anyone else is refused at once. Password hashing takes a core and 19 MB for
 * each, and without this a flood of logins has all of both.
 */
export function createTurns({ atOnce, waiting: most }: { atOnce: number; waiting: number }) {
  const waiting: Waiting[] = []
  let running = 0

  const turn = async () => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= most) {
      throw new AppError('unavailable', 'Too many people are logging in. Please try again in a moment.', {
        retryAfter: 2,
      })
    }
    await new Promise<void>((start) => waiting.push({ start }))
  }

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    await turn()
    try {
      return await work()
    } finally {
      // The next one takes this place: nobody who comes just now gets in between.
      const next = waiting.shift()
      if (next) next.start()
      else running -= 1
    }
  }
}

export type InTurn = ReturnType<typeof createTurns>
