import type { FunnelStep, SmsMetrics } from '@salonback/shared/sales/metrics/contract.ts'
import { countReview } from '../../core/inbox/desk.ts'
import type { Sql } from '../../platform/db/open.ts'

export type Counts = Omit<SmsMetrics, 'responseRate' | 'followupRate' | 'submissionRate'>

/** Numbers that reached each step, each read from one index. A follow-up is any accepted text with the landing link. */
const phonesAt = (sql: Sql) => ({
  contacted: sql`
    select phone from messages where kind = 'first_text' and salon_id is null and accepted_at is not null`,
  positive: sql`
    select phone from messages where direction = 'inbound' and salon_id is null and intent = 'positive'`,
  followup: sql`
    select phone from messages
    where carries_link and salon_id is null and accepted_at is not null and kind in ('followup', 'reply')`,
})

/**
 * Ids of the prospects that reached a step of the funnel, sorted, starting after `after`. A JSON array built by Postgres:
 * reading 100,000 rows takes three times as long.
 */
export async function findReached(
  sql: Sql,
  { step, after, limit }: { step: FunnelStep; after?: string | undefined; limit?: number | undefined },
): Promise<string> {
  const [row] = await sql<[{ ids: string }]>`
    select coalesce('["' || string_agg(id::text, '","' order by id) || '"]', '[]') as ids from (
      select id from prospects where phone in (${phonesAt(sql)[step]}) ${after ? sql`and id > ${after}` : sql``}
      order by id limit ${limit ?? null}
    ) reached`
  return row.ids
}

/**
 * The funnel's counts. Each prospect counts once per step; every form submission counts. Texts of snoozed conversations do
 * not need review.
 */
export async function countFunnel(sql: Sql, now: Date): Promise<Counts> {
  const { contacted, positive, followup } = phonesAt(sql)
  const [counts] = await sql<[Counts]>`
    select (select count(*) from prospects) as total_prospects,
      (select count(*) from prospects where phone in (${contacted})) as initial_contact_sent,
      (select count(*) from prospects where phone in (${positive})) as positive_responses,
      (select count(*) from prospects where phone in (${followup})) as followup_sent,
      (select count(*) from waitlist_responses) as form_submissions,
      (select count(*) from suppressions where salon_id is null) as opt_outs,
      ${countReview(sql, now)} as needs_review`
  return counts
}
