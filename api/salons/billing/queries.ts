import { type Account, leftOf } from '@salonback/shared/salons/billing/balances.ts'
import type {
  LedgerEntry,
  Owed,
  Statement,
  StatementLine,
} from '@salonback/shared/salons/billing/contract.ts'
import { type VatPart, type VatTerms, vatOfAll } from '@salonback/shared/salons/billing/vat.ts'
import { type Actor, decidedBy } from '../../platform/db/actor.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { toPage } from '../../platform/db/toPage.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findAccount, isHeld, outstandingOf } from '../salons/owed.ts'
import { type CorrectedSum, joinCorrected, treatedOf } from './corrected.ts'

const entryColumns = (sql: Sql) => sql`
  e.id, e.visit_id, e.kind, e.amount, e.line, ${instant(sql, 'e.payable_from')} as payable_from, e.rule_version,
  (select jsonb_build_object('note', d.note, 'openedAt', ${instant(sql, 'd.opened_at')},
      'decidedAt', ${instant(sql, 'd.decided_at')}, 'decidedBy', d.decided_by, 'upheld', d.upheld,
      'amount', d.amount, 'reason', d.reason)
    from disputes d where d.entry_id = e.id order by d.opened_at desc limit 1) as dispute,
  ${isHeld(sql)} as held, s.number as statement_number, corrected.number as corrects, e.created_by, ${instant(sql, 'e.created_at')} as created_at`

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
    group by 1, 3, 4, 5`
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

/** Entries that can go on a statement now, oldest first. The caller holds the lock of the salon. */
export async function findPayable(sql: Sql, salonId: string, now: Date) {
  const found = await sql<(Omit<StatementLine, 'corrects' | 'vat'> & CorrectedSum & { id: string })[]>`
    select e.id, e.kind, e.amount, e.rule_version, e.line->>'client' as client, e.line->>'visitOn' as visit_on,
      (e.line->>'paid')::int as paid, (e.line->>'paidBefore')::int as paid_before,
      (e.line->>'feeBps')::int as fee_bps, e.line->'reasons' as reasons,
      corrected.number as corrects, corrected.vat_bps, corrected.vat_note
    from ledger_entries e ${joinCorrected(sql)}
    where e.salon_id = ${salonId} and e.statement_id is null and e.payable_from <= ${now} and not ${isHeld(sql)}
    order by e.seq`
  return found.map(({ id, amount, corrects, vatBps, vatNote, ...line }) => {
    const treated = treatedOf({ amount, corrects, vatBps, vatNote })
    return { id, line: { ...line, ...treated } as StatementLine }
  })
}

/** The newest statement of a salon. The caller holds the lock of the salon, so that the numbers have no gap. */
export async function findLast(sql: Sql, salonId: string) {
  const [last] = await sql<{ number: number; issuedAt: Date; periodTo: string | null }[]>`
    select number, issued_at, period_to::text as period_to from statements
    where salon_id = ${salonId} order by number desc limit 1`
  return last
}

interface StatementToInsert {
  salonId: string
  number: number
  issuedAt: Date
  issuedBy: string
  currency: string
  total: number
  vat: number
  vatBps: number
  vatParts: VatPart[]
  broughtForward: number
  dueOn: string
  period: { from: string; to: string }
  party: Pick<Statement, 'salonName' | 'ownerName' | 'timeZone' | 'account' | 'terms'>
  lines: StatementLine[]
  page: string
}

/** Stores a statement and puts the entries on it. */
export async function insertStatement(
  sql: Sql,
  { lines, party, period, vatParts, ...statement }: StatementToInsert,
  entryIds: string[],
): Promise<void> {
  const [inserted] = await sql<[{ id: string }]>`
    insert into statements ${sql({ ...statement, periodFrom: period.from, periodTo: period.to, party: sql.json({ ...party }), lines: sql.json(lines), vatParts: sql.json(vatParts.map((part) => ({ ...part }))) })} returning id`
  await sql`update ledger_entries set statement_id = ${inserted.id} where id = any(${entryIds}::uuid[])`
}

/** The parts of statement `t` that VAT treats alike. Statements before 28 November 2026 have one. */
export const vatPartsOf = (
  sql: Sql,
) => sql`coalesce(t.vat_parts, jsonb_build_array(jsonb_build_object('bps', t.vat_bps,
  'note', t.party->'terms'->'vatNote', 'net', t.total - t.vat, 'vat', t.vat, 'corrects', '[]'::jsonb)))`

/** Statements of a salon, newest first, with what is paid of them. */
export async function findStatements(
  sql: Sql,
  salonId: string,
  where: Fragment = sql``,
): Promise<Statement[]> {
  const [rows, account] = await Promise.all([
    sql<Omit<Statement, keyof Paid>[]>`
      select t.number, ${instant(sql, 't.issued_at')} as issued_at, t.issued_by, t.currency, t.total, t.vat, t.vat_bps,
        ${vatPartsOf(sql)} as vat_parts, t.brought_forward, t.due_on::text as due_on, t.lines, t.party->>'salonName' as salon_name,
        case when t.period_to is not null then
          jsonb_build_object('from', t.period_from, 'to', t.period_to) end as period,
        t.party->>'ownerName' as owner_name, t.party->>'timeZone' as time_zone, t.party->'account' as account,
        t.party->'terms' as terms
      from statements t
      where t.salon_id = ${salonId} ${where} order by t.number desc`,
    findAccount(sql, salonId),
  ])
  return rows.map((row) => ({ ...row, ...paidOf(row, account) }))
}

type Paid = Pick<Statement, 'paid' | 'outstanding' | 'left' | 'state'>

/** A statement in favour of the salon is settled when no credit is left. */
function paidOf({ number, total }: Pick<Statement, 'number' | 'total'>, account: Account): Paid {
  const { paid = 0, outstanding = 0 } = account.balances.find((balance) => balance.number === number) ?? {}
  const open = total < 0 ? account.credit > 0 : outstanding > 0
  const left = leftOf(account.balances, number)
  return { paid, outstanding, left, state: open ? 'issued' : 'settled' }
}

/** The first of the last days to pay these statements. */
export async function findDueOn(sql: Sql, salonId: string, numbers: number[]): Promise<string | null> {
  const [row] = await sql<{ dueOn: string | null }[]>`
    select min(due_on)::text as due_on from statements where salon_id = ${salonId} and number = any(${numbers}::int[])`
  return row?.dueOn ?? null
}

/** The page of a statement as it was issued. */
export async function findStatementPage(
  sql: Sql,
  salonId: string,
  number: number,
): Promise<string | undefined> {
  const [row] = await sql<{ page: string }[]>`
    select page from statements where salon_id = ${salonId} and number = ${number}`
  return row?.page
}

export async function insertDispute(sql: Sql, entryId: string, { note, now }: { note: string; now: Date }) {
  await sql`insert into disputes (entry_id, note, opened_at) values (${entryId}, ${note}, ${now})`
}

/** Decides the open dispute of an entry; false without one. */
export async function closeDispute(
  sql: Sql,
  entryId: string,
  { by, now, ...decision }: DisputeDecision,
): Promise<boolean> {
  const { count } = await sql`
    update disputes set ${sql({ ...decision, ...decidedBy(by, now) })}
    where entry_id = ${entryId} and decided_at is null`
  return count > 0
}

interface DisputeDecision {
  upheld: boolean
  amount: number | null
  /** Of the visit. */
  amountBefore: number | null
  reason: string
  by: Actor
  now: Date
}

/** Opens the decided dispute of an entry again; returns the amounts of the decision, or undefined without one. */
export async function openAgain(sql: Sql, entryId: string) {
  const [was] = await sql<{ id: string; amount: number | null; amountBefore: number | null }[]>`
    select id, amount, amount_before from disputes where entry_id = ${entryId} and decided_at is not null`
  if (was)
    await sql`
      update disputes set decided_at = null, decided_by = null, decided_kind = null, decided_id = null,
        upheld = null, amount = null, amount_before = null, reason = ''
      where id = ${was.id}`
  return was
}
