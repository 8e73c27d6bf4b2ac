import type { Row } from '../suite.ts'
import { checkApi } from './checkApi.ts'
import { checkPhones } from './checkPhones.ts'
import { checkRecord } from './checkRecord.ts'
import type { FaultCounts } from './processes.ts'
import type { Stage } from './stage.ts'

export interface FaultTotals {
  counts: FaultCounts
  crashes: number
}

/** Checks three records against each other: the carrier's and handsets', the database's, and what the API shows. */
export async function checkAll(stage: Stage, totals: FaultTotals): Promise<Row[]> {
  return [
    ...checkFaults(stage, totals),
    ...checkPhones(stage),
    ...(await checkRecord(stage)),
    ...(await checkApi(stage)),
  ]
}

function checkFaults({ size, testBed }: Stage, { counts, crashes }: FaultTotals): Row[] {
  const notReady = testBed.processes.filter(({ state }) => state !== 'ready').map(({ name }) => name)
  // The freezes at the end come on top of those planned.
  const injected = (what: string, done: number, planned: number): Row => ({
    what: `${what}, ${planned} planned`,
    tried: done,
    wrong: Math.max(0, planned - done),
    ...(done < planned && { note: `${planned - done} did not happen` }),
  })
  return [
    injected('processes killed with SIGKILL', counts.kills, size.kills),
    injected('processes frozen with SIGSTOP', counts.freezes, size.freezes),
    injected('Postgres crashes', crashes, size.crashes),
    {
      what: 'no process exits by itself, and all are ready at the end',
      tried: counts.starts,
      wrong: counts.unexpectedExits.length + notReady.length,
      note:
        [...counts.unexpectedExits, ...notReady.map((name) => `${name} is not ready`)].join(', ') ||
        undefined,
    },
  ]
}
