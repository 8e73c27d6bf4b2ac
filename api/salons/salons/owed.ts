import { type Account, accountOf, type IssuedStatement } from '@salonback/shared/salons/billing/balances.ts'
import { isOverdue } from '@salonback/shared/salons/billing/dueDates.ts'
import { addDays } from '@salonback/shared/salons/salons/days.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

/** Whether a line of the client of entry `e` is disputed: a correction must not be paid before what it corrects. */
export const isHeld = (sql: Sql) =>
  sql`exists (select 1 from disputes d join ledger_entries f on f.id = d.entry_id
    where f.salon_id = e.salon_id and f.client_id = e.client_id and d.decided_at is null)`

/** Whether an entry is a credit: part of the balance from the start, and of no statement's total. */
export const isCredit = (sql: Sql) => sql`kind in ('write_off', 'goodwill')`

/** What a salon owes on statements: their totals without payments and credits. Negative if the salon has credit. */
export const outstandingOf = (sql: Sql, salonId: Fragment) => sql`(
  (select coalesce(sum(t.total), 0) from statements t where t.salon_id = ${salonId})
    + (select coalesce(sum(k.amount), 0) from ledger_entries k where k.salon_id = ${salonId} and ${isCredit(sql)})
    - (select coalesce(sum(p.amount), 0) from payments p where p.salon_id = ${salonId}))::bigint`

/** Sum of the entries of a salon on no statement that are payable now, or only later. Disputed ones count as neither. */
export const unissuedOf = (sql: Sql, salonId: Fragment, payable: 'now' | 'later') =>
  sql`(select coalesce(sum(e.amount), 0)::bigint from ledger_entries e
    where e.salon_id = ${salonId} and e.statement_id is null and not e.${isCredit(sql)} and e.payable_from ${payable === 'now' ? sql`<=` : sql`>`} now()
      and not ${isHeld(sql)})`

/** The day of the salon `s` from which the oldest entry on no statement is payable; null without one that is payable now. */
export const payableSince = (sql: Sql) =>
  sql`(select (min(e.payable_from) at time zone s.time_zone)::date from ledger_entries e
    where e.salon_id = s.id and e.statement_id is null and e.payable_from <= now() and not ${isHeld(sql)})`

interface AccountRow {
  salonId: string
  paid: number
  credited: number
  statements: (IssuedStatement & { dueOn: string | null })[]
}

export interface SalonAccount extends Account {
  /** The last day to pay each statement. */
  dueOn: Map<number, string | null>
}

/** The accounts of salons that have statements or payments, by salon; without ids of all. */
export async function findAccounts(
  sql: Sql,
  salonIds?: readonly string[],
): Promise<Map<string, SalonAccount>> {
  const ofSalons = salonIds ? sql`where salon_id = any(${[...salonIds]}::uuid[])` : sql``
  const rows = await sql<AccountRow[]>`
    select salon_id, coalesce(p.paid, 0)::bigint as paid, coalesce(k.credited, 0)::bigint as credited,
      coalesce(t.statements, '[]') as statements
    from (select salon_id, sum(amount) as paid from payments ${ofSalons} group by salon_id) p
    full join (
      select salon_id, -sum(amount) as credited from ledger_entries
      where ${isCredit(sql)} ${salonIds ? sql`and salon_id = any(${[...salonIds]}::uuid[])` : sql``} group by salon_id
    ) k using (salon_id)
    full join (
      select salon_id, jsonb_agg(jsonb_build_object('number', number, 'total', total, 'dueOn', due_on)) as statements
      from statements ${ofSalons} group by salon_id
    ) t using (salon_id)`
  return new Map(
    rows.map(({ salonId, paid, credited, statements }) => [
      salonId,
      {
        ...accountOf(statements, [{ amount: paid }], credited),
        dueOn: new Map(statements.map(({ number, dueOn }) => [number, dueOn])),
      },
    ]),
  )
}

/** The account of one salon. */
export const findAccount = async (sql: Sql, salonId: string): Promise<Account> =>
  (await findAccounts(sql, [salonId])).get(salonId) ?? accountOf([], [])

/** Statements that were to be paid before `today`, and since when the first is overdue. */
export function overdueOf(account: SalonAccount | undefined, today: string) {
  const days = (account?.balances ?? []).flatMap(({ number, outstanding }) => {
    const dueOn = account?.dueOn.get(number) ?? null
    return dueOn !== null && isOverdue({ dueOn, outstanding }, today) ? [dueOn] : []
  })
  const [first] = days.sort()
  return { count: days.length, since: first === undefined ? null : `${addDays(first, 1)}T00:00:00.000Z` }
}
