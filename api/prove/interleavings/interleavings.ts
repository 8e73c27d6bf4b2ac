import { startPostgres } from '../../testing/postgres.ts'
import { sumRows } from '../rows.ts'
import type { Row, SuiteContext } from '../suite.ts'
import { createSchedule } from './schedule.ts'
import { startTrialProcess } from './trialProcess.ts'

/** The database is emptied after this many trials: erasure reads all texts, so each trial slows down the later ones. */
const TRIALS_PER_PART = 250
/** Parallel processes, each with its own database. One core cannot drive two services and their Postgres. */
const PROCESSES = 2

/**
 * Interleavings: runs every pair of actions on one number concurrently, with varied start offsets, on two services that
 * share a Postgres. Then waits until nothing is left to do and checks the result.
 */
export async function proveInterleavings(context: SuiteContext): Promise<Row[]> {
  const { seed, scale, only } = context
  const total = createSchedule({ seed, scale, only }).length
  const parts = PROCESSES * Math.ceil(total / (PROCESSES * TRIALS_PER_PART))
  const edges = Array.from({ length: parts + 1 }, (_, n) => Math.round((n * total) / parts))
  // Commit times decide which of two concurrent STOP and START texts was the last.
  const server = await startPostgres(['track_commit_timestamp=on'])
  context.atEnd(server.stop)
  const rows: Row[][] = []
  let nextPart = 0
  let done = 0
  const runParts = async () => {
    const trialProcess = startTrialProcess({ seed, scale, only, url: server.url }, context.signal)
    while (nextPart < parts) {
      const [from = 0, to = 0] = edges.slice(nextPart++)
      if (from === to) continue
      rows.push(await trialProcess.run(from, to))
      done += to - from
      context.log(`${done} of ${total} trials`)
    }
    trialProcess.end()
  }
  await Promise.all(Array.from({ length: PROCESSES }, runParts))
  return sumRows(rows)
}
