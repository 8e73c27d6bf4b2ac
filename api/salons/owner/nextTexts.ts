import type { NextTexts } from '@salonback/shared/salons/owner/ownerPage.ts'
import { awaitsLater } from '../../core/campaigns/laterTexts.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { reminders } from '../campaigns/reminders.ts'
import { lateOf } from '../salons/unsentTexts.ts'

export interface CampaignTexts {
  campaignId: string
  paused: boolean
  /** Queued texts, and when the first and the last of them are due. */
  texts: number
  firstAt: string | null
  lastAt: string | null
  /** Clients who had the offer, and may still get the reminder. */
  reminders: number
  reminderAfterDays: number | null
  /** The last day that the texts name; null: none. */
  endsOn: string | null
  late: NextTexts['late']
  /** One text for all clients, or two: each client gets one of them. */
  words: [ApprovedWords, ...ApprovedWords[]]
}

/** As approved, with the name of the salon at that time. */
export interface ApprovedWords {
  text: string
  reminderText: string | null
  salonName: string | null
}

/** Campaigns of a salon with texts that are still to be sent, the next ones first. */
export const findNextTexts = (sql: Sql, salonId: string, now: Date) => sql<CampaignTexts[]>`
  select c.id as campaign_id, c.state = 'paused' or s.state = 'paused' as paused, q.texts,
    ${instant(sql, 'q.first_at')} as first_at, ${instant(sql, 'q.last_at')} as last_at, r.reminders,
    c.reminder_after_days, c.ends_on::text, ${lateOf(sql, now)} as late, (
      select jsonb_agg(jsonb_build_object('text', o.text, 'reminderText', o.reminder_text, 'salonName', o.salon_name)
        order by o.id = c.other_offer_id)
      from offers o where o.id in (c.offer_id, c.other_offer_id)) as words
  from campaigns c join salons s on s.id = c.salon_id
  cross join lateral (
    select count(*)::int as texts, min(due_at) as first_at, max(due_at) as last_at from messages m
    where m.campaign_id = c.id and m.status = 'queued'
  ) q
  cross join lateral (
    select count(*)::int as reminders from messages m
    where c.reminder_after_days is not null and m.campaign_id = c.id and ${awaitsLater(sql, reminders, now)}
  ) r
  where c.salon_id = ${salonId} and c.state in ('running', 'paused', 'finished') and q.texts + r.reminders > 0
  order by q.first_at nulls last, c.created_at`
