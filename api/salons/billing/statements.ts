import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { ledger, Statement, StatementLine } from '@salonback/shared/salons/billing/contract.ts'
import { dueOnOf, periodOf } from '@salonback/shared/salons/billing/dueDates.ts'
import { statementTotals } from '@salonback/shared/salons/billing/fees.ts'
import { toPayOf } from '@salonback/shared/salons/billing/paying.ts'
import { type VatTerms, vatPartsOf } from '@salonback/shared/salons/billing/vat.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { IdempotentContext } from '../../deps.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { lockSalonState, oneSalon } from '../salons/queries.ts'
import { findLast, findOwed, findPayable, findStatements, insertStatement } from './queries.ts'
import { statementPage } from './statementPage.ts'
import { tellStatement } from './tellStatement.ts'
import { type PaymentSettings, termsOf, vatOfSalon } from './terms.ts'

/** Throws 404 for an unknown number. */
export async function oneStatement(sql: Sql, salonId: string, number: number): Promise<Statement> {
  const [statement] = await findStatements(sql, salonId, sql`and t.number = ${number}`)
  if (!statement) throw notFound('Statement')
  return statement
}

export async function issueStatement(
  { id }: HandlerInput<typeof ledger.issue>,
  context: IdempotentContext,
): Promise<Statement> {
  const { sql, clock, actor, env } = context
  const salon = await oneSalon(sql, id)
  await lockSalonState(sql, id)
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
export async function issueFor(sql: Sql, salon: Salon, { by, now, settings }: IssueFor): Promise<Statement> {
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
  const terms = termsOf(salon, { number, toPay: toPayOf(sums), vatNote }, settings)
  const party = {
    salonName: salon.name,
    ownerName: salon.ownerName,
    timeZone: salon.timeZone,
    account,
    terms,
  }
  const { dueOn, period } = datesFor(salon, lines, last, now)
  const head = { number, issuedBy: by.name, currency: salon.currency, dueOn, ...sums }
  const page = String(statementPage({ ...head, ...party, period, issuedAt: now.toISOString(), lines }))
  await insertStatement(
    sql,
    { ...head, salonId: id, issuedAt: now, period, party, lines, page },
    payable.map((entry) => entry.id),
  )
  await audit(sql, { actor: by, action: 'statement.issue', subject: id, detail: { number, total } })
  return oneStatement(sql, id, number)
}

function sumsFor(lines: StatementLine[], own: VatTerms, broughtForward: number) {
  const net = statementTotals(lines).total
  const vatParts = vatPartsOf(lines, own)
  const vat = vatParts.reduce((sum, part) => sum + part.vat, 0)
  const [part = own, ...others] = vatParts
  const { bps, note } = others.length === 0 ? part : own
  return { total: net + vat, vat, vatBps: bps, vatNote: note, vatParts, broughtForward }
}

type Last = Awaited<ReturnType<typeof findLast>>

function datesFor(
  { timeZone, paymentDays }: Salon,
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
