import type { HandlerInput, ReplyOf } from '@salonback/shared/platform/http/endpoint.ts'
import { isOverdue } from '@salonback/shared/salons/billing/dueDates.ts'
import type { money, OpenStatement } from '@salonback/shared/salons/billing/moneyContract.ts'
import { MAX_REMINDERS, noReminderReason } from '@salonback/shared/salons/billing/reminders.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { findAccounts } from '../salons/owed.ts'
import { lockSalonState, oneSalon } from '../salons/queries.ts'
import { oneStatement } from './statements.ts'
import { tellReminder } from './tellStatement.ts'
import { findHeads, type Head, insertReminder } from './unbilled.ts'

/** Unpaid statements of all salons or one: overdue ones first, then by due date. */
export async function findOpenStatements(sql: Sql, now: Date, salonId?: string): Promise<OpenStatement[]> {
  const accounts = await findAccounts(sql, salonId === undefined ? undefined : [salonId])
  const open = [...accounts].flatMap(([id, { balances }]) =>
    balances
      .filter(({ outstanding }) => outstanding > 0)
      .map(({ number, outstanding }) => ({ salonId: id, number, outstanding })),
  )
  const heads = await findHeads(sql, open)
  const outstandingOf = new Map(open.map((one) => [`${one.salonId} ${one.number}`, one.outstanding]))
  return heads
    .map((head) => toOpen(head, outstandingOf.get(`${head.salonId} ${head.number}`) ?? 0, now))
    .sort((a, b) => Number(b.overdue) - Number(a.overdue) || compare(a.dueOn ?? '', b.dueOn ?? ''))
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function toOpen({ disputed, ...head }: Head, outstanding: number, now: Date): OpenStatement {
  const { timeZone, dueOn, reminders } = head
  const today = localDate(timeZone, now)
  const sentOn = reminders.map((at) => localDate(timeZone, new Date(at)))
  return {
    ...head,
    outstanding,
    overdue: isOverdue({ dueOn, outstanding }, today),
    noReminder: noReminderReason({ dueOn, outstanding, sentOn, disputed }, today),
  }
}

/** Reminds the owner of a statement. Throws 409 with the reason if it is too early or too often, or the owner cannot be reached. */
export function remind(
  { id, number }: HandlerInput<typeof money.remind>,
  context: CallContext,
): Promise<ReplyOf<typeof money.remind>> {
  const { sql, clock, actor } = context
  return inTransaction(sql, async (open) => {
    const salon = await oneSalon(open, id)
    await lockSalonState(open, id)
    const now = clock()
    const statement = (await findOpenStatements(open, now, id)).find((one) => one.number === number)
    if (!statement) {
      const known = await findHeads(open, [{ salonId: id, number }])
      throw known.length === 0 ? notFound('Statement') : new AppError('conflict', 'It is paid')
    }
    if (statement.noReminder !== null || statement.dueOn === null)
      throw new AppError('conflict', statement.noReminder ?? 'It has no day to pay')
    const nth = statement.reminders.length + 1
    const { dueOn, outstanding } = statement
    const due = { dueOn, outstanding, nth, isLast: nth >= MAX_REMINDERS }
    const sentBy = await tellReminder(open, context, salon, await oneStatement(open, id, number), due)
    if (sentBy === null)
      throw new AppError('conflict', 'The owner cannot be reached: enter a number or an e-mail address first')
    await insertReminder(open, { salonId: id, number, nth, now })
    const detail = { number, nth, sentBy }
    await audit(open, { actor, action: 'statement.remind', subject: id, detail })
    return { sentBy, reminders: nth }
  })
}
