import { formatDay } from '@salonback/shared/formats.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { billing } from '@salonback/shared/salons/billing/contract.ts'
import { monthLabel } from '@salonback/shared/salons/billing/months.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'

/** The first open day: earlier months are closed. Null: no month is closed. */
export async function findOpenFrom(sql: Sql): Promise<string | null> {
  const [row] = await sql<[{ day: string | null }]>`select first_open_day()::text as day`
  return row.day
}

/** The day on which a fact is booked: its own, or the first open one. */
export async function openDayFor(sql: Sql, day: string): Promise<{ day: string; moved: boolean }> {
  const from = await findOpenFrom(sql)
  return from !== null && day < from ? { day: from, moved: true } : { day, moved: false }
}

/** Throws 422 at the field for a day of a closed month. */
export async function requireOpenDay(sql: Sql, receivedOn: string): Promise<void> {
  const { day, moved } = await openDayFor(sql, receivedOn)
  if (!moved) return
  const message = `This month is closed: please enter ${formatDay(day)} or later, and the true day as a note`
  throw new AppError('invalid', message, { fields: { receivedOn: message } })
}

/** Closes a month and all before it. Throws 409 before it has ended everywhere. A repeat changes nothing. */
export function closeMonth(
  { month }: HandlerInput<typeof billing.closeMonth>,
  { sql, clock, actor }: CallContext,
): Promise<{ openFrom: string | null }> {
  return inTransaction(sql, async (open) => {
    await open`lock table closed_months in share row exclusive mode`
    const now = clock()
    const [{ next }] = await open<[{ next: string }]>`
      select (${`${month}-01`}::date + interval '1 month')::date::text as next`
    // Half a day later than in UTC, the month has ended in every time zone.
    if (now.getTime() < Date.parse(`${next}T12:00:00Z`))
      throw new AppError('conflict', `${monthLabel(month)} has not ended`)
    const before = await findOpenFrom(open)
    if (before !== null && before >= next) return { openFrom: before }
    await open`insert into closed_months (open_from, closed_by, closed_at) values (${next}, ${actor.name}, ${now})`
    await audit(open, { actor, action: 'books.close', subject: month })
    return { openFrom: next }
  })
}
