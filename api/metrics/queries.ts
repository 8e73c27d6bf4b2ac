import type { SmsMetrics } from '@salonback/shared/metrics/contract.ts'
import type { Sql } from '../db/open.ts'

export type Counts = Omit<SmsMetrics, 'responseRate' | 'followupRate' | 'submissionRate'>

/**
 * The funnel's counts, of one moment. A prospect counts once in each, however many texts there were; a follow-up is
 * a text to a prospect that carries the landing link, sent by rule or by hand.
 */
export async function countFunnel(sql: Sql): Promise<Counts> {
  const [counts] = await sql<[Counts]>`
    select
      (select count(*) from prospects) as total_prospects,
      (select count(*) from prospects where phone in
        (select phone from messages where kind = 'first_text' and accepted_at is not null)) as initial_contact_sent,
      (select count(*) from prospects where phone in
        (select phone from messages where direction = 'inbound' and intent = 'positive')) as positive_responses,
      (select count(*) from prospects where phone in
        (select phone from messages
          where carries_link and accepted_at is not null and kind in ('followup', 'reply'))) as followup_sent,
      (select count(*) from prospects where phone in
        (select phone from waitlist_responses union select linked_phone from waitlist_responses)) as form_submissions,
      (select count(*) from suppressions) as opt_outs,
      (select count(*) from messages where direction = 'inbound' and not processed)
        + (select count(*) from messages where status = 'unknown') as needs_review`
  return counts
}
