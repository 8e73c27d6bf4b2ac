import type { Treated } from '@salonback/shared/salons/billing/vat.ts'
import type { Sql } from '../../platform/db/open.ts'

/** Earlier entries of the client of entry `f`. */
const earlier = (sql: Sql) => sql`g.salon_id = f.salon_id and g.client_id = f.client_id and g.seq < f.seq`

/** Entry `f` is the fee for another visit after the first fee was taken back in full: it is no correction of that one. */
const isFeeAgain = (sql: Sql) => sql`(f.kind = 'adjustment'
  and not exists (select 1 from ledger_entries g where ${earlier(sql)} and g.visit_id is not distinct from f.visit_id)
  and (select sum(g.amount) from ledger_entries g where ${earlier(sql)} and g.kind <> 'credit') = 0)`

/**
 * The statement with the fee that entry `e` corrects, as `corrected`: VAT is that of this statement, also after a change of rate
 * or country. Without a row for a fee, and while the fee is on no statement or on the same one.
 */
export const joinCorrected = (sql: Sql) => sql`
  left join lateral (
    select t.number, t.vat_bps, t.party->'terms'->>'vatNote' as vat_note
    from (
      select f.statement_id from ledger_entries f
      where f.salon_id = e.salon_id and f.client_id = e.client_id and f.seq <= e.seq and (f.kind = 'fee' or ${isFeeAgain(sql)})
      order by f.seq desc limit 1
    ) first_fee join statements t on t.id = first_fee.statement_id
    where first_fee.statement_id is distinct from e.statement_id
  ) corrected on e.kind <> 'fee'`

/** An amount of entries with the statement that they correct. */
export interface CorrectedSum {
  amount: number
  corrects: number | null
  vatBps: number | null
  vatNote: string | null
}

/** The amount as VAT is computed of it. */
export const treatedOf = ({ amount, corrects, vatBps, vatNote }: CorrectedSum): Treated =>
  corrects === null ? { amount } : { amount, corrects, vat: { bps: vatBps ?? 0, note: vatNote } }
