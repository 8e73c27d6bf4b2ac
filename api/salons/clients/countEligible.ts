import { eligible } from '@salonback/shared/salons/clients/eligible.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { PhoneKeys } from '../../platform/privacy/hash.ts'
import type { SalonRules } from '../salons/queries.ts'
import { type FindFacts, findClients, type StoredClient } from './clientFacts.ts'

/** Clients per query. */
const CHUNK = 500
const FEW = 100
const FIRST = '00000000-0000-0000-0000-000000000000'

interface CountEligible {
  keys: PhoneKeys
  now: Date
  /** Clients who refused one of these offers do not count; unset: no offer. */
  offerIds?: readonly string[]
  /** Judges as if each list were of today: a programme asks for one before it starts. */
  withFreshList?: boolean
}

/** Clients of a salon, and those who may be texted now. Counts in chunks, so that other requests are served meanwhile. */
export async function countEligible(sql: Sql, salon: SalonRules, given: CountEligible) {
  const counts = { people: 0, eligible: 0 }
  for await (const { people, eligible } of eligibleChunks(sql, salon, given)) {
    counts.people += people
    counts.eligible += eligible.length
  }
  return counts
}

/** All clients of a salon with their facts, in chunks by id. */
export async function* clientsById(
  sql: Sql,
  wanted: FindFacts,
  size = CHUNK,
): AsyncGenerator<StoredClient[]> {
  for (let last = FIRST; ; ) {
    const ids = sql`select id from clients where salon_id = ${wanted.salonId} and id > ${last} order by id limit ${size}`
    const chunk = await findClients(sql, wanted, sql`and c.id in (${ids})`)
    yield chunk
    if (chunk.length < size) return
    last = chunk.reduce((highest, { id }) => (id > highest ? id : highest), FIRST)
  }
}

/** Clients of a salon who may be texted now, in chunks, with how many were looked at. */
export async function* eligibleChunks(sql: Sql, salon: SalonRules, given: CountEligible, size = CHUNK) {
  const { now, withFreshList } = given
  const mayBeTexted = (client: StoredClient) =>
    eligible(withFreshList ? { ...client, listAsOf: null } : client, salon, now) === 'eligible'
  for await (const chunk of clientsById(sql, { salonId: salon.id, ...given }, size))
    yield { people: chunk.length, eligible: chunk.filter(mayBeTexted) }
}

/** Whether a client of the salon may be texted now. Reads clients until there is one. */
export async function hasEligible(sql: Sql, salon: SalonRules, given: CountEligible): Promise<boolean> {
  for await (const { eligible } of eligibleChunks(sql, salon, given, FEW))
    if (eligible.length > 0) return true
  return false
}
