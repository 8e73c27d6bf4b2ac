import { setTimeout as wait } from 'node:timers/promises'

export type Scale = 'short' | 'full'

/** One row of the table: what was checked, how often, and how often it was wrong. */
export interface Row {
  what: string
  tried: number
  wrong: number
  /** Details of a wrong result, or a figure. */
  note?: string
}

/** Input of a suite. */
export interface Proving {
  seed: number
  scale: Scale
  /** Runs only parts with this word in their name; empty: all. */
  only: string
  log(line: string): void
  /** Aborted at the time limit or by Ctrl-C: loops end and nothing new starts. */
  signal: AbortSignal
  /** Registers clean-up, run in reverse order in any case. */
  atEnd(step: () => unknown): void
}

export interface Suite {
  /** Time limit in seconds on two busy cores. */
  seconds: Record<Scale, number>
  run(proving: Proving): Promise<Row[]>
}

/** A suite that ignores the abort signal is abandoned after this. */
const GRACE_MS = 20_000

type Options = Pick<Proving, 'seed' | 'scale' | 'only' | 'log'> & { stop: AbortSignal }

/** Runs one suite until its end, time limit or abort, and cleans up. A crash is reported as a row. */
export async function runSuite(suite: Suite, { stop, ...options }: Options): Promise<Row[]> {
  const steps: (() => unknown)[] = []
  const overdue = new AbortController()
  const seconds = suite.seconds[options.scale]
  const timer = setTimeout(() => overdue.abort(), seconds * 1000)
  const signal = AbortSignal.any([overdue.signal, stop])
  const proving: Proving = { ...options, signal, atEnd: (step) => steps.unshift(step) }
  try {
    const rows = await Promise.race([suite.run(proving), afterGrace(signal)])
    const late = overdue.signal.aborted ? 1 : 0
    return [
      ...(options.only === '' ? rows.map(requireTries) : rows),
      { what: `ends within ${seconds} s`, tried: 1, wrong: late },
    ]
  } catch (error) {
    if (!overdue.signal.aborted)
      return [{ what: 'runs without crashing', tried: 1, wrong: 1, note: shortStack(error) }]
    return [{ what: `ends within ${seconds} s`, tried: 1, wrong: 1, note: shortStack(error) }]
  } finally {
    clearTimeout(timer)
    overdue.abort()
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        options.log(`cleaning up: ${shortStack(error)}`)
      }
    }
  }
}

/** A row without tries counts as wrong. */
const requireTries = (row: Row): Row =>
  row.tried > 0 ? row : { ...row, wrong: Math.max(1, row.wrong), note: row.note ?? 'nothing was tried' }

async function afterGrace(signal: AbortSignal): Promise<never> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await wait(GRACE_MS, undefined, { ref: false })
  throw new Error('still running after its time')
}

export const shortStack = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' | ') : String(error)
