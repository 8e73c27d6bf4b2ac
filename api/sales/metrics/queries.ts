import type { FunnelStep, SmsMetrics } from '@salonback/shared/sales/metrics/contract.ts'
import { countSnoozed } from '../../core/inbox/desk.ts'
import type { Sql } from '../../platform/db/open.ts'
import { funnelProgress, totalsDelta } from './funnel.ts'

export type Counts = Omit<SmsMetrics, 'responseRate' | 'followupRate' | 'submissionRate'>

/**
 * Ids of the prospects that reached a step of the funnel, sorted, starting after `after`. A JSON array built by Postgres:
 * reading 100,000 rows takes three times as long.
 */
export async function findReached(
  sql: Sql,
  { step, after, limit }: { step: FunnelStep; after?: string | undefined; limit?: number | undefined },
): Promise<string> {
  const page = sql`${after ? sql`and id > ${after}` : sql``} order by id limit ${limit ?? null}`
  const [row] = await sql<[{ ids: string }]>`
    with progress as materialized (${funnelProgress(sql, sql`funnel_changes`)})
    select coalesce('["' || string_agg(id::text, '","' order by id) || '"]', '[]') as ids from (
      (select id from (select prospect_id as id, * from funnel) kept
        where ${sql(step)} and id not in (select id from progress) ${page})
      union all (select id from progress where ${sql(step)} ${page})
      order by id limit ${limit ?? null}
    ) reached`
  return row.ids
}

/**
 * The funnel's counts: totals plus changes not yet folded. Each prospect counts once per step; every form submission
 * counts. Texts of conversations that come back later do not need review. One statement, because folding moves rows from the
 * changes to the totals.
 */
export async function countFunnel(sql: Sql, now: Date): Promise<Counts> {
  const [counts] = await sql<[Counts]>`
    with progress as materialized (${funnelProgress(sql, sql`funnel_changes`)}),
    parts as (
      select prospects, forms, opt_outs, review, contacted, positive, followup from totals
      union all
      select sum(prospects), sum(forms), sum(opt_outs), sum(review), sum(contacted), sum(positive), sum(followup)
      from total_changes
      union all
      select 0, 0, 0, 0, contacted, positive, followup from (${totalsDelta(sql, sql`progress`)}) m
    )
    select sum(prospects)::bigint as total_prospects, sum(contacted)::bigint as initial_contact_sent,
      sum(positive)::bigint as positive_responses, sum(followup)::bigint as followup_sent,
      sum(forms)::bigint as form_submissions, sum(opt_outs)::bigint as opt_outs, sum(review)::bigint - (${countSnoozed(sql, now, null)}) as needs_review
    from parts`
  return counts
}
