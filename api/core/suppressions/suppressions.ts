import type { Sql } from '../../platform/db/open.ts'
import { erased, hashList, type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'

// Namespace of the advisory locks on phone numbers.
const NUMBERS = 5_107_044

/**
 * Serialises changes of a number's suppression until the transaction ends. Without it, a STOP that finds the number
 * suppressed could be lost to a concurrent START.
 */
export async function lockNumber(sql: Sql, phone: string): Promise<void> {
  await sql`select ${numberLock(sql, phone)}`
}

/** The same for several numbers, always in one order, so that two callers do not wait for each other. */
export async function lockNumbers(sql: Sql, phones: string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${NUMBERS}, key)
    from (select distinct hashtext(phone) as key from unnest(${phones}::text[]) as phone order by 1) as keys`
}

/** The same lock as a SQL fragment. Its statement does not see changes of the previous holder. */
export const numberLock = (sql: Sql, phone: string) =>
  sql`pg_advisory_xact_lock(${NUMBERS}, hashtext(${phone}))`

/** Matches the suppression of this number, plain or hashed. */
export const isSuppressionOf = (sql: Sql, keys: PhoneKeys, phone: string) =>
  sql`(suppressions.phone = ${phone} or phone_hash = any(${hashList(sql, phoneHashes(keys, phone))}))`

/** Whether a text is older than the erasure of its author. Call with the number locked. */
export async function isFromBeforeErasure(
  sql: Sql,
  keys: PhoneKeys,
  { phone, at }: { phone: string; at: Date },
): Promise<boolean> {
  const found = await sql`
    select 1 from suppressions
    where ${isSuppressionOf(sql, keys, phone)} and phone_hash is not null and coalesce(erased_at >= ${at}, true)
    union all select 1 from erased_before where phone = ${phone} and at >= ${at}`
  return found.count > 0
}

/** Whether the number opted out or was erased; true as well if that cannot be determined. */
export async function isSuppressed(sql: Sql, keys: PhoneKeys, phone: string): Promise<boolean> {
  const [row] = await sql<{ suppressed: boolean | null }[]>`
    select suppressed(${phone}) or ${erased(sql, keys, phone)} as suppressed`
  return row?.suppressed ?? true
}
