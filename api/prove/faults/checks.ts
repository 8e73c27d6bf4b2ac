import type { Row } from '../suite.ts'
import { checkApi } from './checkApi.ts'
import { checkPhones } from './checkPhones.ts'
import { checkRecord } from './checkRecord.ts'
import type { FaultCounts } from './processes.ts'
import type { ChaosStage } from './stage.ts'

export interface Done {
  counts: FaultCounts
  crashes: number
}

/** Counted from three sides: what handsets and the carrier saw, what the database holds, what the API says. */
export async function checkAll(stage: ChaosStage, done: Done): Promise<Row[]> {
  return [
    ...outlived(stage, done),
    ...checkPhones(stage),
    ...(await checkRecord(stage)),
    ...(await checkApi(stage)),
  ]
}

function outlived({ size, surroundings }: ChaosStage, { counts, crashes }: Done): Row[] {
  const away = surroundings.processes.filter(({ state }) => state !== 'ready').map(({ name }) => name)
  const all = (what: string, done: number, wanted: number): Row => ({
    what: `${what}, all ${wanted}`,
    tried: done,
    // Those put to sleep at the end come on top.
    wrong: Math.max(0, wanted - done),
    ...(done < wanted && { note: `${wanted - done} found nobody to happen to` }),
  })
  return [
    all('processes killed with -9, each back at work', counts.kills, size.kills),
    all('processes frozen', counts.freezes, size.freezes),
    all('crashes of Postgres', crashes, size.crashes),
    {
      what: 'no process ended by itself, and all are back',
      tried: counts.starts,
      wrong: counts.ownEnds.length + away.length,
      note: [...counts.ownEnds, ...away.map((name) => `${name} is not back`)].join(', ') || undefined,
    },
  ]
}
