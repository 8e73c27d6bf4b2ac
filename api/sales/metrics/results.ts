import type { Step } from '@salonback/shared/sales/firstTexts/contract.ts'
import type {
  CampaignFigures,
  CampaignOutcome,
  CampaignPerson,
  DayResult,
  Period,
} from '@salonback/shared/sales/metrics/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { toPage } from '../../platform/db/toPage.ts'

/** Texts `m` of first-text campaigns that left. Figures read them from the index messages_campaign_sent alone. */
const isSent = (sql: Sql) =>
  sql`m.campaign_id is not null and m.salon_id is null and m.accepted_at is not null`

/** A number gets one first and one second text, of one campaign. */
const kindOf = { first: 'first_text', second: 'second_text' } as const
const stepOf = (sql: Sql, kind: string) =>
  sql`case ${sql(kind)} when 'second_text' then 'second' else 'first' end`

/**
 * The numbers of each step with when they first did something between its text and the next one. The second text comes after
 * the first, so what follows both counts for the second.
 */
const reactions = (
  sql: Sql,
  source: Fragment,
  { did, first }: { did: Fragment; first: Fragment },
  campaignId?: string,
) => sql`
  select campaign_id, kind, phone, ${first} from (
    select m.campaign_id, m.phone, r.at, max(m.kind) as kind, ${did}
    from messages m join (${source}) r on r.phone = m.phone and r.at >= m.accepted_at
    where ${isSent(sql)} ${campaignId ? sql`and m.campaign_id = ${campaignId}` : sql``}
    group by m.campaign_id, m.phone, r.at
  ) d group by campaign_id, kind, phone`

const received = (sql: Sql, campaignId?: string) =>
  reactions(
    sql,
    sql`select phone, created_at as at, is_opt_out, intent from messages where direction = 'inbound' and salon_id is null`,
    {
      did: sql`bool_or(not r.is_opt_out and not is_automatic_reply(r.intent)) as answered,
        bool_or(r.intent = 'positive') as yes, bool_or(r.is_opt_out) as stop`,
      first: sql`min(at) filter (where answered) as answered_at, min(at) filter (where yes) as yes_at,
        min(at) filter (where stop) as stop_at`,
    },
    campaignId,
  )

const forms = (sql: Sql, campaignId?: string) =>
  reactions(
    sql,
    sql`select coalesce(linked_phone, phone) as phone, submitted_at as at from waitlist_responses`,
    { did: sql`true as form`, first: sql`min(at) as form_at` },
    campaignId,
  )

/** The steps of campaigns with how many of their numbers did what, newest campaign first. */
export const findCampaignFigures = (sql: Sql) => sql<CampaignFigures[]>`
  with sent as (
    select m.campaign_id, m.kind, count(*)::int as sent, sum(m.segments)::int as segments,
      count(*) filter (where m.status = 'delivered')::int as delivered
    from messages m where ${isSent(sql)} group by 1, 2
  ), received as (
    select campaign_id, kind, count(answered_at)::int as answered, count(yes_at)::int as yes, count(stop_at)::int as stop
    from (${received(sql)}) r group by 1, 2
  ), forms as (select campaign_id, kind, count(*)::int as form from (${forms(sql)}) f group by 1, 2)
  select c.id, c.name, ${stepOf(sql, 's.kind')} as step, s.template, ${instant(sql, 'c.created_at')} as created_at,
    coalesce(sent, 0) as sent, coalesce(delivered, 0) as delivered, coalesce(answered, 0) as answered,
    coalesce(yes, 0) as yes, coalesce(stop, 0) as stop, coalesce(form, 0) as form, coalesce(segments, 0) as segments
  from campaigns c
  cross join lateral (
    select 'first_text' as kind, c.template union all
    select 'second_text', c.second_template where c.second_template is not null) s
  left join sent on sent.campaign_id = c.id and sent.kind = s.kind
  left join received on received.campaign_id = c.id and received.kind = s.kind
  left join forms on forms.campaign_id = c.id and forms.kind = s.kind
  where c.salon_id is null order by c.created_at desc, c.id, s.kind`

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

function findReachedBy(sql: Sql, { id, step, outcome }: Pick<FindPeople, 'id' | 'step' | 'outcome'>) {
  const kind = kindOf[step]
  if (outcome !== 'sent' && outcome !== 'delivered') {
    const at = sql(`${outcome}_at`)
    return sql`select phone, ${at} as at from (${(outcome === 'form' ? forms : received)(sql, id)}) r where kind = ${kind} and ${at} is not null`
  }
  return sql`
    select m.phone, ${outcome === 'sent' ? sql`m.accepted_at` : sql`m.status_at`} as at from messages m
    where ${isSent(sql)} and m.campaign_id = ${id} and m.kind = ${kind}
      ${outcome === 'delivered' ? sql`and m.status = 'delivered'` : sql``}`
}

/** One page of the numbers of a step that did something, latest first. */
export async function findPeople(sql: Sql, { id, step, outcome, cursor }: FindPeople) {
  const rows = await sql<CampaignPerson[]>`
    with reached as materialized (${findReachedBy(sql, { id, step, outcome })})
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
  const today = sql`(${now}::timestamptz at time zone ${timeZone})::date`
  const start = sql`((${today} - ${most - 1}::int)::timestamp at time zone ${timeZone})`
  const first =
    period === 'all' ? sql`least((select min(day) from counted), ${today})` : sql`${today} - ${most - 1}::int`
  // Offsets of time zones are multiples of a quarter of an hour. To convert each text takes four times as long.
  const quarter = (at: string) => sql`date_bin('15 minutes', ${sql(at)}, 'epoch')`
  const dayOf = (at: string) => sql`(${sql(at)} at time zone ${timeZone})::date`
  return sql<DayResult[]>`
    with sent as (
      select ${quarter('m.accepted_at')} as at, count(*) as texts
      from messages m where ${isSent(sql)} and m.accepted_at >= ${start} group by 1
    ), received as (
      select ${dayOf('i.created_at')} as day, bool_or(not i.is_opt_out and not is_automatic_reply(i.intent)) as answered,
        bool_or(i.intent = 'positive') as yes, bool_or(i.is_opt_out) as stop
      from messages i where i.direction = 'inbound' and i.salon_id is null and i.created_at >= ${start}
      group by 1, i.phone
    ), counted as materialized (
      select ${dayOf('at')} as day, sum(texts) as texts, 0 as answers, 0 as yeses, 0 as stops from sent group by 1
      union all
      select day, 0, count(*) filter (where answered), count(*) filter (where yes), count(*) filter (where stop)
      from received where answered or yes or stop group by 1
    )
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(texts), 0)::int as texts, coalesce(sum(answers), 0)::int as answers,
      coalesce(sum(yeses), 0)::int as yeses, coalesce(sum(stops), 0)::int as stops
    from generate_series(${first}, ${today}, interval '1 day') d left join counted on counted.day = d::date
    group by d order by d`
}
