import type { AmountUnit } from '@salonback/shared/platform/keys/contract.ts'
import type { Sql } from '../db/open.ts'
import type { KeyAmounts } from '../salons.ts'

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
export async function chooseUnit(
  sql: Sql,
  amounts: KeyAmounts,
  { id, unit }: { id: string; unit: AmountUnit },
): Promise<string | undefined> {
  await lockUnits(sql, 'exclusive')
  const [key] = await sql<{ name: string }[]>`
    update api_keys set amount_unit = ${unit} where id = ${id} returning name`
  if (key) await amounts.settleAgain(sql, id)
  return key?.name
}
