import type { LedgerEntry, Owed, StatementLine } from '@salonback/shared/salons/billing/contract.ts'
import { type Treated, type VatTerms, vatOfAll } from '@salonback/shared/salons/billing/vat.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { toPage } from '../../platform/db/toPage.ts'
import { notFound } from '../../platform/http/errors.ts'
import { isCredit, isHeld, outstandingOf } from '../salons/owed.ts'

const entryColumns = (sql: Sql) => sql`
  e.id, e.visit_id, e.kind, e.amount, e.line, ${instant(sql, 'e.payable_from')} as payable_from, e.rule_version,
  (select jsonb_build_object('note', d.note, 'openedAt', ${instant(sql, 'd.opened_at')},
      'decidedAt', ${instant(sql, 'd.decided_at')}, 'decidedBy', d.decided_by, 'upheld', d.upheld,
      'amount', d.amount, 'reason', d.reason)
    from disputes d where d.entry_id = e.id order by d.opened_at desc limit 1) as dispute,
  ${isHeld(sql)} as held, s.number as statement_number, corrected.number as corrects, e.created_by, ${instant(sql, 'e.created_at')} as created_at,
  e.takes_back, exists (select 1 from ledger_entries b where b.takes_back = e.id) as taken_back`

const entries = (sql: Sql) =>
  sql`ledger_entries e left join statements s on s.id = e.statement_id ${joinCorrected(sql)}`

const isDisputed = (sql: Sql) =>
  sql`exists (select 1 from disputes d where d.entry_id = e.id and d.decided_at is null)`

/** Entries per page. */
const PAGE = 50

interface FindEntries {
  salonId: string
  state?: 'disputed' | undefined
  /** Id of the last entry of the previous page. */
  cursor?: string | undefined
}

/** One page of ledger entries, newest first. */
export async function findEntries(sql: Sql, { salonId, state, cursor }: FindEntries) {
  const rows = await sql<LedgerEntry[]>`
    select ${entryColumns(sql)} from ${entries(sql)}
    where e.salon_id = ${salonId}
      ${state === 'disputed' ? sql`and ${isDisputed(sql)}` : sql``}
      ${cursor ? sql`and e.seq < (select seq from ledger_entries where id = ${cursor})` : sql``}
    order by e.seq desc limit ${PAGE + 1}`
  return toPage(rows, PAGE, ({ id }) => id)
}

/** An entry of this salon. Throws 404 for another. */
export async function requireEntry(sql: Sql, salonId: string, id: string): Promise<LedgerEntry> {
  const [entry] = await sql<LedgerEntry[]>`
    select ${entryColumns(sql)} from ${entries(sql)} where e.id = ${id} and e.salon_id = ${salonId}`
  if (!entry) throw notFound('Entry')
  return entry
}

/** The id that the client of an entry has or had. */
export async function findClientOf(sql: Sql, entryId: string): Promise<string | undefined> {
  const [row] = await sql<{ clientId: string }[]>`select client_id from ledger_entries where id = ${entryId}`
  return row?.clientId
}

/** Names and numbers of the clients of entries, as far as they are on the salon's list. */
export const findEntryClients = (sql: Sql, entryIds: string[]) => sql<
  { entryId: string; firstName: string | null; phone: string }[]
>`
  select e.id as entry_id, c.first_name, c.phone from ledger_entries e
  join clients c on c.id = e.client_id and c.salon_id = e.salon_id where e.id = any(${entryIds}::uuid[])`

type Open = 'payable' | 'later' | 'disputed'

/**
 * What is on no statement, and what is on statements and not paid. All lines of a client wait for a dispute. `own` is the VAT of
 * a statement of now.
 */
export async function findOwed(sql: Sql, salonId: string, now: Date, own: VatTerms): Promise<Owed> {
  const sums = await sql<(CorrectedSum & { open: Open })[]>`
    select case when ${isHeld(sql)} then 'disputed' when e.payable_from <= ${now} then 'payable' else 'later' end as open,
      sum(e.amount)::bigint as amount, corrected.number as corrects, corrected.vat_bps, corrected.vat_note
    from ledger_entries e ${joinCorrected(sql)} where e.salon_id = ${salonId} and e.statement_id is null
      and not e.${isCredit(sql)} group by 1, 3, 4, 5`
  const [{ outstanding }] = await sql<[{ outstanding: number }]>`
    select ${outstandingOf(sql, sql`${salonId}`)} as outstanding`
  const of = (wanted: Open) => sums.filter(({ open }) => open === wanted).map(treatedOf)
  const net = (open: Open) => of(open).reduce((sum, { amount }) => sum + amount, 0)
  const vat = (open: Open) => vatOfAll(of(open), own)
  const taxes = { payable: vat('payable'), later: vat('later'), disputed: vat('disputed') }
  return {
    payable: net('payable'),
    later: net('later'),
    disputed: net('disputed'),
    outstanding,
    ...(Object.values(taxes).some((tax) => tax !== 0) && { vat: taxes }),
  }
}

/** Entries that can go on a statement now, oldest first. Who issues it holds the lock of the salon. */
export async function findPayable(sql: Sql, salonId: string, now: Date) {
  const found = await sql<(Omit<StatementLine, 'corrects' | 'vat'> & CorrectedSum & { id: string })[]>`
    select e.id, e.kind, e.amount, e.rule_version, e.line->>'client' as client, e.line->>'visitOn' as visit_on,
      (e.line->>'paid')::int as paid, (e.line->>'paidBefore')::int as paid_before,
      (e.line->>'feeBps')::int as fee_bps, e.line->'reasons' as reasons,
      corrected.number as corrects, corrected.vat_bps, corrected.vat_note
    from ledger_entries e ${joinCorrected(sql)}
    where e.salon_id = ${salonId} and e.statement_id is null and e.payable_from <= ${now} and not ${isHeld(sql)}
      and not e.${isCredit(sql)}
    order by e.seq`
  return found.map(({ id, amount, corrects, vatBps, vatNote, ...line }) => {
    const treated = treatedOf({ amount, corrects, vatBps, vatNote })
    return { id, line: { ...line, ...treated } as StatementLine }
  })
}

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
