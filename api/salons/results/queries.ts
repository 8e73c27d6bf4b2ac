import type {
  CampaignResult,
  LatestResult,
  ResultPerson,
  ResultStep,
  WeekResult,
} from '@salonback/shared/salons/results/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { toPage } from '../../platform/db/toPage.ts'
import { optedOutAfter } from '../salons/facts.ts'

/** Texts of clients of these salons with the campaign that texted them last before. Opt-outs and automatic replies are no answers. */
export const answersOf = (sql: Sql, salonIds: string[]) => sql`
  select t.campaign_id, i.phone, i.created_at as at
  from messages i cross join lateral (
    select m.campaign_id from messages m
    where m.phone = i.phone and m.salon_id = i.salon_id and m.kind in ('offer', 'reminder')
      and m.accepted_at <= i.created_at
    order by m.accepted_at desc limit 1) t
  where i.salon_id = any(${salonIds}::uuid[]) and i.direction = 'inbound' and not i.is_opt_out
    and not is_automatic_reply(i.intent)`

/** The clients of campaigns with the times at which they reached each step; null: not reached. */
const people = (sql: Sql, salonIds: string[], campaignIds: Fragment) => sql`
  (with texts as (
    select m.campaign_id, m.client_id, m.phone, min(m.created_at) as eligible_at, min(m.accepted_at) as texted_at,
      min(m.status_at) filter (where m.status = 'delivered') as delivered_at
    from messages m
    where m.campaign_id in (${campaignIds}) and m.kind in ('offer', 'reminder')
    group by m.campaign_id, m.client_id, m.phone
  ), answers as (
    select campaign_id, phone, min(at) as answered_at from (${answersOf(sql, salonIds)}) a group by campaign_id, phone
  ), bookings as (
    select campaign_id, phone, min(coalesce(booked_at, created_at)) as booked_at,
      min(coalesce(visit_at, decided_at, created_at)) filter (where state = 'attended') as attended_at
    from visits
    where campaign_id in (${campaignIds}) and state in ('booked', 'attended', 'no_show')
    group by campaign_id, phone
  ), fees as (
    select v.campaign_id, v.phone, min(e.created_at) as paid_at
    from (
      -- A correction can move the fee to another visit: the last entry names the one that counts.
      select (array_agg(visit_id order by seq desc))[1] as visit_id, min(created_at) as created_at
      from ledger_entries where salon_id = any(${salonIds}::uuid[]) and kind <> 'credit'
      group by client_id having sum(amount) > 0
    ) e join visits v on v.id = e.visit_id
    group by v.campaign_id, v.phone
  )
  select * from texts left join answers using (campaign_id, phone) left join bookings using (campaign_id, phone)
    left join fees using (campaign_id, phone))`

/** Whether a text of the campaign `c` has left: one without texts has no results. */
const hasTexted = (sql: Sql) => sql`
  exists (select 1 from messages m where m.campaign_id = c.id and m.kind = 'offer' and m.accepted_at is not null)`

const campaignsOf = (sql: Sql, salonId: string) =>
  sql`select c.id from campaigns c where c.salon_id = ${salonId} and ${hasTexted(sql)}`

/** How many clients reached each step of these campaigns, newest first. */
const countSteps = (sql: Sql, salonIds: string[], campaignIds: Fragment) => sql<
  (CampaignResult & { salonId: string })[]
>`
  select c.id, c.salon_id, c.state, ${instant(sql, 'c.created_at')} as created_at, count(p.eligible_at)::int as eligible,
    count(p.texted_at)::int as texted, count(p.delivered_at)::int as delivered, count(p.answered_at)::int as answered,
    count(p.booked_at)::int as booked, count(p.attended_at)::int as attended, count(p.paid_at)::int as paid
  from campaigns c left join ${people(sql, salonIds, campaignIds)} p on p.campaign_id = c.id
  where c.id in (${campaignIds}) group by c.id order by c.created_at desc, c.id desc`

/** The campaigns of a salon with their steps, newest first. */
export async function findCampaignResults(sql: Sql, salonId: string): Promise<CampaignResult[]> {
  const rows = await countSteps(sql, [salonId], campaignsOf(sql, salonId))
  return rows.map(({ salonId: _, ...campaign }) => campaign)
}

type LatestCampaign = Pick<
  LatestResult,
  'id' | 'salonId' | 'salonName' | 'currency' | 'optedOut' | 'broughtBack'
>

/** Campaigns per page. */
const LATEST_PAGE = 20

