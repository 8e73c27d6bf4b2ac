import { FILTERED } from '@salonback/shared/sms/errorCodes.ts'
import type { Sql } from '../../platform/db/open.ts'

/** A campaign pauses when more than `share` of its last `texts` led to opt-outs or were filtered. */
const limit = { texts: 200, share: 0.03 }

/** Pauses running campaigns of this number if too many of their last texts led to opt-outs or were filtered. */
export async function pauseUnwelcomeCampaign(sql: Sql, phone: string): Promise<void> {
  const campaigns = await sql<{ id: string }[]>`
    select distinct o.id from messages m join campaigns o on o.id = m.campaign_id
    where m.phone = ${phone} and o.state = 'running'`
  for (const { id } of campaigns) await pauseIfUnwelcome(sql, id)
}

async function pauseIfUnwelcome(sql: Sql, id: string): Promise<void> {
  const { texts, share } = limit
  const [recent] = await sql<
    { optOuts: number; filtered: number; sent: number; firstBatch: number | null }[]
  >`
    select count(distinct phone) filter (where suppressed(phone))::int as opt_outs, count(*)::int as sent,
      (select first_batch from campaigns where id = ${id}) as first_batch,
      count(distinct phone) filter (where error_code = ${FILTERED})::int as filtered
    from (
      select m.phone, m.error_code from messages m join campaigns o on o.id = m.campaign_id
      where m.campaign_id = ${id} and m.accepted_at is not null and m.accepted_at >= o.watched_from
      order by m.accepted_at desc limit ${texts}
    ) as recent`
  if (!recent) return
  const { optOuts, filtered, sent, firstBatch } = recent
  // The first batch is a trial: if too many of it opt out, the rest gets no text.
  if (firstBatch && sent <= firstBatch && optOuts > 0 && optOuts >= firstBatch * share)
    return void (await pause(sql, id, `${optOuts} of the first ${firstBatch} opted out`))
  if (optOuts > texts * share) await pause(sql, id, `${optOuts} of the last ${texts} opted out`)
  else if (filtered > texts * share)
    await pause(sql, id, `${filtered} of the last ${texts} were filtered by the networks`)
}

const pause = (sql: Sql, id: string, reason: string) =>
  sql`update campaigns set state = 'paused', paused_reason = ${reason}, paused_by = null where id = ${id} and state = 'running'`
