import type { AmountUnit } from '@salonback/shared/platform/keys/contract.ts'
import type { Sql } from '../db/open.ts'

/** Until the end of the transaction: no unit is chosen while a visit is settled by the old one. */
export async function lockUnits(sql: Sql, mode: 'shared' | 'exclusive'): Promise<void> {
  const name = 'amount units'
  if (mode === 'shared') await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`
  else await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

/**
 * Stores what whole numbers of a key mean; visits with its amounts are settled again. Returns its name, undefined for an unknown
 * key.
 */
export async function chooseUnit(sql: Sql, id: string, unit: AmountUnit): Promise<string | undefined> {
  await lockUnits(sql, 'exclusive')
  const [key] = await sql<{ name: string }[]>`
    update api_keys set amount_unit = ${unit} where id = ${id} returning name`
  if (key)
    await sql`
      update appointments set due = true
      where coalesce(amount_source_id, source_id) = ${`key:${id}`} and amount > 0 and client_id is not null`
  return key?.name
}

/** The last small amount of key `k`: it can be one in pence or in pounds. */
export const lastSmallAmount = (sql: Sql) => sql`
  select a.amount from appointments a where coalesce(a.amount_source_id, a.source_id) = 'key:' || k.id
    and a.amount between 1 and 999 order by a.told_at desc limit 1`
