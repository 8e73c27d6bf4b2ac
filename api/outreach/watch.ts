import { FILTERED } from '@salonback/shared/messages/explain.ts'
import type { Sql } from '../db/open.ts'

const LAST = 200
/** More than 3 % of the last 200. */
const TOO_MANY = LAST * 0.03

/** Closes an outreach once nothing of it can still be sent. */
export async function finishOutreach(sql: Sql, id: string): Promise<void> {
  await sql`
    update outreaches set state = 'finished', paused_reason = null
    where id = ${id} and state = 'running'
      and not exists (select 1 from messages where outreach_id = ${id} and status in ('queued', 'sending'))`
}

/** Closes what `finishOutreach` left open: of two texts that end at the same moment, each still sees the other. */
export async function finishOutreaches(sql: Sql): Promise<void> {
  await sql`
    update outreaches o set state = 'finished', paused_reason = null
    where state = 'running'
      and not exists (select 1 from messages where outreach_id = o.id and status in ('queued', 'sending'))`
}

/** Pauses the running outreach this number belongs to when too many of its last texts were not welcome. */
export async function watchOutreachOf(sql: Sql, phone: string): Promise<void> {
  const [outreach] = await sql<{ id: string }[]>`
    select o.id from messages m join outreaches o on o.id = m.outreach_id
    where m.phone = ${phone} and m.kind = 'first_text' and o.state = 'running'`
  if (!outreach) return
  const [bad] = await sql<{ optOuts: number; filtered: number }[]>`
    select count(*) filter (where suppressed(phone))::int as opt_outs,
      count(*) filter (where error_code = ${FILTERED})::int as filtered
    from (
      select m.phone, m.error_code from messages m join outreaches o on o.id = m.outreach_id
      where m.outreach_id = ${outreach.id} and m.accepted_at is not null and m.accepted_at >= o.watched_from
      order by m.accepted_at desc limit ${LAST}
    ) as lately`
  if (!bad) return
  if (bad.optOuts > TOO_MANY)
    await pauseItself(sql, outreach.id, `${bad.optOuts} of the last ${LAST} opted out`)
  else if (bad.filtered > TOO_MANY) {
    await pauseItself(sql, outreach.id, `${bad.filtered} of the last ${LAST} were filtered by the networks`)
  }
}

const pauseItself = (sql: Sql, id: string, reason: string) =>
  sql`update outreaches set state = 'paused', paused_reason = ${reason} where id = ${id} and state = 'running'`
