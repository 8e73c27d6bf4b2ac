import { awaitsLater, type LaterTextRules } from '../../core/campaigns/laterTexts.ts'
import type { Sql } from '../../platform/db/open.ts'

/** Who gets the reminder of a campaign: each client who had its offer and neither answered nor booked. */
export const reminderRules: LaterTextRules = {
  kind: 'reminder',
  follows: 'offer',
  afterDays: 'reminder_after_days',
  keepsRunning: false,
  dedupeKey: (sql) => sql`'reminder:' || c.id || ':' || m.client_id`,
  isWanted: (sql) => sql`
    (exists (select 1 from salons s where s.id = c.salon_id and s.state <> 'closed' and (c.ends_on is null
        or (m.accepted_at at time zone s.time_zone)::date + c.reminder_after_days <= c.ends_on))
      and not exists (select 1 from messages i where i.phone = m.phone and i.salon_id = c.salon_id
        and i.direction = 'inbound' and not is_automatic_reply(i.intent) and i.created_at > m.accepted_at)
      and not exists (select 1 from visits v where v.phone = m.phone and v.salon_id = c.salon_id
        and v.state in ('booked', 'attended') and v.created_at > m.accepted_at))`,
}

/** Whether the number `c.phone` waits for an offer or a reminder of a campaign of the salon, or may still get its reminder. */
export const isInCampaign = (sql: Sql, { salonId, now }: { salonId: string; now: Date }) => sql`
  (select exists (
    select 1 from messages m join campaigns c on c.id = m.campaign_id
    where m.phone = n.number and m.salon_id = ${salonId} and m.kind in ('offer', 'reminder')
      and (m.status in ('queued', 'sending') or (c.state in ('running', 'paused', 'finished')
        and c.reminder_after_days is not null and ${awaitsLater(sql, reminderRules, now)})))
  from (select c.phone as number) n)`
