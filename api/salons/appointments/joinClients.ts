import type { Sql } from '../../platform/db/open.ts'
import { type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'
import { hasUnknownAppointments, joinAppointments } from './queries.ts'

/** Numbers hashed at a time, about 10 ms. */
const CHUNK = 5000

/**
 * Assigns appointments of unknown numbers to the clients of a new list; the worker then settles them. Lock the salon first, or
 * an appointment stored at the same time is missed.
 */
export async function joinClients(
  sql: Sql,
  keys: PhoneKeys,
  { salonId, phones }: { salonId: string; phones: readonly string[] },
): Promise<void> {
  if (!(await hasUnknownAppointments(sql, salonId))) return
  for (let at = 0; at < phones.length; at += CHUNK) {
    const hashes = phones
      .slice(at, at + CHUNK)
      .flatMap((phone) => phoneHashes(keys, phone).map((hash) => ({ phone, hash: hash.toString('hex') })))
    await joinAppointments(sql, salonId, hashes)
  }
}
