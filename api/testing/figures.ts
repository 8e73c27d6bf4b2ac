import { FunnelStep } from '@salonback/shared/sales/metrics/contract.ts'
import { splitWait } from '../core/campaigns/queueTimes.ts'
import { countInbox } from '../core/inbox/pages.ts'
import { type Database, inTransaction, type Sql } from '../platform/db/open.ts'
import { findCampaigns } from '../sales/firstTexts/queries.ts'
import { countFunnel, findReached } from '../sales/metrics/queries.ts'
import { findCampaignFigures, findDays } from '../sales/metrics/results.ts'

/** The figures on the screens, and the same counted row by row without an index in mind, in one snapshot. */
export function shownAndCountedFigures(sql: Database, now: Date) {
  return inTransaction(sql, async (open) => {
    await open`set transaction isolation level repeatable read read only`
    return { shown: await shownFigures(open, now), counted: await countedFigures(open, now) }
  })
}

async function shownFigures(sql: Sql, now: Date) {
  const campaigns = (await findCampaigns(sql, now)).map((campaign) => {
    const { name, state, pausedReason, pausedBy, basis, template, createdAt, createdBy, ...counted } =
      splitWait(campaign, { now, hours: () => ({ opensAt: now, closesAt: null }) })
    const { wait: _, secondText: __, ...counts } = counted
    return counts
  })
  const reached: Record<string, string[]> = {}
  for (const step of FunnelStep.options)
    reached[step] = JSON.parse(await findReached(sql, { step })) as string[]
  return {
    funnel: await countFunnel(sql, new Date()),
    reached,
    campaigns,
    inbox: await countInbox(sql, new Date()),
    results: (await findCampaignFigures(sql)).map(({ name, template, createdAt, ...figures }) => figures),
    days: (await findDays(sql, { period: 'all', timeZone: ZONE, now })).filter(
      ({ texts, answers, yeses, stops }) => texts + answers + yeses + stops > 0,
    ),
  }
}

/** Its days begin at a quarter to an hour in UTC. */
const ZONE = 'Asia/Kathmandu'

async function countedFigures(sql: Sql, now: Date) {
  const reached: Record<string, string[]> = {}
  for (const step of FunnelStep.options) {
    const rows = await sql<{ id: string }[]>`select id from prospects where phone in (${phonesAt(sql)[step]})`
    reached[step] = rows.map(({ id }) => id).sort()
  }
  const [funnel] = await countedFunnel(sql)
  const [inbox] = await countedInbox(sql)
  return {
    ...{ funnel, reached, inbox, campaigns: [...(await countedCampaigns(sql, now))] },
    ...{ results: [...(await countedResults(sql))], days: [...(await countedDays(sql))] },
  }
}

/** Numbers that reached each step. A follow-up is any accepted text with the landing link. */
const phonesAt = (sql: Sql) => ({
  contacted: sql`select phone from messages where kind = 'first_text' and accepted_at is not null`,
  positive: sql`select phone from messages where direction = 'inbound' and intent = 'positive'`,
  followup: sql`
    select phone from messages where carries_link and accepted_at is not null and kind in ('followup', 'reply')`,
})

const countedFunnel = (sql: Sql) => sql`
  select
    (select count(*) from prospects) as total_prospects,
    (select count(*) from prospects where phone in (${phonesAt(sql).contacted})) as initial_contact_sent,
    (select count(*) from prospects where phone in (${phonesAt(sql).positive})) as positive_responses,
    (select count(*) from prospects where phone in (${phonesAt(sql).followup})) as followup_sent,
    (select count(*) from waitlist_responses) as form_submissions,
    (select count(*) from suppressions) as opt_outs,
    (select count(*) from messages where direction = 'inbound' and not processed)
      + (select count(*) from messages where status = 'unknown') as needs_review`

const countedInbox = (sql: Sql) => sql`
  select count(*) filter (where direction = 'inbound') as all,
    count(*) filter (where direction = 'inbound' and not processed or status = 'unknown') as review,
    count(*) filter (where direction = 'inbound' and is_opt_out) as optout,
    count(*) filter (where direction = 'inbound' and processed) as processed
  from messages`

const countedCampaigns = (sql: Sql, now: Date) => sql`
  select o.id, c.*, (select count(*)::int from campaign_left_out l where l.campaign_id = o.id) as left_out
  from campaigns o cross join lateral (
    select count(*)::int as total,
      count(*) filter (where status in ('queued', 'sending'))::int as queued,
      count(*) filter (where status = 'sent')::int as sent,
      count(*) filter (where status = 'delivered')::int as delivered,
      count(*) filter (where status in ('failed', 'undelivered'))::int as failed,
      count(*) filter (where status = 'unknown')::int as unknown,
      count(*) filter (where status = 'canceled')::int as canceled,
      count(*) filter (where status = 'queued' and attempts = 0 and due_at > ${now})::int as waiting
    from messages m where m.campaign_id = o.id and m.kind = 'first_text'
  ) c order by o.created_at desc, o.id`

/** What each number did between a text of its campaign and the next one. */
const countedResults = (sql: Sql) => sql`
  with texts as (
    select *, lead(accepted_at, 1, 'infinity') over (partition by campaign_id, phone order by accepted_at, seq) as until
    from messages where accepted_at is not null
  ), counted as (
    select t.campaign_id, t.kind, t.segments, t.status, exists (
        select 1 from messages i where i.phone = t.phone and i.created_at >= t.accepted_at and i.created_at < t.until
          and i.direction = 'inbound' and not i.is_opt_out and i.intent is distinct from 'automatic_reply') as answered,
      exists (
        select 1 from messages i where i.phone = t.phone and i.created_at >= t.accepted_at and i.created_at < t.until
          and i.intent = 'positive') as yes,
      exists (
        select 1 from messages i where i.phone = t.phone and i.created_at >= t.accepted_at and i.created_at < t.until
          and i.is_opt_out) as stop,
      exists (
        select 1 from waitlist_responses w where coalesce(w.linked_phone, w.phone) = t.phone
          and w.submitted_at >= t.accepted_at and w.submitted_at < t.until) as form
    from texts t
  )
  select o.id, s.step, count(t.kind)::int as sent, count(*) filter (where t.status = 'delivered')::int as delivered,
    count(*) filter (where answered)::int as answered, count(*) filter (where yes)::int as yes,
    count(*) filter (where stop)::int as stop, count(*) filter (where form)::int as form,
    coalesce(sum(t.segments), 0)::int as segments
  from campaigns o join (values ('first', 'first_text'), ('second', 'second_text')) s (step, kind)
    on s.step = 'first' or o.second_template is not null
  left join counted t on t.campaign_id = o.id and t.kind = s.kind
  group by o.id, s.step order by o.created_at desc, o.id, s.step`

const countedDays = (sql: Sql) => sql`
  with days as (
    select (accepted_at at time zone ${ZONE})::date as day, null as phone, 'text' as what from messages
      where campaign_id is not null and accepted_at is not null
    union all select (created_at at time zone ${ZONE})::date, phone,
      case when is_opt_out then 'stop' when intent is distinct from 'automatic_reply' then 'answer' end
      from messages where direction = 'inbound'
    union all select (created_at at time zone ${ZONE})::date, phone, 'yes' from messages where intent = 'positive'
  )
  select to_char(day, 'YYYY-MM-DD') as day, count(*) filter (where what = 'text')::int as texts,
    count(distinct phone) filter (where what = 'answer')::int as answers,
    count(distinct phone) filter (where what = 'yes')::int as yeses,
    count(distinct phone) filter (where what = 'stop')::int as stops
  from days where what is not null group by day order by day`
