import type { MonthFigures, SalonHealth } from '@salonback/shared/salons/health/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { answersOf } from '../results/queries.ts'

type Counted = { id: string } & Record<'month' | 'last', number>
type Figure = keyof MonthFigures

/** Open salons with the start of the month, and of the month before until the same day and time. */
const periods = (sql: Sql, now: Date) => sql`(
  select s.*, date_trunc('month', s.local_now) at time zone s.time_zone as month_start,
    (date_trunc('month', s.local_now) - interval '1 month') at time zone s.time_zone as last_start,
    (s.local_now - interval '1 month') at time zone s.time_zone as last_end
  from (select *, ${now}::timestamptz at time zone time_zone as local_now from salons where state <> 'closed') s)`

/** This month and the same part of the last one, by salon. `value`: what is added up of the rows in `from`, which happened `at`. */
const countMonths = (sql: Sql, now: Date, { from, at, value }: Record<'from' | 'at' | 'value', Fragment>) =>
  sql<Counted[]>`
    select p.id, coalesce(${value} filter (where ${at} >= p.month_start), 0)::bigint as month,
      coalesce(${value} filter (where ${at} < p.last_end), 0)::bigint as last
    from ${periods(sql, now)} p ${from} and ${at} >= p.last_start and ${at} <= ${now} group by p.id`

const findSent = (sql: Sql, now: Date) =>
  countMonths(sql, now, {
    from: sql`join campaigns c on c.salon_id = p.id
      join messages m on m.campaign_id = c.id and m.kind in ('offer', 'reminder')`,
    at: sql`m.accepted_at`,
    value: sql`count(*)`,
  })

const findAnswered = (sql: Sql, now: Date, ids: string[]) =>
  countMonths(sql, now, {
    from: sql`join campaigns c on c.salon_id = p.id join (${answersOf(sql, ids)}) a on a.campaign_id = c.id`,
    at: sql`a.at`,
    value: sql`count(distinct a.phone)`,
  })

const findBooked = (sql: Sql, now: Date) =>
  countMonths(sql, now, {
    from: sql`join visits v on v.salon_id = p.id and v.campaign_id is not null and v.state in ('booked', 'attended', 'no_show')`,
    at: sql`coalesce(v.booked_at, v.created_at)`,
    value: sql`count(*)`,
  })

const findCame = (sql: Sql, now: Date, value: Fragment) =>
  countMonths(sql, now, {
    from: sql`join visits v on v.salon_id = p.id and v.campaign_id is not null and v.state = 'attended'`,
    at: sql`coalesce(v.visit_at, v.decided_at, v.created_at)`,
    value,
  })

const findOptedOut = (sql: Sql, now: Date) =>
  countMonths(sql, now, {
    from: sql`join suppressions o on o.salon_id = p.id and exists (
      select 1 from messages m where m.phone = o.phone and m.salon_id = p.id and m.kind in ('offer', 'reminder')
        and m.accepted_at <= o.since)`,
    at: sql`o.since`,
    value: sql`count(*)`,
  })

/** Median minutes to our answer by salon, and over all salons with id null. */
const findReplyTimes = (sql: Sql, now: Date) => sql<{ id: string | null; minutes: number }[]>`
  select p.id, percentile_cont(0.5) within group (order by extract(epoch from r.at - i.created_at) / 60)::float8 as minutes
  from ${periods(sql, now)} p
  join messages i on i.salon_id = p.id and i.direction = 'inbound' and i.created_at >= p.month_start and i.created_at <= ${now}
    and not i.is_opt_out and not is_automatic_reply(i.intent)
  cross join lateral (
    select min(m.created_at) as at from messages m
    where m.phone = i.phone and m.salon_id = p.id and m.direction = 'outbound' and m.kind = 'reply'
      and m.created_at >= i.created_at) r
  where r.at is not null group by grouping sets ((p.id), ())`

type OpenSalon = Pick<
  SalonHealth,
  'salonId' | 'salonName' | 'state' | 'currency' | 'ownerAt' | 'queued' | 'nextAt'
>

const findOpenSalons = (sql: Sql) => sql<OpenSalon[]>`
  select s.id as salon_id, s.name as salon_name, s.state, s.currency, coalesce(q.queued, 0) as queued,
    ${instant(sql, 'q.next_at')} as next_at,
    (select ${instant(sql, sql`max(t.at)`)} from (
      select m.created_at as at from messages m where m.phone = s.owner_phone and m.salon_id is null
        and (m.direction = 'inbound' or m.accepted_at is not null)
      union all
      select e.state_at from mails e where e.salon_id = s.id and e.state = 'sent'
        and lower(e.to_address) = lower(s.owner_email)) t) as owner_at
  from salons s left join (
    select c.salon_id, count(*)::int as queued, min(m.due_at) as next_at
    from campaigns c join messages m on m.campaign_id = c.id and m.status = 'queued'
    where c.salon_id is not null and c.state = 'running' group by c.salon_id) q on q.salon_id = s.id
  where s.state <> 'closed' order by lower(s.name), s.id`

/** What happened at each open salon, by name: one query for each group of columns. */
export async function findHealth(sql: Sql, now: Date) {
  const salons = await findOpenSalons(sql)
  const ids = salons.map(({ salonId }) => salonId)
  const [sent, answered, booked, came, broughtBack, optedOut, times] = await Promise.all([
    findSent(sql, now),
    findAnswered(sql, now, ids),
    findBooked(sql, now),
    findCame(sql, now, sql`count(*)`),
    findCame(sql, now, sql`sum(v.amount)`),
    findOptedOut(sql, now),
    findReplyTimes(sql, now),
  ])
  const counts = Object.entries({ sent, answered, booked, came, broughtBack, optedOut }).map(
    ([figure, rows]) => [figure as Figure, new Map(rows.map((row) => [row.id, row]))] as const,
  )
  const figuresOf = (id: string, part: 'month' | 'last') =>
    Object.fromEntries(counts.map(([figure, rows]) => [figure, rows.get(id)?.[part] ?? 0])) as MonthFigures
  const minutesOf = (id: string | null) => times.find((row) => row.id === id)?.minutes ?? null
  return {
    salons: salons.map((salon) => ({
      ...salon,
      month: figuresOf(salon.salonId, 'month'),
      last: figuresOf(salon.salonId, 'last'),
      replyMinutes: minutesOf(salon.salonId),
    })),
    replyMinutes: minutesOf(null),
  }
}
