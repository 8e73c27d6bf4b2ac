import { randomUUID } from 'node:crypto'
import type { Sql } from '../db/open.ts'
import { findAgencySender, type Sender } from '../messages/senders.ts'
import { SENDER } from '../testing/start.ts'

/** Addresses of the two salons' senders. The agency's is `SENDER`. */
const SALON_NUMBERS = ['+447700900101', '+447700900102']

/** The addresses of all three senders. */
export const senderAddresses = [SENDER, ...SALON_NUMBERS]

/** Adds the senders of two salons. Returns all three, the agency's first. */
export async function addSalonSenders(sql: Sql): Promise<Sender[]> {
  const given = SALON_NUMBERS.map((address) => ({ kind: 'number', address, salonId: randomUUID() }))
  const salons = await sql<Sender[]>`insert into senders ${sql(given)} returning id, kind, address, salon_id`
  return [await findAgencySender(sql), ...salons]
}
