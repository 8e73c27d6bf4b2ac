import { findAgencySender, type Sender } from '../core/messages/senders.ts'
import type { Sql } from '../platform/db/open.ts'
import { makeSender } from '../testing/factories.ts'
import { SENDER } from '../testing/start.ts'

/** Addresses of the two salons' senders. The agency's is `SENDER`. */
const SALON_NUMBERS = ['+447700900101', '+447700900102']

/** The addresses of all three senders. */
export const senderAddresses = [SENDER, ...SALON_NUMBERS]

/** Adds the senders of two salons. Returns all three, the agency's first. */
export async function addSalonSenders(sql: Sql): Promise<Sender[]> {
  const salons: Sender[] = []
  for (const address of SALON_NUMBERS) salons.push(await makeSender(sql, address))
  return [await findAgencySender(sql), ...salons]
}
