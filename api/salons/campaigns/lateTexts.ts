import type { Plan } from '@salonback/shared/salons/campaigns/contract.ts'
import type { ScheduledText } from '@salonback/shared/salons/campaigns/schedule.ts'
import { addDays } from '@salonback/shared/salons/salons/days.ts'
import { earlier, fittingPace, listEndsOn } from '@salonback/shared/salons/salons/lastDays.ts'
import { localDate, type Window } from '@salonback/shared/sms/openHours.ts'

/** Texts of a plan that come after the list of their client is too old. */
export interface LateTexts {
  late: number
  listEndsOn: string | null
  fittingPerDay: number | null
}

interface Listed {
  phone: string
  listAsOf: string | null
}

type DayOf = (text: ScheduledText<unknown>) => string

/** The days of texts in a time zone. Texts of a window are due on the same day, so it is worked out once. */
export function dayCache(timeZone: string): DayOf {
  const days = new Map<number, string>()
  return ({ dueAt, dueUntil }) => {
    const key = dueUntil?.getTime() ?? dueAt.getTime()
    const day = days.get(key) ?? localDate(timeZone, dueAt)
    days.set(key, day)
    return day
  }
}

interface FindLate {
  salon: { timeZone: string }
  plan: Pick<Plan, 'firstBatch'>
  from: Date
  days: DayOf
  endsOn: string | null
  windowAfter(to: Listed, from: Date): Window
}

/** Which texts are late, and the pace with which none is, nor comes after the last day of the offer. */
export function findLate(
  texts: readonly ScheduledText<Listed>[],
  { salon, plan, from, days, endsOn, windowAfter }: FindLate,
): LateTexts {
  const clients = new Map<string, number>()
  let [late, tooLate, firstEnd] = [0, 0, null as string | null]
  for (const text of texts) {
    const listEnd = listEndsOn(text.recipient.listAsOf)
    const lastDay = earlier(listEnd, endsOn)
    firstEnd = earlier(firstEnd, listEnd)
    if (lastDay === null) continue
    clients.set(lastDay, (clients.get(lastDay) ?? 0) + 1)
    if (days(text) > lastDay) tooLate++
    if (listEnd !== null && days(text) > listEnd && (endsOn === null || days(text) <= endsOn)) late++
  }
  const [first] = texts
  if (tooLate === 0 || !first) return { late, listEndsOn: firstEnd, fittingPerDay: null }
  const groups = [...clients].map(([lastDay, count]) => ({ lastDay, clients: count }))
  const until = groups.reduce((latest, { lastDay }) => (lastDay > latest ? lastDay : latest), '')
  const open: string[] = []
  for (let at = from; ; ) {
    const { opensAt, closesAt } = windowAfter(first.recipient, at)
    const day = localDate(salon.timeZone, opensAt)
    if (day > until) break
    open.push(day)
    at = closesAt ? new Date(closesAt.getTime() + 60_000) : new Date(`${addDays(day, 1)}T00:00:00Z`)
  }
  const { firstBatch } = plan
  return { late, listEndsOn: firstEnd, fittingPerDay: fittingPace({ groups, days: open, firstBatch }) }
}
