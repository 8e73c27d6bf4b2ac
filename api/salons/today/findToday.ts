import { plural, pluralForm } from '@salonback/shared/formats.ts'
import { unitQuestion } from '@salonback/shared/platform/keys/unitQuestion.ts'
import { type Todo, textStepOf, textTodo, todoKinds, todosOf } from '@salonback/shared/salons/salons/todos.ts'
import type { TodayItem } from '@salonback/shared/salons/today/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { keyAmounts } from '../appointments/keyAmounts.ts'
import { findFacts, type KnownSalon } from '../salons/facts.ts'
import { isUnsettled } from '../visits/unsettled.ts'
import type { EligibleCounts } from './eligibleCounts.ts'

interface FindToday {
  isAdmin: boolean
  countsOf: EligibleCounts
}

/** Everything to do at all salons, by kind; within a kind the longest wait first. Receivers and keys are for admins. */
export async function findToday(sql: Sql, now: Date, { isAdmin, countsOf }: FindToday): Promise<TodayItem[]> {
  const salons = [...(await findFacts(sql, now)).values()]
  const items = salons.flatMap((salon) =>
    todosOf(salon, now, localDate(salon.timeZone, now)).flatMap((todo) =>
      todo.isDue ? [itemOf(salon, todo)] : [],
    ),
  )
  items.push(
    ...(await findTextTodos(salons, now, countsOf)),
    ...(await findRequestTodos(sql)),
    ...(await findUnsettledTodos(sql)),
    ...(isAdmin ? [...(await findReceiverTodos(sql)), ...(await findUnitTodos(sql))] : []),
  )
  return items.sort(byUrgency)
}

const itemOf = ({ id, name }: KnownSalon, { kind, text, since, count }: Todo): TodayItem => ({
  salonId: id,
  salonName: name,
  kind,
  text,
  since,
  count,
})

/** Salons that text none of their clients now, although they could. */
async function findTextTodos(
  salons: readonly KnownSalon[],
  now: Date,
  countsOf: EligibleCounts,
): Promise<TodayItem[]> {
  const steps = salons.flatMap((salon) => {
    const step = textStepOf(salon, localDate(salon.timeZone, now))
    return step ? [{ salon, step }] : []
  })
  const counts = await countsOf(
    steps.map(({ salon }) => salon),
    now,
  )
  return steps.flatMap(({ salon, step }) => {
    const found = counts.get(salon.id)
    const todo = found && textTodo(salon, step, found)
    return todo ? [itemOf(salon, todo)] : []
  })
}

/** Opt-outs that keys of salons left to staff. */
async function findRequestTodos(sql: Sql): Promise<TodayItem[]> {
  const rows = await sql<{ salonId: string; salonName: string; count: number; since: string }[]>`
    select s.id as salon_id, s.name as salon_name, count(*)::int, ${instant(sql, sql`min(r.at)`)} as since
    from opt_out_requests r join salons s on s.id = r.salon_id where r.decided_at is null group by s.id`
  return rows.map(({ count, ...item }) => ({
    ...item,
    kind: 'optOutRequests',
    count,
    text: `${plural(count, 'opt-out')} to decide`,
  }))
}

/** Numbers whose appointments become no visits. */
async function findUnsettledTodos(sql: Sql): Promise<TodayItem[]> {
  const rows = await sql<
    { salonId: string; salonName: string; shops: number; failed: number; since: string }[]
  >`
    select s.id as salon_id, s.name as salon_name, ${instant(sql, sql`min(u.noticed_at)`)} as since,
      count(*) filter (where u.failures = 0)::int as shops, count(*) filter (where u.failures > 0)::int as failed
    from unsettled_clients u join salons s on s.id = u.salon_id where ${isUnsettled(sql)} group by s.id`
  return rows.map(({ shops, failed, ...item }) => ({
    ...item,
    kind: 'shopNumbers',
    count: shops + failed,
    text: [
      shops > 0 && `${plural(shops, 'number')} ${pluralForm(shops, 'is', 'are')} probably of a shop`,
      failed > 0 && `visits of ${plural(failed, 'client')} could not be worked out`,
    ]
      .filter((text) => text !== false)
      .join(', '),
  }))
}

const byUrgency = (one: TodayItem, other: TodayItem) =>
  todoKinds.indexOf(one.kind) - todoKinds.indexOf(other.kind) ||
  (one.since ?? '9').localeCompare(other.since ?? '9') ||
  one.salonName.localeCompare(other.salonName)

/** Receivers that the service turned off. */
async function findReceiverTodos(sql: Sql): Promise<TodayItem[]> {
  const rows = await sql<{ salonId: string | null; salonName: string; url: string; since: string | null }[]>`
    select r.salon_id, coalesce(s.name, '') as salon_name, r.url, ${instant(sql, 'r.off_at')} as since
    from receivers r left join salons s on s.id = r.salon_id where r.off_reason is not null`
  return rows.map(({ url, ...item }) => ({
    ...item,
    kind: 'receiverOff',
    count: 1,
    text: `Events to ${new URL(url).host} are turned off`,
  }))
}

/** Keys with amounts that can be in pence or in pounds. */
async function findUnitTodos(sql: Sql): Promise<TodayItem[]> {
  const rows = await sql<{ salonId: string | null; salonName: string; name: string; sent: number }[]>`
    select k.salon_id, coalesce(s.name, '') as salon_name, k.name, ${keyAmounts.lastSmall(sql, sql`k.id`)} as sent
    from api_keys k left join salons s on s.id = k.salon_id where k.amount_unit is null order by k.created_at, k.id`
  return rows
    .filter(({ sent }) => sent !== null)
    .map(({ name, sent, ...item }) => ({
      ...item,
      kind: 'amountUnit',
      count: 1,
      text: unitQuestion(name, sent),
      since: null,
    }))
}
