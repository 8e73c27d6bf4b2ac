import { setTimeout as wait } from 'node:timers/promises'

export type Scale = 'short' | 'full'

/** One line of the table: what was looked at, how often, and how often it was wrong. */
export interface Row {
  what: string
  tried: number
  wrong: number
  /** What it was, when it was wrong; or a figure worth reading. */
  note?: string
}

/** What a suite is given. */
export interface Proving {
  seed: number
  scale: Scale
  /** Only what carries this in its name, to look into one wrong; everything when empty. */
  only: string
  log(line: string): void
  /** Aborted when the suite's time is up or somebody pressed Ctrl-C: loops end, and nothing new is started. */
  signal: AbortSignal
  /** Done at the end whatever happens, the last one first: here a suite ends its processes and removes its files. */
  atEnd(step: () => unknown): void
}

export interface Suite {
  /** Longer than this counts as wrong. Real seconds on two busy cores. */
  seconds: Record<Scale, number>
  run(proving: Proving): Promise<Row[]>
}

/** A suite that ignores its abort signal is abandoned after this. */
const GRACE_MS = 20_000

type Given = Pick<Proving, 'seed' | 'scale' | 'only' | 'log'> & { stop: AbortSignal }

/** Runs one suite to its end, its deadline or the stop, and cleans up after it. Never throws: a crash is a row. */
export async function runSuite(suite: Suite, { stop, ...given }: Given): Promise<Row[]> {
  const steps: (() => unknown)[] = []
  const overdue = new AbortController()
  const seconds = suite.seconds[given.scale]
  const timer = setTimeout(() => overdue.abort(), seconds * 1000)
  const signal = AbortSignal.any([overdue.signal, stop])
  const proving: Proving = { ...given, signal, atEnd: (step) => steps.unshift(step) }
  try {
    const rows = await Promise.race([suite.run(proving), afterGrace(signal)])
    const late = overdue.signal.aborted ? 1 : 0
    return [
      ...(given.only === '' ? rows.map(honest) : rows),
      { what: `ends within ${seconds} s`, tried: 1, wrong: late },
    ]
  } catch (error) {
    if (!overdue.signal.aborted)
      return [{ what: 'runs without crashing', tried: 1, wrong: 1, note: said(error) }]
    return [{ what: `ends within ${seconds} s`, tried: 1, wrong: 1, note: said(error) }]
  } finally {
    clearTimeout(timer)
    overdue.abort()
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        given.log(`cleaning up: ${said(error)}`)
      }
    }
  }
}

/** A row that tried nothing proves nothing. */
const honest = (row: Row): Row =>
  row.tried > 0 ? row : { ...row, wrong: Math.max(1, row.wrong), note: row.note ?? 'nothing was tried' }

async function afterGrace(signal: AbortSignal): Promise<never> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await wait(GRACE_MS, undefined, { ref: false })
  throw new Error('still running after its time')
}

export const said = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' | ') : String(error)
