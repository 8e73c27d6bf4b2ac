import { startPostgres } from '../../testing/postgres.ts'
import { sumRows } from '../rows.ts'
import type { Row, SuiteContext } from '../suite.ts'
import { createSchedule, PARTS } from './schedule.ts'
import { runTrialProcess } from './trialProcess.ts'

/**
 * Interleavings: runs every pair of actions on one number concurrently, with varied start offsets, on two services that
 * share a Postgres. Then waits until nothing is left to do and checks the result.
 */
export async function proveInterleavings(context: SuiteContext): Promise<Row[]> {
  const { seed, only } = context
  context.log(`${createSchedule({ seed, only }).length} trials`)
  // Commit times decide which of two concurrent STOP and START texts was the last.
  const server = await startPostgres(['track_commit_timestamp=on'])
  context.atEnd(server.stop)
  const runPart = (part: number) => runTrialProcess({ seed, only, part, url: server.url }, context.signal)
  return sumRows(await Promise.all(Array.from({ length: PARTS }, (_, part) => runPart(part))))
}
