import type { KeyAmounts } from '../../platform/salons.ts'

export const keyAmounts: KeyAmounts = {
  lastSmall: (sql, keyId) => sql`
    (select a.amount from appointments a where coalesce(a.amount_source_id, a.source_id) = 'key:' || ${keyId}
      and a.amount between 1 and 999 order by a.told_at desc limit 1)`,
  async settleAgain(sql, keyId) {
    await sql`
      update appointments set due = true
      where coalesce(amount_source_id, source_id) = ${`key:${keyId}`} and amount > 0 and client_id is not null`
  },
}
