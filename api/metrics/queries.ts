import type { FunnelStep, SmsMetrics } from '@salonback/shared/metrics/contract.ts'
import type { Sql } from '../db/open.ts'
import { movesOf, placesOf } from './funnel.ts'

export type Counts = Omit<SmsMetrics, 'responseRate' | 'followupRate' | 'submissionRate'>

/** Ids of the prospects at one step of the funnel, as many as its count says. */
export async function findReached(sql: Sql, step: FunnelStep): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with places as materialized (${placesOf(sql, sql`funnel_changes`)})
    select prospect_id as id from funnel where ${sql(step)} and prospect_id not in (select id from places)
    union all
    select id from places where ${sql(step)}`
  return rows.map(({ id }) => id)
}

/**
 * The funnel's counts, of one moment: totals and what was not yet added to them. A prospect counts once in each, however
 * many texts there were; each form counts, whoever sent it. One statement: folding moves rows from one to the other.
 */
export async function countFunnel(sql: Sql): Promise<Counts> {
  const [counts] = await sql<[Counts]>`
    with places as materialized (${placesOf(sql, sql`funnel_changes`)}),
    parts as (
      select prospects, forms, opt_outs, review, contacted, positive, followup from totals
      union all
      select sum(prospects), sum(forms), sum(opt_outs), sum(review), sum(contacted), sum(positive), sum(followup)
      from total_changes
      union all
      select 0, 0, 0, 0, contacted, positive, followup from (${movesOf(sql, sql`places`)}) m
    )
    select sum(prospects)::bigint as total_prospects, sum(contacted)::bigint as initial_contact_sent,
      sum(positive)::bigint as positive_responses, sum(followup)::bigint as followup_sent,
      sum(forms)::bigint as form_submissions, sum(opt_outs)::bigint as opt_outs, sum(review)::bigint as needs_review
    from parts`
  return counts
}