/** One page of the campaigns of all salons that have texted, newest first. The cursor is the id of the last campaign. */
export async function findLatestResults(sql: Sql, cursor: string | undefined) {
  const latest = await sql<LatestCampaign[]>`
    select c.id, c.salon_id, s.name as salon_name, s.currency,
      (select count(*)::int from suppressions o where o.salon_id = c.salon_id and ${optedOutAfter(sql)}) as opted_out,
      (select coalesce(sum(v.amount), 0)::bigint from visits v
        where v.campaign_id = c.id and v.state = 'attended') as brought_back
    from campaigns c join salons s on s.id = c.salon_id
    where ${hasTexted(sql)} ${cursor ? sql`and (c.created_at, c.id) < (select created_at, id from campaigns where id = ${cursor})` : sql``}
    order by c.created_at desc, c.id desc limit ${LATEST_PAGE + 1}`
  const { items: page, nextCursor } = toPage(latest, LATEST_PAGE, ({ id }) => id)
  const ids = page.map(({ id }) => id)
  const salonIds = page.map(({ salonId }) => salonId)
  const counted = await countSteps(sql, salonIds, sql`select unnest(${ids}::uuid[])`)
  const campaigns = new Map(page.map((campaign) => [campaign.id, campaign]))
  return {
    items: counted.flatMap((row): LatestResult[] => {
      const campaign = campaigns.get(row.id)
      return campaign ? [{ ...row, ...campaign }] : []
    }),
    nextCursor,
  }
}

interface FindResultPeople {
  salonId: string
  campaignId: string
  step: ResultStep
  /** Client of the last person of the previous page. */
  cursor?: string | undefined
}

/** People per page. */
const PAGE = 50

/** One page of the clients who reached a step, latest first. */
export async function findResultPeople(sql: Sql, { salonId, campaignId, step, cursor }: FindResultPeople) {
  const rows = await sql<(ResultPerson & { reached: string })[]>`
    with reached as materialized (
      select client_id, phone, ${sql(`${step}_at`)} as at from ${people(sql, [salonId], sql`select ${campaignId}::uuid`)} p
      where ${sql(`${step}_at`)} is not null)
    select r.client_id as reached, c.id as client_id, c.first_name, r.phone, ${instant(sql, 'r.at')} as at
    from reached r left join clients c on c.salon_id = ${salonId} and c.phone = r.phone
    ${cursor ? sql`where (r.at, r.client_id) < (select at, client_id from reached where client_id = ${cursor})` : sql``}
    order by r.at desc, r.client_id desc limit ${PAGE + 1}`
  const { items, nextCursor } = toPage(rows, PAGE, ({ reached }) => reached)
  return { items: items.map(({ reached: _, ...person }): ResultPerson => person), nextCursor }
}

export async function hasCampaign(sql: Sql, salonId: string, campaignId: string): Promise<boolean> {
  return (await sql`select 1 from campaigns where id = ${campaignId} and salon_id = ${salonId}`).count > 0
}

/** Weeks of the chart, with the current one. */
const WEEKS = 26

/** Texts that left, clients who answered, and visits kept, by week in the salon's time zone. */
export function findWeekResults(
  sql: Sql,
  salonId: string,
  { timeZone, now }: { timeZone: string; now: Date },
) {
  const weekOf = (at: string) => sql`date_trunc('week', ${sql(at)} at time zone ${timeZone})`
  const start = sql`(select min(week) at time zone ${timeZone} from weeks)`
  return sql<WeekResult[]>`
    with weeks as (
      select date_trunc('week', ${now}::timestamptz at time zone ${timeZone}) - n * interval '1 week' as week
      from generate_series(0, ${WEEKS - 1}) n
    ), texts as (
      select ${weekOf('m.accepted_at')} as week, count(*)::int as texts from messages m
      where m.campaign_id in (select id from campaigns where salon_id = ${salonId})
        and m.kind in ('offer', 'reminder') and m.accepted_at >= ${start}
      group by 1
    ), answers as (
      select ${weekOf('a.at')} as week, count(distinct a.phone)::int as answers
      from (${answersOf(sql, [salonId])}) a where a.at >= ${start} group by 1
    ), visits as (
      select ${weekOf('v.visit_at')} as week, count(*)::int as visits from visits v
      where v.salon_id = ${salonId} and v.campaign_id is not null and v.state = 'attended' and v.visit_at >= ${start}
      group by 1
    )
    select to_char(week, 'YYYY-MM-DD') as week, coalesce(texts, 0) as texts, coalesce(answers, 0) as answers,
      coalesce(visits, 0) as visits
    from weeks left join texts using (week) left join answers using (week) left join visits using (week) order by week`
}
