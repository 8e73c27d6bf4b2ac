import type { Fragment, Sql } from '../../platform/db/open.ts'

/** Counts of the selected texts by status as JSON: `StepCounts` of the contract. */
export const stepCounts = (sql: Sql, now: Date): Fragment => sql`
  jsonb_build_object('total', count(*), 'queued', count(*) filter (where status in ('queued', 'sending')),
    'sent', count(*) filter (where status = 'sent'), 'delivered', count(*) filter (where status = 'delivered'),
    'failed', count(*) filter (where status in ('failed', 'undelivered')),
    'unknown', count(*) filter (where status = 'unknown'), 'canceled', count(*) filter (where status = 'canceled'),
    'waiting', count(*) filter (where status = 'queued' and due_at > ${now}))`
