import { LIST_DAYS } from '@salonback/shared/salons/salons/days.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

/**
 * Stores that a booking system has just sent appointments of this salon. After a pause long enough to outdate a list, the feed
 * begins again: what happened in the pause may be missing.
 */
export async function recordFeed(sql: Sql, salonId: string, now: Date): Promise<void> {
  await sql`
    insert into feeds as f (salon_id, since, heard_at) values (${salonId}, ${now}, ${now})
    on conflict (salon_id) do update set heard_at = excluded.heard_at,
      since = case when ${isHeard(sql, now)} then f.since else excluded.since end
    where f.heard_at < ${now}::timestamptz - interval '1 hour'`
}

const isHeard = (sql: Sql, now: Date) =>
  sql`f.heard_at > ${now}::timestamptz - ${LIST_DAYS} * interval '1 day'`

/**
 * The last day of the feed of the salon `s`, if it keeps a list of this day fresh: it still sends, and began before the list was
 * too old. Null otherwise.
 */
export const feedDay = (sql: Sql, listAsOf: Fragment, now: Date): Fragment => sql`
  (select (f.heard_at at time zone s.time_zone)::date from feeds f
    where f.salon_id = s.id and ${isHeard(sql, now)}
      and (f.since at time zone s.time_zone)::date <= ${listAsOf} + ${LIST_DAYS}::int)`

/** The day of the newest stored list of the salon `s`; null without one. */
export const newestList = (sql: Sql): Fragment => sql`
  (select max(n.as_of) from client_lists n where n.salon_id = s.id and n.state = 'committed')`

/**
 * The day up to which the dates of the clients of the salon `s` are known: that of the newest list, or of the feed while a
 * programme runs, because waves need no list then.
 */
export const datesKnownOn = (sql: Sql, now: Date): Fragment => sql`
  greatest(${newestList(sql)}, case when exists (select 1 from programmes p where p.salon_id = s.id and p.state = 'running')
    then ${feedDay(sql, newestList(sql), now)} end)`
