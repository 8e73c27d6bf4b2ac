import type { Step } from '@salonback/shared/sales/firstTexts/contract.ts'
import type {
  CampaignFigures,
  CampaignOutcome,
  CampaignPerson,
  DayResult,
  Period,
} from '@salonback/shared/sales/metrics/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { toPage } from '../../platform/db/toPage.ts'

/**
 * The numbers of each step of campaigns with the times of what they did until the next text; null: they did not. A number
 * gets one first and one second text, of one campaign.
 */
const people = (sql: Sql, campaignId?: string) => sql`
  (with texts as (
    select m.campaign_id, case m.kind when 'second_text' then 'second' else 'first' end as step, m.phone,
      m.accepted_at as sent_at, m.segments, case m.status when 'delivered' then m.status_at end as delivered_at,
      lead(m.accepted_at) over (partition by m.campaign_id, m.phone order by m.accepted_at, m.seq) as next_at
    from messages m join campaigns c on c.id = m.campaign_id
    where c.salon_id is null and m.accepted_at is not null ${campaignId ? sql`and c.id = ${campaignId}` : sql``}
  ), received as (
    select t.campaign_id, t.step, t.phone, min(i.created_at) filter (where not i.is_opt_out and not is_automatic_reply(i.intent)) as answered_at,
      min(i.created_at) filter (where i.intent = 'positive') as yes_at,
      min(i.created_at) filter (where i.is_opt_out) as stop_at
    from texts t join messages i on i.phone = t.phone and i.created_at >= t.sent_at
      and i.created_at < coalesce(t.next_at, 'infinity')
    where i.direction = 'inbound' and i.salon_id is null
    group by t.campaign_id, t.step, t.phone
  ), forms as (
    select t.campaign_id, t.step, t.phone, min(w.submitted_at) as form_at
    from texts t join waitlist_responses w on coalesce(w.linked_phone, w.phone) = t.phone
      and w.submitted_at >= t.sent_at and w.submitted_at < coalesce(t.next_at, 'infinity')
    group by t.campaign_id, t.step, t.phone
  )
  select * from texts left join received using (campaign_id, step, phone)
    left join forms using (campaign_id, step, phone))`

/** The steps of campaigns with how many of their numbers did what, newest campaign first. */
export const findCampaignFigures = (sql: Sql) => sql<CampaignFigures[]>`
  select c.id, s.step, s.template, ${instant(sql, 'c.created_at')} as created_at, count(p.sent_at)::int as sent,
    count(p.delivered_at)::int as delivered, count(p.answered_at)::int as answered, count(p.yes_at)::int as yes,
    count(p.stop_at)::int as stop, count(p.form_at)::int as form, coalesce(sum(p.segments), 0)::int as segments
  from campaigns c
  cross join lateral (
    select 'first' as step, c.template union all
    select 'second', c.second_template where c.second_template is not null) s
  left join ${people(sql)} p on p.campaign_id = c.id and p.step = s.step
  where c.salon_id is null group by c.id, s.step, s.template order by c.created_at desc, c.id, s.step`

export async function hasCampaign(sql: Sql, id: string): Promise<boolean> {
  return (await sql`select 1 from campaigns where id = ${id} and salon_id is null`).count > 0
}

interface FindPeople {
  id: string
  step: Step
  outcome: CampaignOutcome
  /** Number of the last person of the previous page. */
  cursor?: string | undefined
}

/** People per page. */
const PAGE = 50

/** One page of the numbers of a step that did something, latest first. */
export async function findPeople(sql: Sql, { id, step, outcome, cursor }: FindPeople) {
  const rows = await sql<CampaignPerson[]>`
    with reached as materialized (
      select phone, ${sql(`${outcome}_at`)} as at from ${people(sql, id)} p
      where step = ${step} and ${sql(`${outcome}_at`)} is not null)
    select coalesce(p.name, '') as name, r.phone, ${instant(sql, 'r.at')} as at
    from reached r left join prospects p on p.phone = r.phone
    ${cursor ? sql`where (r.at, r.phone) < (select at, phone from reached where phone = ${cursor})` : sql``}
    order by r.at desc, r.phone desc limit ${PAGE + 1}`
  return toPage(rows, PAGE, ({ phone }) => phone)
}

/** Days of the longest chart. */
const MOST_DAYS = 1830

/**
 * Texts of campaigns that left, and numbers that answered, said yes and opted out, by day in this time zone. `all` begins
 * with the first day that has any, at most five years back.
 */
export function findDays(
  sql: Sql,
  { period, timeZone, now }: { period: Period; timeZone: string; now: Date },
) {
  const most = period === 'all' ? MOST_DAYS : Number(period)
  const dayOf = (at: string) => sql`(${sql(at)} at time zone ${timeZone})::date`
  const today = sql`(${now}::timestamptz at time zone ${timeZone})::date`
  const start = sql`((${today} - ${most - 1}::int)::timestamp at time zone ${timeZone})`
  const first =
    period === 'all' ? sql`least((select min(day) from counted), ${today})` : sql`${today} - ${most - 1}::int`
  return sql<DayResult[]>`
    with counted as materialized (
      select ${dayOf('m.accepted_at')} as day, 'texts' as what, count(*)::int as count
      from messages m join campaigns c on c.id = m.campaign_id
      where c.salon_id is null and m.accepted_at >= ${start} group by 1
      union all
      select ${dayOf('i.created_at')}, kind.what, count(distinct i.phone)::int
      from messages i cross join lateral (values
        ('answers', not i.is_opt_out and not is_automatic_reply(i.intent)), ('yeses', i.intent = 'positive'), ('stops', i.is_opt_out)) kind (what, holds)
      where i.direction = 'inbound' and i.salon_id is null and kind.holds and i.created_at >= ${start}
      group by 1, 2
    )
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(count) filter (where what = 'texts'), 0)::int as texts,
      coalesce(sum(count) filter (where what = 'answers'), 0)::int as answers,
      coalesce(sum(count) filter (where what = 'yeses'), 0)::int as yeses,
      coalesce(sum(count) filter (where what = 'stops'), 0)::int as stops
    from generate_series(${first}, ${today}, interval '1 day') d left join counted on counted.day = d::date
    group by d order by d`
}
