import { FunnelStep } from '@salonback/shared/sales/metrics/contract.ts'
import { splitWait } from '../core/campaigns/queueTimes.ts'
import { countInbox } from '../core/inbox/pages.ts'
import { type Database, inTransaction, type Sql } from '../platform/db/open.ts'
import { findCampaigns } from '../sales/firstTexts/queries.ts'
import { countFunnel, findReached } from '../sales/metrics/queries.ts'

/** The figures on the screens, and the same counted row by row without an index in mind, in one snapshot. */
export function shownAndCountedFigures(sql: Database, now: Date) {
  return inTransaction(sql, async (open) => {
    await open`set transaction isolation level repeatable read read only`
    return { shown: await shownFigures(open, now), counted: await countedFigures(open, now) }
  })
}

async function shownFigures(sql: Sql, now: Date) {
  const campaigns = (await findCampaigns(sql, now)).map((campaign) => {
    const { state, pausedReason, pausedBy, basis, template, createdAt, createdBy, ...counted } =
      splitWait(campaign)
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
  }
}

async function countedFigures(sql: Sql, now: Date) {
  const reached: Record<string, string[]> = {}
  for (const step of FunnelStep.options) {
    const rows = await sql<{ id: string }[]>`select id from prospects where phone in (${phonesAt(sql)[step]})`
    reached[step] = rows.map(({ id }) => id).sort()
  }
  const [funnel] = await countedFunnel(sql)
  const [inbox] = await countedInbox(sql)
  return { funnel, reached, campaigns: [...(await countedCampaigns(sql, now))], inbox }
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
    from messages m where m.campaign_id = o.id
  ) c order by o.created_at desc, o.id`
