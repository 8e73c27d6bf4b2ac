import type { Row } from '../suite.ts'
import { checkApi } from './checkApi.ts'
import { checkPhones } from './checkPhones.ts'
import { checkRecord } from './checkRecord.ts'
import type { Toll } from './processes.ts'
import type { ChaosStage } from './stage.ts'

export interface Done {
  toll: Toll
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

function outlived({ size, world }: ChaosStage, { toll, crashes }: Done): Row[] {
  const away = world.processes.filter(({ state }) => state !== 'ready').map(({ name }) => name)
  const all = (what: string, done: number, wanted: number): Row => ({
    what: `${what}, all ${wanted}`,
    tried: done,
    // Those put to sleep at the end come on top.
    wrong: Math.max(0, wanted - done),
    ...(done < wanted && { note: `${wanted - done} found nobody to happen to` }),
  })
  return [
    all('processes killed with -9, each back at work', toll.kills, size.kills),
    all('processes frozen', toll.freezes, size.freezes),
    all('crashes of Postgres', crashes, size.crashes),
    {
      what: 'no process ended by itself, and all are back',
      tried: toll.starts,
      wrong: toll.ownEnds.length + away.length,
      note: [...toll.ownEnds, ...away.map((name) => `${name} is not back`)].join(', ') || undefined,
    },
  ]
}
