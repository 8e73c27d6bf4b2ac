import type { Sql } from '../../platform/db/open.ts'

interface Saved {
  salonId: string
  listId: string
  timeZone: string
  now: Date
}

/** Evidence that this list moved the last visit of a client. */
const evidence = (sql: Sql, listId: string) => sql`
  jsonb_build_array(jsonb_build_object('kind', 'list', 'listId', ${listId}::text, 'from', moved.was, 'to', moved.day))`

/** Clients who had a campaign text before the day to which this list moved their last visit. */
const movedVisits = (sql: Sql, { salonId, listId, timeZone }: Saved) => sql`
  select c.id as client_id, c.phone, h.last_visit as was, c.last_visit as day,
    (c.last_visit + time '12:00') at time zone ${timeZone} as noon, text.campaign_id
  from client_changes h join clients c on c.id = h.client_id
  cross join lateral (
    select m.campaign_id from messages m
    where m.phone = c.phone and m.salon_id = ${salonId} and m.kind in ('offer', 'reminder')
      and (m.accepted_at at time zone ${timeZone})::date < c.last_visit
    order by m.accepted_at desc limit 1
  ) text
  where h.list_id = ${listId} and c.salon_id = ${salonId} and (h.last_visit is null or c.last_visit > h.last_visit)`

/** Reports the visits that a newer list shows: bookings without a day get it, other visits are added. */
export async function reportVisitsOfList(sql: Sql, saved: Saved): Promise<void> {
  const { salonId, listId, now } = saved
  await sql`
    update visits v set state = 'reported', visit_at = moved.noon, evidence = v.evidence || ${evidence(sql, listId)}
    from (${movedVisits(sql, saved)}) moved
    where v.id = (select b.id from visits b where b.client_id = moved.client_id and b.state = 'booked'
        and (b.visit_on is null or b.visit_on = moved.day)
      order by b.visit_on is null, b.created_at limit 1)
      and not exists (select 1 from visits d where d.client_id = moved.client_id and d.visit_on = moved.day
        and d.state not in ('booked', 'canceled'))`
  await sql`
    insert into visits (salon_id, client_id, phone, campaign_id, state, visit_at, evidence, created_kind, created_id, created_by, created_at)
    select ${salonId}, moved.client_id, moved.phone, moved.campaign_id, 'reported', moved.noon, ${evidence(sql, listId)},
      'system', 'list', 'list', ${now}
    from (${movedVisits(sql, saved)}) moved
    where not exists (select 1 from visits v where v.client_id = moved.client_id and v.visit_on = moved.day)
    on conflict do nothing`
}

/** Takes back what a list reported, except visits that were decided since. */
export async function forgetVisitsOfList(sql: Sql, salonId: string, listId: string): Promise<void> {
  const ofList = sql`salon_id = ${salonId} and state = 'reported' and evidence @> ${sql.json([{ listId }])}`
  await sql`delete from visits where ${ofList} and created_kind = 'system' and created_id = 'list'`
  await sql`
    update visits set state = 'booked', evidence = (
      select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(evidence) one
      where one->>'listId' is distinct from ${listId})
    where ${ofList}`
}
