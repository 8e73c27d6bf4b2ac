import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { ledger, Statement } from '@salonback/shared/salons/ledger/contract.ts'
import { statementTotals } from '@salonback/shared/salons/visits/fees.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import type { CallContext, IdempotentContext } from '../../platform/http/serve.ts'
import { oneSalon } from '../salons/oneSalon.ts'
import { lockSalonState } from '../salons/queries.ts'
import {
  findOwed,
  findPayable,
  findStatements,
  insertStatement,
  nextNumber,
  settleStatement,
} from './queries.ts'
import { statementPage } from './statementPage.ts'

/** Throws 404 for an unknown number. */
export async function oneStatement(sql: Sql, salonId: string, number: number): Promise<Statement> {
  const [statement] = await findStatements(sql, salonId, sql`and t.number = ${number}`)
  if (!statement) throw notFound('Statement')
  return statement
}

/** Puts what is payable on the next statement. Throws 409 if nothing is. */
export async function issueStatement(
  { id }: HandlerInput<typeof ledger.issue>,
  { sql, clock, actor }: IdempotentContext,
): Promise<Statement> {
  const salon = await oneSalon(sql, id)
  const now = clock()
  await lockSalonState(sql, id)
  const payable = await findPayable(sql, id, now)
  if (payable.length === 0) throw new AppError('conflict', 'Nothing is payable yet')
  const lines = payable.map(({ id: _, ...line }) => line)
  const { total } = statementTotals(lines)
  const head = {
    number: await nextNumber(sql, id),
    issuedBy: actor.username,
    currency: salon.currency,
    total,
  }
  const owed = await findOwed(sql, id, now)
  const account = { ...owed, payable: owed.payable - total, outstanding: owed.outstanding + total }
  const party = { salonName: salon.name, ownerName: salon.ownerName, timeZone: salon.timeZone, account }
  const page = String(statementPage({ ...head, ...party, issuedAt: now.toISOString(), lines }))
  await insertStatement(
    sql,
    { ...head, salonId: id, issuedAt: now, party, lines, page },
    payable.map((entry) => entry.id),
  )
  const detail = { number: head.number, total }
  await audit(sql, { actor: actor.username, action: 'statement.issue', subject: id, detail })
  return oneStatement(sql, id, head.number)
}

/** Marks a statement as paid. A repeat changes nothing. */
export function settle(
  { id, number }: HandlerInput<typeof ledger.settle>,
  { sql, clock, actor }: CallContext,
): Promise<Statement> {
  return inTransaction(sql, async (open) => {
    if (await settleStatement(open, id, number, clock()))
      await audit(open, {
        actor: actor.username,
        action: 'statement.settle',
        subject: id,
        detail: { number },
      })
    return oneStatement(open, id, number)
  })
}
