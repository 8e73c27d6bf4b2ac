import { todoKinds, todosOf } from '@salonback/shared/salons/salons/todos.ts'
import type { TodayItem } from '@salonback/shared/salons/today/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Sql } from '../../platform/db/open.ts'
import { findFacts } from '../salons/facts.ts'

/** Everything to do at all salons, by kind; within a kind the longest wait first. */
export async function findToday(sql: Sql, now: Date): Promise<TodayItem[]> {
  const items: TodayItem[] = []
  for (const { id, name, timeZone, ...facts } of (await findFacts(sql, now)).values()) {
    for (const { kind, text, since, isDue } of todosOf(facts, now, localDate(timeZone, now)))
      if (isDue) items.push({ salonId: id, salonName: name, kind, text, since })
  }
  return items.sort(byUrgency)
}

const byUrgency = (one: TodayItem, other: TodayItem) =>
  todoKinds.indexOf(one.kind) - todoKinds.indexOf(other.kind) ||
  (one.since ?? '9').localeCompare(other.since ?? '9') ||
  one.salonName.localeCompare(other.salonName)
