import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'

/**
 * Texts and e-mails that announce the campaign `c` to the present number and address of the owner of salon `s`. One that went
 * to another number tells the owner nothing.
 */
export const announced = (sql: Sql) => sql`(
  select 'text' as by, m.created_at as since, m.accepted_at as at,
    case when m.status in ('sent', 'delivered') then 'arrived'
      when m.status in ('queued', 'sending', 'unknown') then 'waiting' else 'failed' end as state
  from owner_messages o join messages m on m.dedupe_key = o.dedupe_key
  where o.subject_id = c.id and m.phone = s.owner_phone
  union all
  select 'email', e.created_at, case when e.state = 'sent' then e.state_at end,
    case when e.state = 'sent' then 'arrived'
      when e.state in ('queued', 'sending', 'unknown') then 'waiting' else 'failed' end
  from owner_messages o join mails e on e.dedupe_key = o.dedupe_key
  where o.subject_id = c.id and lower(e.to_address) = lower(s.owner_email))`

/** The day of salon `s` on which its owner learned of the campaign `c`; null: not yet. */
export const toldOn = (sql: Sql) => sql`
  (select (min(t.at) at time zone s.time_zone)::date from ${announced(sql)} t where t.state = 'arrived')`

/** The announcements of the campaign `c` as JSON, the first one first. */
export const announcementsOf = (sql: Sql) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('by', t.by, 'state', t.state, 'since', ${instant(sql, sql`t.since`)},
    'at', ${instant(sql, sql`t.at`)}) order by t.since, t.by desc), '[]') from ${announced(sql)} t)`

/**
 * Since when the newest wave of the running programme of salon `s` sends nothing because nothing has reached its owner, until
 * something does; null: it was announced, or has had no day yet.
 */
export const unreachedAt = (sql: Sql, now: Date) => sql`
  (select coalesce(w.unreached_at, w.created_at) from programmes p
    join lateral (select * from waves where salon_id = p.salon_id order by asked_for desc limit 1) w on true
    left join campaigns c on c.id = w.campaign_id
    where p.salon_id = s.id and p.state = 'running' and (w.unreached_at is not null
        or (w.state = 'started' and c.state = 'running' and w.created_at < ${now}::timestamptz - interval '1 day'
          and ${toldOn(sql)} is null))
      and not exists (select 1 from messages m where m.phone = s.owner_phone and m.direction = 'outbound'
        and m.status in ('sent', 'delivered') and m.accepted_at > w.unreached_at)
      and not exists (select 1 from mails e where e.salon_id = s.id and lower(e.to_address) = lower(s.owner_email)
        and e.state = 'sent' and e.state_at > w.unreached_at))`
