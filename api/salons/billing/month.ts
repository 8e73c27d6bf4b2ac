import type { TextCost } from '@salonback/shared/core/messages/cost.ts'
import type { AccountingEntry, MonthRow } from '@salonback/shared/salons/billing/contract.ts'
import type { Sql } from '../../platform/db/open.ts'
import { isCredit, outstandingOf } from '../salons/owed.ts'
import { vatPartsColumn } from './statements.ts'

/** Start of a month, and of the next month, in a time zone. */
const from = (sql: Sql, month: string, zone: string) =>
  sql`((${`${month}-01`}::date)::timestamp at time zone ${sql.unsafe(zone)})`
const until = (sql: Sql, month: string, zone: string) =>
  sql`((${`${month}-01`}::date + interval '1 month')::timestamp at time zone ${sql.unsafe(zone)})`

/**
 * Texts of a month, by owner and currency of the price. A failed text costs nothing unless the carrier names a price. A month begins in the salon's time zone; for the agency in UTC.
 */
function findTexts(sql: Sql, month: string) {
  const zone = `coalesce(s.time_zone, 'UTC')`
  // A day more at each end covers all time zones, so that the indexes of the times can be used.
  const [first, last] = [
    sql`${from(sql, month, `'UTC'`)} - interval '1 day'`,
    sql`${until(sql, month, `'UTC'`)} + interval '1 day'`,
  ]
  return sql<
    { salonId: string | null; unit: string | null; sent: number; amount: number; unpriced: number }[]
  >`
    select m.salon_id, m.price_unit as unit, count(*) filter (where m.direction = 'outbound')::int as sent,
      coalesce(sum(m.price), 0)::bigint as amount, count(*) filter (where m.price is null and m.status <> 'failed')::int as unpriced
    from (
      select salon_id, direction, status, price, price_unit, accepted_at as at from messages
      where direction = 'outbound' and accepted_at is not null
        and greatest(created_at, accepted_at) >= ${first} and greatest(created_at, accepted_at) < ${last}
      union all
      select salon_id, direction, status, price, price_unit, created_at from messages
      where direction = 'inbound' and salon_id is null and created_at >= ${first} and created_at < ${last}
      union all
      select salon_id, direction, status, price, price_unit, created_at from messages
      where direction = 'inbound' and salon_id is not null and created_at >= ${first} and created_at < ${last}
    ) m left join salons s on s.id = m.salon_id
    where m.at >= ${from(sql, month, zone)} and m.at < ${until(sql, month, zone)}
    group by 1, 2`
}

type SalonMonth = Omit<MonthRow, 'texts' | 'cost' | 'unpriced'>

const findSalonMonths = (sql: Sql, month: string) => sql<SalonMonth[]>`
  select s.id as salon_id, s.name, s.currency, ${outstandingOf(sql, sql`s.id`)} as outstanding,
    exists (select 1 from statements t where t.salon_id = s.id) as issued,
    (select count(*)::int from visits v where v.salon_id = s.id and v.state = 'attended'
      and v.visit_on >= ${`${month}-01`}::date and v.visit_on < ${`${month}-01`}::date + interval '1 month') as visits,
    (select coalesce(sum(e.amount), 0)::bigint from ledger_entries e where e.salon_id = s.id and not e.${isCredit(sql)}
      and e.created_at >= ${from(sql, month, 's.time_zone')} and e.created_at < ${until(sql, month, 's.time_zone')}) as fees,
    (select coalesce(sum(p.amount), 0)::bigint from payments p where p.salon_id = s.id
      and p.received_on >= ${`${month}-01`}::date and p.received_on < ${`${month}-01`}::date + interval '1 month') as paid
  from salons s order by s.name, s.id`

/** The month of each salon with activity or debts, then the month of the agency's own texts. */
export async function findMonth(sql: Sql, month: string): Promise<MonthRow[]> {
  const [salons, texts] = await Promise.all([findSalonMonths(sql, month), findTexts(sql, month)])
  const withTexts = (row: SalonMonth): MonthRow => {
    const own = texts.filter(({ salonId }) => salonId === row.salonId)
    const cost: TextCost[] = own.flatMap(({ unit, amount }) => (unit === null ? [] : [{ unit, amount }]))
    const sum = (key: 'sent' | 'unpriced') => own.reduce((all, one) => all + one[key], 0)
    return { ...row, texts: sum('sent'), cost, unpriced: sum('unpriced') }
  }
  const nothing = { visits: 0, fees: 0, paid: 0, outstanding: 0, issued: false }
  const agency = withTexts({ salonId: null, name: 'Our own texts', currency: null, ...nothing })
  return [...salons.map(withTexts), agency].filter(hasSomething)
}

const hasSomething = ({ texts, cost, unpriced, visits, fees, paid, outstanding }: MonthRow) =>
  cost.length > 0 || [texts, unpriced, visits, fees, paid, outstanding].some((value) => value !== 0)

/** Why a part of a statement has no VAT, and the statements that it corrects. */
const noteOf = (sql: Sql) => sql`concat_ws(' ', part.note,
  case when part.corrects <> '{}' then 'Corrects statement ' || array_to_string(part.corrects, ', ') || '.' end) as note`

/** Statements, payments and credits of a month by day, as an accountant books them: a row for each treatment of VAT. */
export const findAccountingEntries = (sql: Sql, month: string) => sql<AccountingEntry[]>`
  select * from (
    select 'statement' as kind, (t.issued_at at time zone s.time_zone)::date::text as day, t.number::bigint as n,
      coalesce(t.party->'terms'->'to'->>'name', t.party->>'salonName') as salon_name,
      coalesce(t.party->>'country', s.country) as country,
      t.party->'terms'->'to'->>'vatNumber' as vat_number,
      coalesce(t.party->'terms'->>'reference', s.account_number || '-' || t.number) as reference, t.currency,
      part.net, part.bps as vat_bps, part.vat, part.net + part.vat as total, ${noteOf(sql)}
    from statements t join salons s on s.id = t.salon_id
      cross join jsonb_to_recordset(${vatPartsColumn(sql)}) as part (net bigint, bps int, vat bigint, note text, corrects int[])
    union all
    select 'payment', p.received_on::text, p.seq, coalesce(s.legal_name, s.name), s.country, s.vat_number,
      s.account_number::text, s.currency, p.amount, 0, 0, p.amount,
      case when p.takes_back is null then p.note else trim('Takes a payment back. ' || p.note) end
    from payments p join salons s on s.id = p.salon_id
    union all
    select 'credit', (k.created_at at time zone s.time_zone)::date::text, k.seq, coalesce(s.legal_name, s.name), s.country,
      s.vat_number, s.account_number::text, s.currency, k.amount, 0, 0, k.amount,
      case k.kind when 'write_off' then 'Write-off. ' else 'Goodwill. ' end || (k.line->'reasons'->>0)
    from ledger_entries k join salons s on s.id = k.salon_id where k.${isCredit(sql)}
  ) b
  where b.day >= ${`${month}-01`} and b.day < ((${`${month}-01`}::date + interval '1 month')::date)::text
  order by b.day, b.kind desc, b.salon_name, b.n`
