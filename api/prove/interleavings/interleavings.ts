import { startPostgres } from '../../testing/postgres.ts'
import { sumRows } from '../rows.ts'
import type { Proving, Row } from '../suite.ts'
import { startLane } from './lane.ts'
import { schedule } from './schedule.ts'

/** Then all is cleared: an erasure reads every word there is, which would make each meeting slower than the last. */
const AT_A_TIME = 250
/** Processes at once, each with a database of its own: one core cannot drive two services and their Postgres. */
const LANES = 2

/**
 * Order: every pair of actions on one number at the same moment, with shifted starts, on two services that share a
 * Postgres. Everything is then brought to rest and counted.
 */
export async function proveInterleavings(proving: Proving): Promise<Row[]> {
  const { seed, scale, only } = proving
  const total = schedule({ seed, scale, only }).length
  const parts = LANES * Math.ceil(total / (LANES * AT_A_TIME))
  const edges = Array.from({ length: parts + 1 }, (_, n) => Math.round((n * total) / parts))
  // Says in which order words about a number were committed.
  const server = await startPostgres(['track_commit_timestamp=on'])
  proving.atEnd(server.stop)
  const rows: Row[][] = []
  let next = 0
  let met = 0
  const work = async () => {
    const lane = startLane({ seed, scale, only, url: server.url }, proving.signal)
    while (next < parts) {
      const [from = 0, to = 0] = edges.slice(next++)
      if (from === to) continue
      rows.push(await lane.meet(from, to))
      met += to - from
      proving.log(`${met} of ${total} meetings`)
    }
    lane.end()
  }
  await Promise.all(Array.from({ length: LANES }, work))
  return sumRows(rows)
}
