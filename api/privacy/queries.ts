import type { Sql } from '../db/open.ts'
import { lockNumber } from '../messages/suppress.ts'
import { type PhoneKeys, phoneHashes } from './hash.ts'
import { keyInUse } from './keys.ts'

/** Whether a carrier call for this number is under way. */
export async function isBeingTexted(sql: Sql, phone: string): Promise<boolean> {
  return (await sql`select 1 from messages where phone = ${phone} and status = 'sending'`).count > 0
}

export interface UnconfirmedText {
  body: string
  attemptedAt: Date
}

/** Texts without sid that the carrier may have. */
export function findUnconfirmed(sql: Sql, phone: string): Promise<UnconfirmedText[]> {
  return sql<UnconfirmedText[]>`
    select body, coalesce(attempted_at, created_at) as attempted_at from messages
    where phone = ${phone} and status = 'unknown' and sid is null`
}

/** Suppresses the number by its keyed hash only, and locks it until the transaction ends. Call inside a transaction. */
export async function keepOnlyHash(sql: Sql, keys: PhoneKeys, phone: string, now: Date): Promise<void> {
  await lockNumber(sql, phone)
  const hash = phoneHashes(keys, phone)[await keyInUse(sql, keys)] as Buffer
  const [until] = await sql<{ since: Date; source: string }[]>`
    delete from suppressions where phone = ${phone} returning since, source`
  await sql`
    insert into suppressions (phone_hash, since, source, wording, erased_at)
    values (${hash}, ${until?.since ?? now}, ${until?.source ?? 'staff'}, 'Erased on request', ${now})
    on conflict (phone_hash) where phone_hash is not null do update set erased_at = excluded.erased_at`
}

/** Locks prospect and texts of the person, so that no concurrent write adds rows to tables that are already processed. */
export async function lockPerson(sql: Sql, phone: string): Promise<void> {
  // Same lock order as accepting a text.
  await sql`select 1 from messages where phone = ${phone} order by id for update`
  await sql`select 1 from prospects where phone = ${phone} for update`
}

/** Redacted texts are never retried: a look-up by body would not find them, and they would be sent twice. */
export async function preventRetry(sql: Sql, ids: string[]): Promise<void> {
  await sql`update messages set retried = true where id = any(${ids}::uuid[])`
}

/** Stores sids to delete at the carrier; texts of the simulated network are deleted with its tables. */
export async function savePendingDeletions(
  sql: Sql,
  sids: string[],
  { now, simulated }: { now: Date; simulated: boolean },
): Promise<void> {
  await sql`
    insert into pending_carrier_deletions (sid, since) select sid, ${now} from unnest(${sids}::text[]) as sid
    on conflict (sid) do nothing`
  if (!simulated) return
  await sql`
    delete from pending_carrier_deletions
    where sid = any(${sids}::text[]) and sid in (select sid from simulator.texts)`
}

export async function findPendingDeletions(sql: Sql): Promise<string[]> {
  const rows = await sql<
    { sid: string }[]
  >`select sid from pending_carrier_deletions order by tried_at nulls first, sid`
  return rows.map(({ sid }) => sid)
}

export async function removePendingDeletion(sql: Sql, sid: string): Promise<void> {
  await sql`delete from pending_carrier_deletions where sid = ${sid}`
}

export async function recordFailedDeletion(sql: Sql, sid: string, now: Date): Promise<void> {
  await sql`update pending_carrier_deletions set tries = tries + 1, tried_at = ${now} where sid = ${sid}`
}
