import { audit } from '../db/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import type { Carrier } from '../messages/twilio.ts'
import type { PhoneKeys } from './hash.ts'
import { findPerson, type Person } from './person.ts'
import { eraseFromSimulator, eraseRows, findSids, isBeingTexted, keepOnlyHash } from './queries.ts'

export interface Erasure {
  /** Rows deleted, by table. */
  erased: Record<string, number>
  /** Texts the carrier has forgotten. */
  forgotten: number
  /** Carrier ids of texts it could not be made to forget now; ask it again with these. */
  notForgotten: string[]
}

/**
 * Erases everything held about a number, here and at the carrier, and keeps only that it must not be texted, as a
 * keyed hash. Without a carrier (null: the simulated network) only our own database is cleaned.
 * Throws while a text to the number is on its way, because its traces would come back.
 */
export async function erase(
  sql: Database,
  keys: PhoneKeys,
  carrier: Pick<Carrier, 'forget'> | null,
  phone: string,
  now: Date,
): Promise<Erasure> {
  const person = await findPerson(sql, phone)
  await inTransaction(sql, (open) => keepOnlyHash(open, keys, person, now))
  if (await isBeingTexted(sql, person)) {
    throw new Error(
      'A text to this number is being sent right now. Nothing more will be sent; try again in a minute.',
    )
  }
  const sids = await findSids(sql, person)
  const notForgotten = carrier ? await forgetAll(carrier, sids) : []
  const erased = await eraseInOneGo(sql, keys, person, { now, notForgotten })
  return { erased, forgotten: carrier ? sids.length - notForgotten.length : 0, notForgotten }
}

async function forgetAll(carrier: Pick<Carrier, 'forget'>, sids: string[]): Promise<string[]> {
  const failed: string[] = []
  for (const sid of sids) await carrier.forget(sid).catch(() => failed.push(sid))
  return failed
}

function eraseInOneGo(
  sql: Database,
  keys: PhoneKeys,
  person: Person,
  { now, notForgotten }: { now: Date; notForgotten: string[] },
) {
  return inTransaction(sql, async (open) => {
    const erased = await eraseRows(open, person)
    // What was queued meanwhile went with the rows; the hash alone stays.
    await keepOnlyHash(open, keys, person, now)
    await eraseFromSimulator(open, person)
    const detail = { erased, notForgotten }
    await audit(open, { actor: 'command line', action: 'privacy.erase', detail })
    return erased
  })
}
