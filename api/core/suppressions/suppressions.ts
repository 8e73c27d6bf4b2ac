import type { Sql } from '../../platform/db/open.ts'
import { erased, hashList, type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'
import { recordConsent } from './ledger.ts'

export interface OptOut {
  phone: string
  at: Date
  source: 'keyword' | 'carrier' | 'plain_language' | 'staff'
  wording: string
  recordedBy?: string | null
  messageId?: string | null
  /** The sender that the STOP went to, and its owner. Null: recorded by staff or known from the carrier's error code. */
  senderId?: string | null
  salonId?: string | null
}

// Namespace of the advisory locks on phone numbers.
const NUMBERS = 5_107_044

/**
 * Serialises changes of a number's suppression until the transaction ends. Without it, a STOP that finds the number
 * suppressed could be lost to a concurrent START.
 */
export async function lockNumber(sql: Sql, phone: string): Promise<void> {
  await sql`select ${numberLock(sql, phone)}`
}

/** The same lock as a SQL fragment. Its statement does not see changes of the previous holder. */
export const numberLock = (sql: Sql, phone: string) =>
  sql`pg_advisory_xact_lock(${NUMBERS}, hashtext(${phone}))`

/** Suppresses a number for every sender and records it in the ledger. False if it was suppressed already. */
export async function insertSuppression(sql: Sql, optOut: OptOut): Promise<boolean> {
  await lockNumber(sql, optOut.phone)
  // Otherwise a START to the salon would lift what staff recorded.
  if (optOut.source === 'staff')
    await sql`delete from suppressions where phone = ${optOut.phone} and salon_id is not null`
  const [fresh] = await sql`
    insert into suppressions (phone, since, source, wording, recorded_by, message_id, sender_id, salon_id)
    values (${optOut.phone}, ${optOut.at}, ${optOut.source}, ${optOut.wording}, ${optOut.recordedBy ?? null},
      ${optOut.messageId ?? null}, ${optOut.senderId ?? null}, ${optOut.salonId ?? null})
    on conflict (phone) do nothing
    returning 1`
  if (!fresh) return false
  await recordConsent(sql, {
    phone: optOut.phone,
    at: optOut.at,
    change: 'opt_out',
    source: optOut.source,
    wording: optOut.wording,
    actor: optOut.recordedBy ?? null,
    messageId: optOut.messageId ?? null,
  })
  return true
}

/** Matches the suppression of this number, plain or hashed. */
export const isSuppressionOf = (sql: Sql, keys: PhoneKeys, phone: string) =>
  sql`(suppressions.phone = ${phone} or phone_hash = any(${hashList(sql, phoneHashes(keys, phone))}))`

export interface Lift {
  phone: string
  at: Date
  source: string
  wording: string
  actor?: string | null
  messageId?: string | null
}

/** Lifts a suppression and records it in the ledger. False if there was none. Call inside a transaction. */
export async function liftSuppression(sql: Sql, keys: PhoneKeys, lift: Lift): Promise<boolean> {
  await lockNumber(sql, lift.phone)
  const removed = await sql<{ erasedAt: Date | null }[]>`
    delete from suppressions where ${isSuppressionOf(sql, keys, lift.phone)} returning erased_at`
  if (removed.length === 0) return false
  for (const { erasedAt } of removed) if (erasedAt) await keepErasedBefore(sql, lift.phone, erasedAt)
  await recordConsent(sql, { ...lift, change: 'opt_in' })
  return true
}

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

/** Remembers the erasure although the hash is deleted, so that older texts are not backfilled. */
async function keepErasedBefore(sql: Sql, phone: string, at: Date): Promise<void> {
  await sql`
    insert into erased_before (phone, at) values (${phone}, ${at})
    on conflict (phone) do update set at = excluded.at`
}

/** Whether the number opted out or was erased; true as well if that cannot be determined. */
export async function isSuppressed(sql: Sql, keys: PhoneKeys, phone: string): Promise<boolean> {
  const [row] = await sql<{ suppressed: boolean | null }[]>`
    select suppressed(${phone}) or ${erased(sql, keys, phone)} as suppressed`
  return row?.suppressed ?? true
}
