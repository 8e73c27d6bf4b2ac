import type { Fragment, Sql } from '../db/open.ts'

/**
 * The prospects that these changes are about and how far each has come, from its texts. Each condition is one of the
 * function funnel_step as a partial index has it. Every lookup is a subquery for one value, which can only be done by
 * index: as joins or `exists` the planner, who thinks the changes many, would read the whole of `messages`.
 */
export const placesOf = (sql: Sql, changes: Fragment) => sql`
  select id,
    (select true from messages m where m.phone = t.phone
      and m.kind = 'first_text' and m.accepted_at is not null limit 1) is not null as contacted,
    (select true from messages m where m.phone = t.phone
      and m.direction = 'inbound' and m.intent = 'positive' limit 1) is not null as positive,
    (select true from messages m where m.phone = t.phone
      and m.carries_link and m.accepted_at is not null and m.kind in ('followup', 'reply') limit 1) is not null as followup
  from (
    select id, (select p.phone from prospects p where p.id = touched.id) as phone from (
      select distinct coalesce(
        (select p.id from prospects p where p.phone = (select m.phone from messages m where m.id = subject)), subject) as id
      from ${changes}
    ) touched offset 0
  ) t`

/** What these places add to the totals, beside what is in there of them. */
export const movesOf = (sql: Sql, places: Fragment) => sql`
  select
    coalesce(sum(now.contacted::int - coalesce(f.contacted, false)::int), 0)::int as contacted,
    coalesce(sum(now.positive::int - coalesce(f.positive, false)::int), 0)::int as positive,
    coalesce(sum(now.followup::int - coalesce(f.followup, false)::int), 0)::int as followup
  from ${places} now left join funnel f on f.prospect_id = now.id`
