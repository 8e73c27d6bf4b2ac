import type { Sql } from '../../platform/db/open.ts'
import type { PhoneKeys } from '../../platform/privacy/hash.ts'
import { recordConsent } from './ledger.ts'
import { isSuppressionOf, lockNumber } from './suppressions.ts'

export interface LiftSuppression {
  phone: string
  at: Date
  source: string
  wording: string
  actor?: string | null
  messageId?: string | null
}

/** Lifts a suppression and records it in the ledger. False if there was none. Call inside a transaction. */
export async function liftSuppression(sql: Sql, keys: PhoneKeys, lift: LiftSuppression): Promise<boolean> {
  await lockNumber(sql, lift.phone)
  const removed = await sql<{ erasedAt: Date | null }[]>`
    delete from suppressions where ${isSuppressionOf(sql, keys, lift.phone)} returning erased_at`
  if (removed.length === 0) return false
  for (const { erasedAt } of removed) if (erasedAt) await keepErasedBefore(sql, lift.phone, erasedAt)
  await recordConsent(sql, { ...lift, change: 'opt_in' })
  return true
}

/** Remembers the erasure although the hash is deleted, so that older texts are not backfilled. */
async function keepErasedBefore(sql: Sql, phone: string, at: Date): Promise<void> {
  await sql`
    insert into erased_before (phone, at) values (${phone}, ${at})
    on conflict (phone) do update set at = excluded.at`
}
