import type { HandlerInput, ReplyOf } from '@salonback/shared/platform/http/endpoint.ts'
import type { billing, OpenStatement } from '@salonback/shared/salons/billing/contract.ts'
import { isOverdue, MAX_REMINDERS, noReminderReason } from '@salonback/shared/salons/billing/dueDates.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { instant } from '../../platform/db/instant.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { findAccounts } from '../salons/owed.ts'
import { lockSalon } from '../salons/queries.ts'
import { findOpenFrom } from './closedMonths.ts'
import { oneStatement } from './statements.ts'
import { tellReminder } from './tellStatement.ts'

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

/** Unpaid statements, the first day that is open, and how many statements were ever issued. */
export async function findOpenMoney(sql: Sql, now: Date) {
  const [items, openFrom, [{ issued }]] = await Promise.all([
    findOpenStatements(sql, now),
    findOpenFrom(sql),
    sql<[{ issued: number }]>`select count(*)::int as issued from statements`,
  ])
  return { items, openFrom, issued }
}

/** Reminds the owner of a statement. Throws 409 with the reason if it is too early or too often, or the owner cannot be reached. */
export function remind(
  { id, number }: HandlerInput<typeof billing.remind>,
  context: CallContext,
): Promise<ReplyOf<typeof billing.remind>> {
  const { sql, clock, actor } = context
  return inTransaction(sql, async (open) => {
    const salon = await lockSalon(open, id)
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

interface Head extends Omit<OpenStatement, 'outstanding' | 'overdue' | 'noReminder'> {
  /** A fee on it is disputed. */
  disputed: boolean
}

/** Statements by salon and number, with their reminders. */
const findHeads = (sql: Sql, wanted: { salonId: string; number: number }[]) => sql<Head[]>`
  select t.salon_id, s.name as salon_name, s.time_zone, t.currency, t.number, ${instant(sql, 't.issued_at')} as issued_at,
    t.due_on::text as due_on, t.total,
    exists (select 1 from ledger_entries e join disputes d on d.entry_id = e.id
      where e.statement_id = t.id and d.decided_at is null) as disputed,
    coalesce((select jsonb_agg(${instant(sql, 'r.sent_at')} order by r.nth) from statement_reminders r
      where r.statement_id = t.id), '[]') as reminders
  from unnest(${wanted.map(({ salonId }) => salonId)}::uuid[], ${wanted.map(({ number }) => number)}::int[]) as w (salon_id, number)
    join statements t on t.salon_id = w.salon_id and t.number = w.number join salons s on s.id = t.salon_id
  order by s.name, t.number`

async function insertReminder(
  sql: Sql,
  { salonId, number, nth, now }: { salonId: string; number: number; nth: number; now: Date },
): Promise<void> {
  await sql`
    insert into statement_reminders (statement_id, nth, sent_at)
    select id, ${nth}, ${now} from statements where salon_id = ${salonId} and number = ${number}`
}
