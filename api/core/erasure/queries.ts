import { ERASED_WORDING } from '@salonback/shared/core/inbox/conversation.ts'
import type { Sql } from '../../platform/db/open.ts'
import { hashList, type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'
import { keyInUse } from '../../platform/privacy/keys.ts'
import type { SenderAddress } from '../messages/senders.ts'
import { lockNumber } from '../suppressions/suppressions.ts'

/** Whether a carrier call for this number is under way. */
export async function isBeingTexted(sql: Sql, phone: string): Promise<boolean> {
  return (await sql`select 1 from messages where phone = ${phone} and status = 'sending'`).count > 0
}

export interface UnconfirmedText {
  sender: SenderAddress
  body: string
  attemptedAt: Date
}

/** Texts without sid that the carrier may have. */
export function findUnconfirmed(sql: Sql, phone: string): Promise<UnconfirmedText[]> {
  return sql<UnconfirmedText[]>`
    select body, coalesce(attempted_at, m.created_at) as attempted_at,
      jsonb_build_object('kind', s.kind, 'address', s.address) as sender
    from messages m join senders s on s.id = m.sender_id
    where phone = ${phone} and status = 'unknown' and sid is null`
}

/**
 * Suppresses the number by its keyed hash only, and locks it until the transaction ends. The hash names no sender, as if
 * staff had recorded an opt-out: its texts are gone, so a START to one salon would also lift the STOP to another. Call
 * inside a transaction.
 */
export async function keepOnlyHash(sql: Sql, keys: PhoneKeys, phone: string, now: Date): Promise<void> {
  await lockNumber(sql, phone)
  const hashes = phoneHashes(keys, phone)
  const hash = hashes[await keyInUse(sql, keys)] as Buffer
  await sql`delete from appointments where phone_hash = any(${hashList(sql, hashes)})`
  const [until] = await sql<{ since: Date; source: string; salonId: string | null }[]>`
    delete from suppressions where phone = ${phone} returning since, source, salon_id`
  await sql`
    insert into suppressions (phone_hash, since, source, wording, erased_at, salon_id)
    values (${hash}, ${until?.since ?? now}, ${until?.source ?? 'staff'}, ${ERASED_WORDING}, ${now},
      ${until?.salonId ?? null})
    on conflict (phone_hash) where phone_hash is not null do update set erased_at = excluded.erased_at`
}

/** Locks prospect, clients and texts of the person, so that no concurrent write adds rows to tables that are already processed. */
export async function lockPerson(sql: Sql, phone: string): Promise<void> {
  // Same lock order as accepting a text.
  await sql`select 1 from messages where phone = ${phone} order by id for update`
  await sql`select 1 from prospects where phone = ${phone} for update`
  await sql`select 1 from clients where phone = ${phone} for update`
}

/** Redacted texts are never retried: a look-up by body would not find them, and they would be sent twice. */
export async function preventRetry(sql: Sql, ids: string[]): Promise<void> {
  await sql`update messages set retried = true where id = any(${ids}::uuid[])`
}

/** Deletes uploaded lists that wait to be stored and cannot be searched, because they are packed (XLSX) or in UTF-16. */
export async function deleteHiddenLists(sql: Sql): Promise<number> {
  const { count } = await sql`
    delete from client_lists where state = 'previewed'
      and (substring(file from 1 for 2) = 'PK'::bytea or position('\\x00'::bytea in file) > 0)`
  return count
}

/** Lets approved offers change while `steps` run. Call inside a transaction. */
export async function unlockOffers(sql: Sql, steps: () => Promise<void>): Promise<void> {
  await sql`alter table offers disable trigger offers_keep_approved`
  await steps()
  await sql`alter table offers enable trigger offers_keep_approved`
}
