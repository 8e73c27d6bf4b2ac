import type { PlatformContext } from './context.ts'
import { isConnectionLoss } from './db/open.ts'

interface RunEach<T> {
  /** In the log. */
  what: string
  /** Ids for the log; nothing private. */
  idsOf(item: T): object
  /** False: there was nothing to do, which does not count toward `most`. */
  step(item: T): Promise<unknown>
  /** So many have something done; the others wait for the next round. */
  most?: number
}

/**
 * Runs the step for one item after the other. One that fails is logged and stops no other: the next round tries it again.
 * Without a database all would fail, so the first lost connection ends the round.
 */
export async function runEach<T>(
  { log }: Pick<PlatformContext, 'log'>,
  items: readonly T[],
  { what, idsOf, step, most = Number.POSITIVE_INFINITY }: RunEach<T>,
): Promise<void> {
  let done = 0
  for (const item of items) {
    if (done >= most) return
    try {
      if ((await step(item)) !== false) done++
    } catch (error) {
      if (isConnectionLoss(error)) throw error
      log.error({ err: error, ...idsOf(item) }, `${what} failed and will be tried again`)
    }
  }
}
