import type { Unbilled } from '@salonback/shared/salons/billing/issuing.ts'
import type { OpenStatement } from '@salonback/shared/salons/billing/moneyContract.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { isHeld, outstandingOf } from '../salons/owed.ts'
import { type CorrectedSum, joinCorrected } from './corrected.ts'

export interface UnbilledRow
  extends Unbilled,
    Pick<Salon, 'timeZone' | 'country' | 'paymentDays' | 'currency'> {
  currency: Salon['currency']
  salonId: string
  salonName: string
  /** Sums of what is payable, by the statement that they correct. */
  sums: CorrectedSum[]
  /** Number of the next statement. */
  number: number
  broughtForward: number
}

/** Salons with ledger entries on no statement, and their sums. */
export const findUnbilled = (sql: Sql, now: Date) => sql<UnbilledRow[]>`
  select s.id as salon_id, s.name as salon_name, s.currency, s.time_zone, s.country, s.payment_days, open_entries.*,
    (select coalesce(max(number), 0) + 1 from statements t where t.salon_id = s.id) as number,
    ${outstandingOf(sql, sql`s.id`)} as brought_forward
  from salons s cross join lateral (
    select count(*) filter (where not held and payable_from <= ${now})::int as entries,
      coalesce(sum(amount) filter (where not held and payable_from <= ${now}), 0)::bigint as payable,
      (min(payable_from) filter (where not held and payable_from > ${now}) at time zone s.time_zone)::date::text as later_from,
      coalesce(sum(amount) filter (where held), 0)::bigint as disputed, count(*) as lines,
      coalesce(jsonb_agg(jsonb_build_object('amount', amount, 'corrects', corrects, 'vatBps', vat_bps, 'vatNote', vat_note))
        filter (where not held and payable_from <= ${now}), '[]') as sums
    from (select e.amount, e.payable_from, ${isHeld(sql)} as held, corrected.number as corrects, corrected.vat_bps,
        corrected.vat_note
      from ledger_entries e ${joinCorrected(sql)} where e.salon_id = s.id and e.statement_id is null) e
  ) open_entries
  where open_entries.lines > 0 order by s.name, s.id`

export interface Head extends Omit<OpenStatement, 'outstanding' | 'overdue' | 'noReminder'> {
  /** A fee on it is disputed. */
  disputed: boolean
}

/** Statements by salon and number, with their reminders. */
export const findHeads = (sql: Sql, wanted: { salonId: string; number: number }[]) => sql<Head[]>`
  select t.salon_id, s.name as salon_name, s.time_zone, t.currency, t.number, ${instant(sql, 't.issued_at')} as issued_at,
    t.due_on::text as due_on, t.total,
    exists (select 1 from ledger_entries e join disputes d on d.entry_id = e.id
      where e.statement_id = t.id and d.decided_at is null) as disputed,
    coalesce((select jsonb_agg(${instant(sql, 'r.sent_at')} order by r.nth) from statement_reminders r
      where r.statement_id = t.id), '[]') as reminders
  from unnest(${wanted.map(({ salonId }) => salonId)}::uuid[], ${wanted.map(({ number }) => number)}::int[]) as w (salon_id, number)
    join statements t on t.salon_id = w.salon_id and t.number = w.number join salons s on s.id = t.salon_id
  order by s.name, t.number`

export async function insertReminder(
  sql: Sql,
  { salonId, number, nth, now }: { salonId: string; number: number; nth: number; now: Date },
): Promise<void> {
  await sql`
    insert into statement_reminders (statement_id, nth, sent_at)
    select id, ${nth}, ${now} from statements where salon_id = ${salonId} and number = ${number}`
}
