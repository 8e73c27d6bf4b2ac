import { agency } from '@salonback/shared/brand.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { type Account, leftOf } from '@salonback/shared/salons/billing/balances.ts'
import type { billing, Statement, StatementLine, Terms } from '@salonback/shared/salons/billing/contract.ts'
import { dueOnOf, periodOf } from '@salonback/shared/salons/billing/dueDates.ts'
import { statementTotals } from '@salonback/shared/salons/billing/fees.ts'
import { payUrlOf, referenceOf, toPayOf } from '@salonback/shared/salons/billing/paper.ts'
import { type VatPart, type VatTerms, vatPartsOf, vatTermsOf } from '@salonback/shared/salons/billing/vat.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { IdempotentContext } from '../../deps.ts'
import type { Env } from '../../env.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { findAccount } from '../salons/owed.ts'
import { lockSalon, type SalonRow } from '../salons/queries.ts'
import { findNewCredits } from './credits.ts'
import { findOwed, findPayable } from './ledger.ts'
import { statementPage } from './statementPage.ts'
import { tellStatement } from './tellStatement.ts'

/** Throws 404 for an unknown number. */
export async function oneStatement(sql: Sql, salonId: string, number: number): Promise<Statement> {
  const [statement] = await findStatements(sql, salonId, sql`and t.number = ${number}`)
  if (!statement) throw notFound('Statement')
  return statement
}

export async function issueStatement(
  { id }: HandlerInput<typeof billing.issue>,
  context: IdempotentContext,
): Promise<Statement> {
  const { sql, clock, actor, env } = context
  const salon = await lockSalon(sql, id)
  const statement = await issueFor(sql, salon, { by: actor, now: clock(), settings: env })
  await tellStatement(sql, context, salon, statement)
  return statement
}

interface IssueFor {
  by: Actor
  now: Date
  settings: PaymentSettings
}

/** Puts what is payable on the next statement. The caller holds the lock of the salon. Throws 409 if nothing is payable. */
export async function issueFor(
  sql: Sql,
  salon: SalonRow,
  { by, now, settings }: IssueFor,
): Promise<Statement> {
  const { id } = salon
  const payable = await findPayable(sql, id, now)
  if (payable.length === 0) throw new AppError('conflict', 'Nothing is payable yet')
  const lines = payable.map(({ line }) => line)
  const own = vatOfSalon(settings, salon)
  const owed = await findOwed(sql, id, now, own)
  const { vatNote, ...sums } = sumsFor(lines, own, owed.outstanding)
  const { total } = sums
  const last = await findLast(sql, id)
  const number = (last?.number ?? 0) + 1
  const account = {
    ...owed,
    payable: owed.payable - (total - sums.vat),
    outstanding: owed.outstanding + total,
    ...(owed.vat && { vat: { ...owed.vat, payable: owed.vat.payable - sums.vat } }),
  }
  const credits = await findNewCredits(sql, salon)
  const terms = termsOf(salon, { number, toPay: toPayOf(sums), vatNote }, settings)
  const party = {
    salonName: salon.name,
    ownerName: salon.ownerName,
    timeZone: salon.timeZone,
    account,
    terms,
    country: salon.country,
    credits: credits.map(({ id: _, ...credit }) => credit),
  }
  const { dueOn, period } = datesFor(salon, lines, last, now)
  const head = { number, issuedBy: by.name, currency: salon.currency, dueOn, ...sums }
  const page = String(statementPage({ ...head, ...party, period, issuedAt: now.toISOString(), lines }))
  await insertStatement(
    sql,
    { ...head, salonId: id, issuedAt: now, period, party, lines, page },
    [...payable, ...credits].map((entry) => entry.id),
  )
  await audit(sql, { actor: by, action: 'statement.issue', subject: id, detail: { number, total } })
  return oneStatement(sql, id, number)
}

