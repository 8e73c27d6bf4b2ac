import type { Database } from '../db/open.ts'
import type { DatabaseSetup } from '../db/survey.ts'
import { systemClock } from '../deps.ts'
import type { Env } from '../env.ts'
import { accountClient } from '../messages/twilio.ts'
import { addressLines } from './address.ts'
import { carrierLines } from './carrier.ts'
import { backupLine, brandLine, clockLine, databaseLine, diskLines, keyLine, modeLine } from './here.ts'
import { type Line, mend, printed, wordsOf } from './line.ts'

interface Visit {
  sql: Database
  setup: DatabaseSetup
  env: Env
  /** Set the inbound webhook where it is not ours. */
  fix: boolean
}

/** Every check there is, one after the other: one that cannot be made is something to mend as well. */
export async function examine({ sql, setup, env, fix }: Visit): Promise<Line[]> {
  const checks: [string, () => Promise<Line[]> | Line[] | Line | Promise<Line>][] = [
    ['Settings', () => modeLine(env)],
    ['Brand', brandLine],
    ['Database', () => databaseLine(sql, setup)],
    ['Clock', () => clockLine(sql)],
    ['Disk', () => diskLines(env)],
    ['Backups', () => backupLine(sql, env, systemClock())],
    ['Key of erased numbers', () => keyLine(env)],
    ['Public address', () => addressLines(sql, env)],
    ['Carrier', () => carrierLines(accountClient(env), { sql, env, fix })],
  ]
  const lines: Line[] = []
  for (const [of, check] of checks) {
    try {
      lines.push(...[await check()].flat())
    } catch (error) {
      lines.push(
        mend(of, `could not be looked at: ${wordsOf(error)}`, 'mend what stands above, then run this again'),
      )
    }
  }
  return lines
}

/** `npm run admin -- doctor`: a line each. True when nothing must be mended. */
export async function doctorByCommand(visit: Visit & { print(line: string): void }): Promise<boolean> {
  const lines = await examine(visit)
  for (const line of lines) visit.print(printed(line))
  const open = lines.filter(({ state }) => state === 'mend').length
  visit.print(open === 0 ? 'All is well.' : `To mend: ${open}.`)
  return open === 0
}
