import type { HandlerInput, ReplyOf } from '@salonback/shared/platform/http/endpoint.ts'
import { dueOnOf } from '@salonback/shared/salons/billing/dueDates.ts'
import { notIssuedReason } from '@salonback/shared/salons/billing/issuing.ts'
import type { LeftOutSalon, money, StatementPreview } from '@salonback/shared/salons/billing/moneyContract.ts'
import { vatOfAll } from '@salonback/shared/salons/billing/vat.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { CallContext } from '../../deps.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { lockSalonState, oneSalon } from '../salons/queries.ts'
import { treatedOf } from './corrected.ts'
import { findLast, findStatements } from './queries.ts'
import { issueFor } from './statements.ts'
import { tellStatement } from './tellStatement.ts'
import { vatOfSalon } from './terms.ts'
import { findUnbilled, type UnbilledRow } from './unbilled.ts'

/** The statements that *Issue statements* would issue now, and the salons that it leaves out. */
export async function previewStatements(_: object, { sql, clock, env }: CallContext) {
  const now = clock()
  const statements: StatementPreview[] = []
  const leftOut: LeftOutSalon[] = []
  for (const row of await findUnbilled(sql, now)) {
    const { salonId, salonName } = row
    const total = row.payable + vatOfAll(row.sums.map(treatedOf), vatOfSalon(env, row))
    const reason = notIssuedReason({ ...row, payable: total })
    if (reason === null) statements.push(previewOf(row, total, now))
    else leftOut.push({ salonId, salonName, reason })
  }
  return { statements, leftOut }
}

function previewOf(row: UnbilledRow, total: number, now: Date): StatementPreview {
  const { salonId, salonName, currency, number, broughtForward, timeZone, paymentDays } = row
  const dueOn = dueOnOf(localDate(timeZone, now), paymentDays)
  return { salonId, salonName, currency, number, total, broughtForward, dueOn }
}

type PreviewedStatement = HandlerInput<typeof money.issueAll>['statements'][number]
type Issued = ReplyOf<typeof money.issueAll>['issued'][number]

/** Issues the statements one after the other, each in its own transaction, so that a failing one stops no other. */
export async function issueAll(
  { statements, tellOwners }: HandlerInput<typeof money.issueAll>,
  context: CallContext,
): Promise<ReplyOf<typeof money.issueAll>> {
  const issued: Issued[] = []
  const leftOut: LeftOutSalon[] = []
  for (const wanted of statements) {
    const { salonId } = wanted
    const salon = await oneSalon(context.sql, salonId)
    try {
      const told = await inTransaction(context.sql, (open) =>
        issueOne(open, salon, wanted, tellOwners, context),
      )
      issued.push({ salonId, salonName: salon.name, number: wanted.number, told })
    } catch (error) {
      if (!(error instanceof AppError))
        context.log.error({ err: error, salonId }, 'a statement was not issued')
      const reason = error instanceof AppError ? error.message : 'It failed. Please try again later'
      leftOut.push({ salonId, salonName: salon.name, reason })
    }
  }
  return { issued, leftOut }
}

const changed = () => new AppError('conflict', 'It has changed since the preview: please look again')

/** Issues one statement. Returns whether the owner got a link. Throws 409 if it differs from the preview. */
async function issueOne(
  sql: Sql,
  salon: Salon,
  { number, total }: PreviewedStatement,
  tellOwners: boolean,
  context: CallContext,
): Promise<boolean> {
  await lockSalonState(sql, salon.id)
  const last = await findLast(sql, salon.id)
  if (last && last.number >= number) {
    const [before] = await findStatements(sql, salon.id, sql`and t.number = ${number}`)
    if (before?.total !== total) throw changed()
    return false
  }
  const settings = { by: context.actor, now: context.clock(), settings: context.env }
  const statement = await issueFor(sql, salon, settings)
  if (statement.number !== number || statement.total !== total) throw changed()
  return tellOwners && (await tellStatement(sql, context, salon, statement)) !== null
}
