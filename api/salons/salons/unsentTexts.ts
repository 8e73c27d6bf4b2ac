import type { UnsentReason } from '@salonback/shared/salons/campaigns/contract.ts'
import { LIST_DAYS } from '@salonback/shared/salons/salons/days.ts'
import { NOTIFY_FROM } from '@salonback/shared/salons/salons/todos.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { feedDay, newestList } from './bookingsFeed.ts'

/**
 * Queued offers of the campaign `c` of salon `s` that are due when the list of their client is too old. A feed of bookings
 * keeps the lists of monthly texts fresh.
 */
const lateTexts = (sql: Sql, now: Date) => sql`
  messages m join clients k on k.id = m.client_id join client_lists l on l.id = k.list_id
  where m.campaign_id = c.id and m.kind = 'offer' and m.status = 'queued'
    and (m.due_at at time zone s.time_zone)::date > l.as_of + ${LIST_DAYS}::int
    and not (exists (select 1 from waves w where w.campaign_id = c.id) and ${feedDay(sql, sql`l.as_of`, now)} is not null)`

/** How many texts of the campaign `c` are late, the last day of the first list, and when the owner was last asked for a new one; null: none is late. */
export const lateOf = (sql: Sql, now: Date) => sql`
  (select case when count(*) > 0 then jsonb_build_object('texts', count(*)::int, 'listEndsOn', min(l.as_of) + ${LIST_DAYS}::int,
      'askedAt', ${instant(
        sql,
        sql`(select max(o.created_at) from owner_links o where o.salon_id = s.id and o.purpose = 'list'
        and o.created_at >= min(l.as_of))`,
      )}) end
    from ${lateTexts(sql, now)})`

/**
 * The same for all running and paused campaigns of salon `s`; null also if the owner has shared a later list, which a client
 * is not on.
 */
export const lateOfSalon = (sql: Sql, now: Date) => sql`
  (select jsonb_build_object('texts', sum((t.late->>'texts')::int)::int, 'listEndsOn', min(t.late->>'listEndsOn'),
      'askedAt', max(t.late->>'askedAt'))
    from (select ${lateOf(sql, now)} as late from campaigns c where c.salon_id = s.id and c.state in ('running', 'paused')) t
    where (t.late->>'listEndsOn')::date >= ${newestList(sql)} + ${LIST_DAYS}::int having count(*) > 0)`

/** A reaction of the client, which the reminder waited for. */
const REACTED = 'Answered or booked since the offer'

/** Texts of the campaign `c` that did not leave, and were not canceled with it. */
const unsentTexts = (sql: Sql) => sql`
  messages m where m.campaign_id = c.id and m.status = 'canceled' and m.kind in ('offer', 'reminder')
    and m.error_message not like 'Canceled %' and m.error_message <> ${REACTED}`

/** Why texts of the campaign `c` did not leave, the most texts first. */
export const unsentOf = (sql: Sql) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('reason', r.reason, 'texts', r.texts) order by r.texts desc, r.reason), '[]')
    from (select m.error_message as reason, count(*)::int as texts from ${unsentTexts(sql)} group by 1) r)`

/** Texts of campaigns of salon `s` with many that did not leave, the last one in the last 7 days. */
export const unsentOfSalon = (sql: Sql, now: Date) => sql`
  select coalesce(sum(u.count), 0)::int as count, min(u.since) as since
  from campaigns c cross join lateral (
    select count(*) as count, min(m.status_at) as since, max(m.status_at) as last from ${unsentTexts(sql)}) u
  where c.salon_id = s.id and c.created_at > ${now}::timestamptz - interval '200 days' and u.count >= ${NOTIFY_FROM}
    and u.last > ${now}::timestamptz - interval '7 days'`

export interface UnsentCampaign {
  campaignId: string
  startedAt: Date
  texts: number
  reasons: UnsentReason[]
}

/** The campaigns of a salon of the last 60 days with so many texts that did not leave, newest first. */
export const findUnsentTexts = (sql: Sql, salonId: string, now: Date) => sql<UnsentCampaign[]>`
  select c.id as campaign_id, c.created_at as started_at, u.texts, ${unsentOf(sql)} as reasons
  from campaigns c cross join lateral (select count(*)::int as texts from ${unsentTexts(sql)}) u
  where c.salon_id = ${salonId} and c.created_at > ${now}::timestamptz - interval '60 days' and u.texts >= ${NOTIFY_FROM}
  order by c.created_at desc`
