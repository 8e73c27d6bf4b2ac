import type { Fragment, Sql } from '../../platform/db/open.ts'

/**
 * Query for the prospects with changes and the funnel steps each has reached, read from its texts. Each condition matches
 * one of the SQL function funnel_step and a partial index. Each lookup is a scalar subquery, which forces an index scan:
 * with joins or `exists` the planner overestimates the changes and scans all of `messages`.
 */
export const funnelProgress = (sql: Sql, changes: Fragment) => sql`
  select id,
    (select true from messages m where m.phone = t.phone
      and m.kind = 'first_text' and m.salon_id is null and m.accepted_at is not null limit 1) is not null as contacted,
    (select true from messages m where m.phone = t.phone
      and m.direction = 'inbound' and m.salon_id is null and m.intent = 'positive' limit 1) is not null as positive,
    (select true from messages m where m.phone = t.phone
      and m.carries_link and m.salon_id is null and m.accepted_at is not null and m.kind in ('followup', 'reply') limit 1) is not null as followup
  from (
    select id, (select p.phone from prospects p where p.id = touched.id) as phone from (
      select distinct coalesce(
        (select p.id from prospects p where p.phone = (select m.phone from messages m where m.id = subject)), subject) as id
      from ${changes}
    ) touched offset 0
  ) t`

/** Query for the difference between this progress and what the totals already count. */
export const totalsDelta = (sql: Sql, progress: Fragment) => sql`
  select
    coalesce(sum(now.contacted::int - coalesce(f.contacted, false)::int), 0)::int as contacted,
    coalesce(sum(now.positive::int - coalesce(f.positive, false)::int), 0)::int as positive,
    coalesce(sum(now.followup::int - coalesce(f.followup, false)::int), 0)::int as followup
  from ${progress} now left join funnel f on f.prospect_id = now.id`
