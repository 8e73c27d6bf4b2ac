import type { Sql } from '../../platform/db/open.ts'

/**
 * Whether the approval of an offer was for one campaign, and a campaign has it already or the owner stopped it: the owner reads
 * that we ask again for new texts. A campaign that staff canceled before its first text does not count.
 */
export const isUsedUp = (sql: Sql, offer: 'offers' | 'o') => sql`
  (${sql(offer)}.repeat_until is null and exists (
    select 1 from campaigns k where ${sql(offer)}.id in (k.offer_id, k.other_offer_id) and (k.state <> 'canceled'
      or k.paused_kind is not distinct from 'owner'
      or exists (select 1 from messages m where m.campaign_id = k.id and m.accepted_at is not null))))`
