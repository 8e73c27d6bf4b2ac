import type { FunnelStep, SmsMetrics } from '@salonback/shared/metrics/contract.ts'
import type { Sql } from '../db/open.ts'

export type Counts = Omit<SmsMetrics, 'responseRate' | 'followupRate' | 'submissionRate'>

/** Numbers that came as far as each step. A follow-up is a text that carries the landing link, sent by rule or by hand. */
const phonesAt = (sql: Sql) => ({
  contacted: sql`select phone from messages where kind = 'first_text' and accepted_at is not null`,
  positive: sql`select phone from messages where direction = 'inbound' and intent = 'positive'`,
  followup: sql`
    select phone from messages where carries_link and accepted_at is not null and kind in ('followup', 'reply')`,
})

/** Ids of the prospects at one step of the funnel, as many as its count says. */
export async function findReached(sql: Sql, step: FunnelStep): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from prospects where phone in (${phonesAt(sql)[step]})`
  return rows.map(({ id }) => id)
}

/** The funnel's counts, of one moment. A prospect counts once in each, however many texts there were; each form counts, whoever sent it. */
export async function countFunnel(sql: Sql): Promise<Counts> {
  const { contacted, positive, followup } = phonesAt(sql)
  const [counts] = await sql<[Counts]>`
    select
      (select count(*) from prospects) as total_prospects,
      (select count(*) from prospects where phone in (${contacted})) as initial_contact_sent,
      (select count(*) from prospects where phone in (${positive})) as positive_responses,
      (select count(*) from prospects where phone in (${followup})) as followup_sent,
      (select count(*) from waitlist_responses) as form_submissions,
      (select count(*) from suppressions) as opt_outs,
      (select count(*) from messages where direction = 'inbound' and not processed)
        + (select count(*) from messages where status = 'unknown') as needs_review`
  return counts
}
