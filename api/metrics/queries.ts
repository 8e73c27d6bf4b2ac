import type { FunnelStep, SmsMetrics } from '@salonback/shared/metrics/contract.ts'
import type { Sql } from '../db/open.ts'
import { movesOf, placesOf } from './funnel.ts'

export type Counts = Omit<SmsMetrics, 'responseRate' | 'followupRate' | 'submissionRate'>

/**
 * Ids of the prospects at one step of the funnel, as many as its count says, in their order, from the one behind `after`
 * on. A JSON array, made by Postgres: as rows a hundred thousand would take three times as long.
 */
export async function findReached(
  sql: Sql,
  { step, after, limit }: { step: FunnelStep; after?: string | undefined; limit?: number | undefined },
): Promise<string> {
  const page = sql`${after ? sql`and id > ${after}` : sql``} order by id limit ${limit ?? null}`
  const [row] = await sql<[{ ids: string }]>`
    with places as materialized (${placesOf(sql, sql`funnel_changes`)})
    select coalesce('["' || string_agg(id::text, '","' order by id) || '"]', '[]') as ids from (
      (select id from (select prospect_id as id, * from funnel) kept
        where ${sql(step)} and id not in (select id from places) ${page})
      union all (select id from places where ${sql(step)} ${page})
      order by id limit ${limit ?? null}
    ) reached`
  return row.ids
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
