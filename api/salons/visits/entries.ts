import { RULE_VERSION } from '@salonback/shared/salons/visits/attribution.ts'
import type { EntryKind, EntryLine } from '@salonback/shared/salons/visits/entries.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

export interface Entry {
  kind: EntryKind
  amount: number
  payableFrom: Date
  visitId: string | null
  line: EntryLine
}

export interface StoredEntry extends Entry {
  id: string
  /** A correction on no statement, without a dispute: a newer one replaces it. */
  isOpen: boolean
}

export interface EntryToInsert extends Entry {
  salonId: string
  clientId: string
  by: Actor
  now: Date
}

/** Ledger entries of a client, oldest first. */
export function findEntriesOf(sql: Sql, salonId: string, clientId: string) {
  return sql<StoredEntry[]>`
    select id, kind, amount, payable_from, visit_id, line,
      kind in ('reversal', 'adjustment') and statement_id is null
        and not exists (select 1 from disputes d where d.entry_id = e.id) as is_open
    from ledger_entries e where salon_id = ${salonId} and client_id = ${clientId} order by seq`
}

/** Deletes corrections that no statement has and that a newer one replaces. */
export async function deleteOpenCorrections(sql: Sql, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select set_config('salonback.net_corrections', 'on', true)`
  await sql`delete from ledger_entries where id = any(${ids}::uuid[])`
  await sql`select set_config('salonback.net_corrections', '', true)`
}

export async function insertEntry(sql: Sql, { by, now, line, ...entry }: EntryToInsert): Promise<void> {
  const row = {
    ...entry,
    line: sql.json(line),
    ruleVersion: RULE_VERSION,
    createdBy: by.name,
    createdAt: now,
  }
  await sql`insert into ledger_entries ${sql(row)}`
}

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
