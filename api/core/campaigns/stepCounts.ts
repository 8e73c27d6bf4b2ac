import type { Fragment, Sql } from '../../platform/db/open.ts'

/**
 * Query for `StepCounts` of the contract: the texts of the campaign `c` of one kind by status. It reads an index and no
 * text, except for `waiting`.
 */
export const stepCounts = (
  sql: Sql,
  now: Date,
  kind: 'first_text' | 'second_text' | 'offer' | 'reminder',
): Fragment => sql`
  select count(*)::int as total,
    count(*) filter (where m.status in ('queued', 'sending'))::int as queued,
    count(*) filter (where m.status = 'sent')::int as sent,
    count(*) filter (where m.status = 'delivered')::int as delivered,
    count(*) filter (where m.status in ('failed', 'undelivered'))::int as failed,
    count(*) filter (where m.status = 'unknown')::int as unknown,
    count(*) filter (where m.status = 'canceled')::int as canceled,
    (select count(*)::int from messages q where q.campaign_id = c.id and q.kind = ${kind} and q.status = 'queued'
      and q.attempts = 0 and q.due_at > ${now}) as waiting
  from messages m where m.campaign_id = c.id and m.kind = ${kind}`
