import type { Fragment, Sql } from '../../platform/db/open.ts'

/** Whether a line of the client of entry `e` is disputed: a correction must not be paid before what it corrects. */
export const isHeld = (sql: Sql) =>
  sql`exists (select 1 from disputes d join ledger_entries f on f.id = d.entry_id
    where f.salon_id = e.salon_id and f.client_id = e.client_id and d.decided_at is null)`

/** Statements with what is outstanding of each: payments and negative totals pay the oldest first, as in `accountOf`. */
export const openStatements = (sql: Sql) => sql`
  select salon_id, number, due_on, least(greatest(total, 0), greatest(0, upto - credit)) as outstanding
  from (
    select t.salon_id, t.number, t.due_on, t.total,
      sum(greatest(t.total, 0)) over (partition by t.salon_id order by t.number) as upto,
      coalesce(p.paid, 0) - sum(least(t.total, 0)) over (partition by t.salon_id) as credit
    from statements t
      left join (select salon_id, sum(amount) as paid from payments group by salon_id) p using (salon_id)) a`

/** What a salon owes on statements: their totals without what was paid. Negative if the salon has credit. */
export const outstandingOf = (sql: Sql, salonId: Fragment) => sql`(
  (select coalesce(sum(t.total), 0) from statements t where t.salon_id = ${salonId})
    - (select coalesce(sum(p.amount), 0) from payments p where p.salon_id = ${salonId}))::bigint`

/** Sum of the entries of a salon on no statement that are payable now, or only later. Disputed ones count as neither. */
export const unissuedOf = (sql: Sql, salonId: Fragment, payable: 'now' | 'later') =>
  sql`(select coalesce(sum(e.amount), 0)::bigint from ledger_entries e
    where e.salon_id = ${salonId} and e.statement_id is null and e.payable_from ${payable === 'now' ? sql`<=` : sql`>`} now()
      and not ${isHeld(sql)})`
