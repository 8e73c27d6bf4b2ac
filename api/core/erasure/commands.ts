import { createInterface } from 'node:readline/promises'
import { formatPhone } from '@salonback/shared/sms/phone.ts'
import type { Env } from '../../env.ts'
import type { Database } from '../../platform/db/open.ts'
import { keyMissing, withPhoneKeys } from '../../platform/privacy/keys.ts'
import { listErasure } from '../../platform/privacy/listing.ts'
import { deletePendingAtCarrier, findPendingDeletions } from '../messages/carrierDeletion.ts'
import { createCarrier } from '../messages/twilio.ts'
import { type Erasure, ErasureRefused, erase } from './erase.ts'

export interface ErasureCommand {
  sql: Database
  env: Env
  /** E.164 */
  phone: string
  emails: string[]
  /** Skip the confirmation. */
  yes: boolean
  print(line: string): void
}

const carrierOf = (env: Env) => (env.TWILIO_ACCOUNT_SID ? createCarrier(env) : null)

/** Lists the effects of an erasure, asks for confirmation, erases, and reports texts still at the carrier. */
export async function eraseByCommand({ sql, env, phone, emails, yes, print }: ErasureCommand): Promise<void> {
  const keys = await withPhoneKeys(sql, env)
  if (env.DATABASE_URL && !env.PHONE_HASH_KEY) {
    throw keyMissing()
  }
  print(formatPhone(phone))
  for (const line of await listErasure(sql, phone, emails)) print(line)
  await confirm('Erase this? The number stays suppressed.', yes)
  const carrier = carrierOf(env)
  const result = await erase(sql, keys, carrier, { phone, emails, now: new Date() })
  print(`Erased: ${listed(result.erased)}. Removed from other rows: ${listed(result.redacted)}.`)
  print('The number stays suppressed; only its hash is kept.')
  for (const line of withCarrier(result, carrier !== null)) print(line)
}

/** Retries pending deletions at the carrier. */
export async function finishErasures({ sql, env, print }: Pick<ErasureCommand, 'sql' | 'env' | 'print'>) {
  const carrier = carrierOf(env)
  const { deleted, pending } = carrier
    ? await deletePendingAtCarrier(sql, carrier, new Date())
    : { deleted: 0, pending: (await findPendingDeletions(sql)).length }
  for (const line of withCarrier({ deleted, pending, unsure: 0 }, carrier !== null)) print(line)
}

interface Terminal {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
  /** Whether stdin is a terminal. */
  isInteractive: boolean
}

const ownTerminal: Terminal = {
  input: process.stdin,
  output: process.stdout,
  isInteractive: Boolean(process.stdin.isTTY && process.stdout.isTTY),
}

/** Asks on a terminal; otherwise requires `--yes`. */
export async function confirm(
  question: string,
  yes: boolean,
  { input, output, isInteractive }: Terminal = ownTerminal,
): Promise<void> {
  if (yes) return
  if (!isInteractive) {
    throw new ErasureRefused(
      'Nothing was changed: there is no terminal to confirm on. Add --yes to skip the question',
    )
  }
  const reader = createInterface({ input, output })
  const answer = await reader.question(`${question} Type yes: `)
  reader.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new ErasureRefused('Nothing was changed')
}

const listed = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ') || 'nothing'

const texts = (count: number) => (count === 1 ? '1 text' : `${count} texts`)

/** Lines about the result at the carrier. */
function* withCarrier(
  { deleted, pending, unsure }: Pick<Erasure, 'deleted' | 'pending' | 'unsure'>,
  asked: boolean,
) {
  if (asked) yield `Deleted at the carrier: ${texts(deleted)}.`
  if (pending > 0) {
    yield asked
      ? `Still at the carrier: ${texts(pending)} of erased numbers, which it did not delete.`
      : `Still at the carrier: ${texts(pending)} of erased numbers, because its credentials are not set.`
    yield 'The service deletes them when it runs with the credentials. To do it now: npm run admin -- erase --pending'
  }
  if (unsure > 0) yield `The carrier may have ${texts(unsure)} more: search for the number in its console.`
}
