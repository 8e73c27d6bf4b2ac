import { setTimeout as wait } from 'node:timers/promises'

/** One row of the table: what was checked, how many cases, and how many of them were wrong. */
export interface Row {
  what: string
  tried: number
  wrong: number
  /** Details of the wrong cases, or a measured figure. */
  note?: string
}

/** What a suite gets from the runner. */
export interface SuiteContext {
  seed: number
  /** Runs only the parts with this word in their name; empty: all parts. */
  only: string
  log(line: string): void
  /** Aborted at the time limit or by Ctrl-C. Loops must then end and start nothing new. */
  signal: AbortSignal
  /** Registers a clean-up step. Steps always run, last registered first. */
  atEnd(step: () => unknown): void
}

export interface Suite {
  /** Time limit, generous enough for two busy cores. */
  seconds: number
  run(context: SuiteContext): Promise<Row[]>
}

/** How long a suite may take to end after an abort. */
const GRACE_MS = 20_000

type Options = Pick<SuiteContext, 'seed' | 'only' | 'log'> & { stop: AbortSignal }

/** Runs one suite until it ends, reaches its time limit or is aborted, and cleans up. A crash is reported as a row. */
export async function runSuite(suite: Suite, { stop, ...options }: Options): Promise<Row[]> {
  const steps: (() => unknown)[] = []
  const timeLimit = new AbortController()
  const { seconds } = suite
  const timer = setTimeout(() => timeLimit.abort(), seconds * 1000)
  const signal = AbortSignal.any([timeLimit.signal, stop])
  const context: SuiteContext = { ...options, signal, atEnd: (step) => steps.unshift(step) }
  try {
    const rows = await Promise.race([suite.run(context), rejectAfterGrace(signal)])
    const wrong = timeLimit.signal.aborted ? 1 : 0
    return [
      ...(options.only === '' ? rows.map(requireTries) : rows),
      { what: `ends within ${seconds} s`, tried: 1, wrong },
    ]
  } catch (error) {
    if (!timeLimit.signal.aborted)
      return [{ what: 'runs without crashing', tried: 1, wrong: 1, note: shortStack(error) }]
    return [{ what: `ends within ${seconds} s`, tried: 1, wrong: 1, note: shortStack(error) }]
  } finally {
    clearTimeout(timer)
    timeLimit.abort()
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        options.log(`clean-up failed: ${shortStack(error)}`)
      }
    }
  }
}

/** A check without cases proves nothing and counts as wrong. */
const requireTries = (row: Row): Row =>
  row.tried > 0 ? row : { ...row, wrong: Math.max(1, row.wrong), note: row.note ?? 'nothing was checked' }

async function rejectAfterGrace(signal: AbortSignal): Promise<never> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await wait(GRACE_MS, undefined, { ref: false })
  throw new Error('did not end after the abort')
}

export const shortStack = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' | ') : String(error)
