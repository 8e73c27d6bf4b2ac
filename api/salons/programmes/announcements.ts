import type { Announcement } from '@salonback/shared/salons/programmes/announcement.ts'
import type { Sql } from '../../platform/db/open.ts'
import { announced, announcementsOf, toldOn } from '../salons/announced.ts'

export interface OpenWave {
  waveId: string
  salonId: string
  campaignId: string
}

/**
 * Running waves with texts that wait, whose owner did not learn of them on an earlier day, or would learn of them again.
 * `only` limits them to one.
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
