import { createCatchUp } from '../core/messages/catchUp.ts'
import { createSendLoop } from '../core/messages/sendLoop.ts'
import type { Deps } from '../deps.ts'
import { isConnectionLoss } from '../platform/db/open.ts'
import { resumeMail } from '../platform/mail/mailStates.ts'
import { createChores, ROUND_MS } from './chores.ts'

const BUSY_MS = 100

export interface Worker {
  start(): Promise<void>
  /** Claims nothing more and waits for calls and chores under way. */
  stop(): Promise<void>
  /** One round for tests: chores, then due texts until their calls have ended. Returns the number of claimed texts. */
  round(): Promise<number>
}

/**
 * Sends due texts and runs the chores. Any number of workers, in any number of processes, share the work and the rate.
 * `listens`: this process also takes the carrier's webhooks, so it backfills texts missed during downtime.
 */
export function createWorker(deps: Deps, { listens = false } = {}): Worker {
  const { sql, log, carrier } = deps
  let running = false
  let wake: () => void = () => undefined
  let loop: Promise<void> = Promise.resolve()
  const catchUp = listens && !carrier.missing ? createCatchUp(deps) : null
  const chores = createChores(deps, catchUp)
  const sendLoop = createSendLoop(deps, () => wake())

  /** Before the first heartbeat nothing may be sent: received texts may be missing. */
  const claimAndSend = async () =>
    carrier.missing || catchUp?.hasBegun() === false ? 0 : sendLoop.claimAndSend()

  async function attempt<T>(step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step()
    } catch (error) {
      log.error({ err: error }, 'the worker failed and will try again')
      return undefined
    }
  }

  async function run() {
    if (catchUp) await attempt(catchUp.beat)
    while (running) {
      chores.startDue()
      const claimed = (await attempt(claimAndSend)) ?? 0
      if (running && !sendLoop.hasMore()) await pause(claimed > 0 || sendLoop.isFull() ? BUSY_MS : ROUND_MS)
    }
  }

  function pause(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    async start() {
      running = true
      // The settings of the mail server may be new.
      await attempt(() => resumeMail(sql))
      // Without this connection the outbox is polled every second until the driver has reconnected.
      const listening = await sql
        .listen('outbox', () => wake())
        .catch((error: unknown) => {
          if (!isConnectionLoss(error)) throw error
          return null
        })
      loop = run().finally(() => listening?.unlisten().catch(() => undefined))
    },
    async stop() {
      running = false
      catchUp?.interrupt()
      wake()
      await loop
      await Promise.all([sendLoop.settled(), chores.stop()])
      if (catchUp) await attempt(catchUp.stop)
    },
    async round() {
      await chores.runRound()
      const claimed = await claimAndSend()
      await sendLoop.settled()
      return claimed
    },
  }
}
