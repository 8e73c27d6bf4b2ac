import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { CommandError, type CommandInput } from '../command.ts'
import { systemClock } from '../platform/context.ts'
import { systemActor } from '../platform/db/actor.ts'
import { importExport } from '../sales/imports/import.ts'
import { demoExport } from './prospects.ts'
import { makeDemoSalon } from './salon.ts'

/** `npm run demo-data [FILE]`: imports prospects; without a file invented ones, and makes a salon with clients. */
export async function demoDataByCommand({ sql, env, argument, print }: CommandInput): Promise<void> {
  const fail = (message: string) => {
    throw new CommandError(`${argument ?? 'demo data'}: ${message}`)
  }
  const file = argument ? await open(argument).catch(() => fail('this file cannot be read')) : null
  const { recordsAdded, recordsDuplicated, recordsErrored } = await importExport(
    sql,
    file?.createReadStream() ?? Readable.from([Buffer.from(demoExport())]),
    systemActor('command line'),
    systemClock(),
  ).catch((error: unknown) => fail(errorMessage(error)))
  print(`${recordsAdded} added, ${recordsDuplicated} duplicated, ${recordsErrored} errored`)
  if (argument) return
  const simulated = !env.TWILIO_ACCOUNT_SID && (env.SIMULATOR ?? env.NODE_ENV !== 'production')
  const made = await makeDemoSalon(sql, { simulated, keys: env, now: systemClock() })
  print(made ? 'Demo salon added, with 300 clients and an approved offer' : 'The demo salon already exists')
}
