import type { Sql } from '../platform/db/open.ts'
import { findFailingReceivers } from '../platform/receivers/queries.ts'
import { type CheckResult, ok, problem } from './checkResult.ts'

/** Lists systems that do not take their events. */
export async function checkReceivers(sql: Sql): Promise<CheckResult[]> {
  const failing = await findFailingReceivers(sql)
  if (failing.length === 0) return [ok('Receivers', 'none fails')]
  return failing.map(({ url, offReason, answer }) =>
    problem(
      'Receivers',
      `${new URL(url).host} ${offReason ? `is off: ${offReason}` : `does not take events: ${answer}`}`,
      'repair it, then turn it on or send its events again on the page Connect',
    ),
  )
}
