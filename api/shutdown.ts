import { errorStack } from '@salonback/shared/errorMessage.ts'
import type { Logger } from 'pino'
import { maskNumbers } from './log.ts'

type Step = () => Promise<unknown>

export interface Shutdown {
  /** Steps run in the reverse order of their adding. */
  add(step: Step): void
  /** Runs every step once, however often it is called. */
  run(): Promise<void>
}

/** Supervisors kill a process after 30 s without a log line. */
const MAX_STOP_MS = 29_000

/** Runs the added steps and exits on SIGTERM and SIGINT. */
export function createShutdown(log: Logger): Shutdown {
  const steps: Step[] = []
  const runAll = async () => {
    for (const step of steps.reverse())
      await step().catch((error) => log.error({ err: error }, 'a shutdown step failed'))
  }
  // npm forwards the Ctrl-C that its child receives as well: the second signal waits for the same shutdown.
  let running: Promise<void> | undefined
  const run = () => {
    running ??= runAll()
    return running
  }
  const exit = () => {
    setTimeout(() => {
      log.error('shutdown timed out; exiting')
      process.exit(1)
    }, MAX_STOP_MS).unref()
    void run().then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, exit)
  return { add: (step) => void steps.push(step), run }
}

/** Masks phone numbers in uncaught errors before the process exits. */
export function maskUncaughtErrors() {
  process.on('uncaughtException', (error: unknown) => {
    process.stderr.write(`${maskNumbers(errorStack(error))}\n`)
    process.exit(1)
  })
}
