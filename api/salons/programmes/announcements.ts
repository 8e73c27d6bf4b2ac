import type { Announcement } from '@salonback/shared/salons/programmes/announcement.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'

/**
 * Texts and e-mails that announce the campaign `c` to the present number and address of the owner of salon `s`. One that went
 * to another number tells the owner nothing.
 */
const announced = (sql: Sql) => sql`(
  select 'text' as by, m.created_at as since, m.accepted_at as at,
    case when m.status in ('sent', 'delivered') then 'arrived'
      when m.status in ('queued', 'sending', 'unknown') then 'waiting' else 'failed' end as state
  from announcements a join messages m on m.dedupe_key = a.dedupe_key
  where a.campaign_id = c.id and m.phone = s.owner_phone
  union all
  select 'email', e.created_at, case when e.state = 'sent' then e.state_at end,
    case when e.state = 'sent' then 'arrived'
      when e.state in ('queued', 'sending', 'unknown') then 'waiting' else 'failed' end
  from announcements a join mails e on e.dedupe_key = a.dedupe_key
  where a.campaign_id = c.id and lower(e.to_address) = lower(s.owner_email))`

/** The day of salon `s` on which its owner learned of the campaign `c`; null: not yet. */
export const toldOn = (sql: Sql) => sql`
  (select (min(t.at) at time zone s.time_zone)::date from ${announced(sql)} t where t.state = 'arrived')`

/** The announcements of the campaign `c` as JSON, the first one first. */
export const announcementsOf = (sql: Sql) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('by', t.by, 'state', t.state, 'since', ${instant(sql, sql`t.since`)},
    'at', ${instant(sql, sql`t.at`)}) order by t.since, t.by desc), '[]') from ${announced(sql)} t)`

export const insertAnnouncement = (
  sql: Sql,
  { campaignId, hash, now }: { campaignId: string; hash: string; now: Date },
) => sql`
  insert into announcements (dedupe_key, campaign_id, created_at) values (${keyOf(hash)}, ${campaignId}, ${now})`

/** Prefix of the keys of what a programme sends to owners. */
export const KEY = 'programme'
const keyOf = (hash: string) => `${KEY}:${hash}`

/** The keys of the announcements of a campaign. */
export async function findKeys(sql: Sql, campaignId: string): Promise<string[]> {
  const rows = await sql<{ dedupeKey: string }[]>`
    select dedupe_key from announcements where campaign_id = ${campaignId}`
  return rows.map(({ dedupeKey }) => dedupeKey)
}

export interface OpenWave {
  waveId: string
  salonId: string
  campaignId: string
}

/**
 * Running waves with texts that wait, whose owner was not told on an earlier day, or would be told again. `only` limits them
 * to one.
 */
export const findOpenWaves = (sql: Sql, now: Date, only?: string) => sql<OpenWave[]>`
  select w.id as wave_id, w.salon_id, c.id as campaign_id
  from waves w join campaigns c on c.id = w.campaign_id join salons s on s.id = w.salon_id
  where w.state = 'started' and c.state = 'running' and s.state = 'ready' ${only ? sql`and w.id = ${only}` : sql``}
    and exists (select 1 from messages m where m.campaign_id = c.id and m.kind = 'offer' and m.status = 'queued')
    and (coalesce(${toldOn(sql)} >= (${now}::timestamptz at time zone s.time_zone)::date, true)
      or exists (select 1 from ${announced(sql)} t where t.state = 'waiting'))
  order by w.salon_id`

interface WaveFacts {
  announcements: Announcement[]
  /** The day on which the owner learned of it; null: not yet. */
  toldOn: string | null
  canText: boolean
  /** The owner has an address and wants such e-mails. */
  canMail: boolean
  /** Texts that wait, and the day of the first one. */
  texts: number
  firstOn: string
  /** A text has left. */
  hasBegun: boolean
  /** All texts wait or are canceled. */
  canMove: boolean
  /** As written in the announcement. */
  offerText: string
  approvedName: string | null
}

/** What decides about the next announcement of a wave. */
export async function findWaveFacts(sql: Sql, { campaignId }: OpenWave): Promise<WaveFacts> {
  const [row] = await sql<[WaveFacts]>`
    select ${announcementsOf(sql)} as announcements, ${toldOn(sql)}::text as told_on,
      s.owner_phone is not null and not suppressed(s.owner_phone) as can_text,
      s.owner_email is not null and not exists (
        select 1 from mail_turned_off f where f.address = lower(s.owner_email) and f.kind = 'owner_link') as can_mail,
      o.text as offer_text, o.salon_name as approved_name, m.*
    from campaigns c join salons s on s.id = c.salon_id join offers o on o.id = c.offer_id cross join lateral (
      select count(*) filter (where status = 'queued')::int as texts, bool_or(accepted_at is not null) as has_begun,
        bool_and(status in ('queued', 'canceled')) as can_move,
        (min(due_at) filter (where status = 'queued') at time zone s.time_zone)::date::text as first_on
      from messages where campaign_id = c.id and kind = 'offer') m
    where c.id = ${campaignId}`
  return row
}

/** Ends a wave that nothing announced; without a text that left it counts as skipped. */
export const endUnannounced = (
  sql: Sql,
  { waveId, note, skipped, now }: { waveId: string; note: string; skipped: boolean; now: Date },
) => sql`
  update waves set state = ${skipped ? 'skipped' : 'started'}, note = ${note}, unreached_at = ${now} where id = ${waveId}`

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
