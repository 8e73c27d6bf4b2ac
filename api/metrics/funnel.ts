import type { Fragment, Sql } from '../db/open.ts'

/**
 * The prospects that these changes are about and how far each has come, from its texts. Each condition is one of the
 * function funnel_step, written as the partial indexes have it: otherwise every text of a number would be read.
 */
export const placesOf = (sql: Sql, changes: Fragment) => sql`
  select t.id,
    exists (select 1 from messages m where m.phone = p.phone
      and m.kind = 'first_text' and m.accepted_at is not null) as contacted,
    exists (select 1 from messages m where m.phone = p.phone
      and m.direction = 'inbound' and m.intent = 'positive') as positive,
    exists (select 1 from messages m where m.phone = p.phone
      and m.carries_link and m.accepted_at is not null and m.kind in ('followup', 'reply')) as followup
  from (
    select subject as id from ${changes}
    union
    select p.id from ${changes} join messages m on m.id = subject join prospects p on p.phone = m.phone
  ) t left join prospects p on p.id = t.id`

/** What these places add to the totals, beside what is in there of them. */
export const movesOf = (sql: Sql, places: Fragment) => sql`
  select
    coalesce(sum(now.contacted::int - coalesce(f.contacted, false)::int), 0)::int as contacted,
    coalesce(sum(now.positive::int - coalesce(f.positive, false)::int), 0)::int as positive,
    coalesce(sum(now.followup::int - coalesce(f.followup, false)::int), 0)::int as followup
  from ${places} now left join funnel f on f.prospect_id = now.id`
