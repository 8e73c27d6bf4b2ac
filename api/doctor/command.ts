import { accountClient } from '../core/messages/twilio.ts'
import type { Env } from '../env.ts'
import { systemClock } from '../platform/context.ts'
import type { Database } from '../platform/db/open.ts'
import { checkAddress } from './addressCheck.ts'
import { checkCarrier } from './carrierChecks.ts'
import { type CheckResult, formatResult, problem, shortMessage } from './checkResult.ts'
import { checkMail } from './mailCheck.ts'
import { checkReceivers } from './receiverCheck.ts'
import { checkSalons } from './senderChecks.ts'
import {
  checkBackup,
  checkBrand,
  checkClock,
  checkDatabase,
  checkDisk,
  checkKey,
  checkMode,
  hasSchema,
} from './serverChecks.ts'

interface DoctorContext {
  sql: Database
  env: Env
  /** Set the inbound webhook if it is not ours. */
  fix: boolean
}

type Check = [
  subject: string,
  run: () => Promise<CheckResult[]> | CheckResult[] | CheckResult | Promise<CheckResult>,
]

/** Runs all checks; one that throws is a problem. */
export async function runChecks({ sql, env, fix }: DoctorContext): Promise<CheckResult[]> {
  const server: Check[] = [
    ['Settings', () => checkMode(env)],
    ['Brand', checkBrand],
    ['Database', () => checkDatabase(sql)],
    ['Clock', () => checkClock(sql)],
    ['Disk', () => checkDisk(env)],
  ]
  const stored: Check[] = [
    ['Backups', () => checkBackup(sql, env, systemClock())],
    ['Key of erased numbers', () => checkKey(sql, env)],
    ['Public address', () => checkAddress(sql, env)],
    ['Carrier', () => checkCarrier(accountClient(env), { sql, env, fix })],
    ['Salons', () => checkSalons(sql)],
    ['E-mail', () => checkMail(sql, env)],
    ['Receivers', () => checkReceivers(sql)],
  ]
  // Before the first start there are no tables to read.
  const checks = (await hasSchema(sql)) ? [...server, ...stored] : server
  const lines: CheckResult[] = []
  for (const [subject, check] of checks) {
    try {
      lines.push(...[await check()].flat())
    } catch (error) {
      lines.push(
        problem(
          subject,
          `the check failed: ${shortMessage(error)}`,
          'fix the problems above, then run this again',
        ),
      )
    }
  }
  return lines
}

/** `npm run admin -- doctor`: one line per check. True without problems. */
export async function runDoctor(context: DoctorContext & { print(line: string): void }): Promise<boolean> {
  const lines = await runChecks(context)
  for (const line of lines) context.print(formatResult(line))
  const open = lines.filter(({ state }) => state === 'fix').length
  context.print(open === 0 ? 'No problems found.' : `Problems to fix: ${open}.`)
  return open === 0
}
