import type { Row } from '../suite.ts'
import type { Size } from './activity.ts'
import type { FaultCounts } from './processes.ts'
import type { TestBed } from './testBed.ts'

/** Whether all planned faults happened and the processes survived the others. */
export function checkFaults(
  { processes }: TestBed,
  size: Size,
  { kills, freezes, crashes, starts, unexpectedExits }: FaultCounts & { crashes: number },
): Row[] {
  const notReady = processes
    .filter(({ state }) => state !== 'ready')
    .map(({ name }) => `${name} is not ready`)
  const problems = [...unexpectedExits, ...notReady]
  const injected = (what: string, done: number, planned: number): Row => ({
    what: `${what}, ${planned} planned`,
    tried: done,
    wrong: Math.max(0, planned - done),
  })
  return [
    injected('processes killed with SIGKILL', kills, size.kills),
    injected('processes frozen with SIGSTOP', freezes, size.freezes),
    injected('Postgres crashes', crashes, size.crashes),
    {
      what: 'no process exits by itself, and all are ready at the end',
      tried: starts,
      wrong: problems.length,
      ...(problems.length > 0 && { note: problems.join(', ') }),
    },
  ]
}