/** Sums of a statement with these lines. */
export function sumsFor(lines: StatementLine[], own: VatTerms, broughtForward: number) {
  const net = statementTotals(lines).total
  const vatParts = vatPartsOf(lines, own)
  const vat = vatParts.reduce((sum, part) => sum + part.vat, 0)
  const [part = own, ...others] = vatParts
  const { bps, note } = others.length === 0 ? part : own
  return { total: net + vat, vat, vatBps: bps, vatNote: note, vatParts, broughtForward }
}

type Last = Awaited<ReturnType<typeof findLast>>

function datesFor(
  { timeZone, paymentDays }: SalonRow,
  lines: readonly Pick<StatementLine, 'visitOn'>[],
  last: Last,
  now: Date,
) {
  const issuedOn = localDate(timeZone, now)
  const visits = lines.map(({ visitOn }) => visitOn)
  // Statements from before there were periods end on the day that they were issued.
  const before = last ? (last.periodTo ?? localDate(timeZone, last.issuedAt)) : null
  return { dueOn: dueOnOf(issuedOn, paymentDays), period: periodOf({ before, visits, issuedOn }) }
}

export type PaymentSettings = Pick<Env, 'VAT_NUMBER' | 'VAT_RATE' | 'PAYMENT_URL'>

/** The VAT that the agency charges a salon. */
export const vatOfSalon = (
  { VAT_NUMBER, VAT_RATE }: PaymentSettings,
  { country }: Pick<SalonRow, 'country'>,
) => vatTermsOf({ country: agency.country, number: VAT_NUMBER ?? null, bps: VAT_RATE ?? null }, country)

interface TermsOf {
  number: number
  /** Minor units. */
  toPay: number
  /** Why there is no VAT. */
  vatNote: string | null
}

/** Parties, reference and ways to pay, as a statement shows them. */
export function termsOf(
  salon: SalonRow,
  { number, toPay, vatNote }: TermsOf,
  settings: PaymentSettings,
): Terms {
  const reference = referenceOf(salon.accountNumber, number)
  return {
    from: {
      name: agency.name,
      address: agency.address,
      companyNumber: agency.companyNumber,
      vatNumber: settings.VAT_NUMBER ?? null,
    },
    to: {
      name: salon.legalName ?? salon.name,
      address: salon.postalAddress,
      companyNumber: salon.companyNumber,
      vatNumber: salon.vatNumber,
    },
    reference,
    bank: agency.bank.map(([label, value]) => [label, value]),
    payUrl: payUrlOf(settings.PAYMENT_URL, { reference, amount: toPay }),
    vatNote,
  }
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
  party: Pick<Statement, 'salonName' | 'ownerName' | 'timeZone' | 'account' | 'terms' | 'credits'> & {
    country: string
  }
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
export const vatPartsColumn = (
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
        ${vatPartsColumn(sql)} as vat_parts, t.brought_forward, t.due_on::text as due_on, t.lines, t.party->>'salonName' as salon_name,
        case when t.period_to is not null then
          jsonb_build_object('from', t.period_from, 'to', t.period_to) end as period,
        t.party->>'ownerName' as owner_name, t.party->>'timeZone' as time_zone, t.party->'account' as account,
        t.party->'terms' as terms, coalesce(t.party->'credits', '[]') as credits
      from statements t
      where t.salon_id = ${salonId} ${where} order by t.number desc`,
    findAccount(sql, salonId),
  ])
  return rows.map((row) => ({ ...row, ...paidOf(row, account) }))
}

type Paid = Pick<Statement, 'paid' | 'credited' | 'outstanding' | 'left' | 'state'>

/** A statement in favour of the salon is settled when no credit is left. */
function paidOf({ number, total }: Pick<Statement, 'number' | 'total'>, account: Account): Paid {
  const {
    paid = 0,
    credited = 0,
    outstanding = 0,
  } = account.balances.find((balance) => balance.number === number) ?? {}
  const open = total < 0 ? account.credit > 0 : outstanding > 0
  const left = leftOf(account.balances, number)
  return { paid, credited, outstanding, left, state: open ? 'issued' : 'settled' }
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
