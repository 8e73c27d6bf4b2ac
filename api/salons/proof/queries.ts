import type { CampaignProof } from '@salonback/shared/salons/proof/contract.ts'
import { RETURN_DAYS } from '@salonback/shared/salons/proof/sentences.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

/**
 * When the text `n` of an assignment `a` in its campaign `k` left, or was to leave; `now` while it waits. Numbers that the
 * network refuses, and clients left out since the draw, keep their place: both groups have them. Null if the campaign was
 * canceled before.
 */
const placeOf = (sql: Sql, now: Date) => sql`
  case when n.accepted_at is not null then n.accepted_at
    when n.status in ('queued', 'sending') then greatest(a.due_at, ${now})
    when n.status in ('failed', 'unknown') then coalesce(n.attempted_at, a.due_at)
    when k.state <> 'canceled' then a.due_at end`

/** The offer of the assignment `a` to this client. By its key, which one look-up finds in a campaign of any size. */
const textTo = (sql: Sql, client: 'a.beside' | 'a.client_id') =>
  sql`messages n on n.dedupe_key = 'offer:' || a.campaign_id || ':' || ${sql(client)}`

/**
 * When the client kept aside by the assignment `a` would have got the text of its campaign `k`: when the client beside it got
 * it.
 */
const keptAsideAt = (sql: Sql, now: Date) => sql`
  (select ${placeOf(sql, now)} from (select 1) one left join ${textTo(sql, 'a.beside')})`

/** Whether a campaign of the salon `s` keeps the number `c.phone` aside now. */
export const isKeptAside = (sql: Sql, { salonId, now }: { salonId: string; now: Date }) => sql`
  exists (select 1 from clients b join assignments a on a.client_id = b.id and a.assigned = 'kept_aside'
      join campaigns k on k.id = a.campaign_id
    where b.salon_id = ${salonId} and b.phone = c.phone
      and (${now}::timestamptz at time zone s.time_zone)::date
        <= (${keptAsideAt(sql, now)} at time zone s.time_zone)::date + ${RETURN_DAYS}::int)`

/**
 * Days on which the client `p.client_id` came, by lists and by the booking system. This evidence exists for both groups.
 * Answers, and what the owner or staff confirm, exist for texted clients only, so they do not count here.
 */
const visitDays = (sql: Sql, timeZone: Fragment) => sql`
  (select last_visit as day from clients where id = p.client_id
    union all select last_visit from client_changes where client_id = p.client_id
    union all select (starts_at at time zone ${timeZone})::date from appointments
      where client_id = p.client_id and state = 'attended')`

/** For one of two texts: the version of the offer, how many clients are compared, and how many came back. */
const textGroup = (sql: Sql, offer: 'offer_id' | 'other_offer_id') => sql`
  jsonb_build_object('version', (select version from offers where id = k.${sql(offer)}),
    'people', count(*) filter (where j.assigned = 'text' and known and j.offer_id = k.${sql(offer)}),
    'returned', count(*) filter (where j.assigned = 'text' and known and returned and j.offer_id = k.${sql(offer)}))`

/** Share of the clients of an earlier list that a list must name to speak of all of them. */
const MOST = 0.8

type ProofRow = Omit<CampaignProof, 'texted' | 'keptAside'> & {
  salonId: string
  textedPeople: number
  textedReturned: number
  keptPeople: number
  keptReturned: number
}

/** Committed lists of the salon `k.salon_id` that say when clients came last. */
const datedLists = (sql: Sql) => sql`
  client_lists l where l.salon_id = k.salon_id and l.state = 'committed' and l.mapping->>'lastVisit' is not null`

/** Clients of the salon `k.salon_id` that the list with this id names. */
const namedBy = (sql: Sql, list: Fragment) => sql`
  (select client_id as id from client_changes where list_id = ${list}
    union select id from clients where salon_id = k.salon_id and added_by = ${list})`

/**
 * The day of the newest list that speaks of all clients of the campaign `k`: it names most clients of the newest list before
 * the campaign, so those who are missing did not come. Null without one.
 */
const coveredOn = (sql: Sql) => sql`
  (select l.as_of from ${datedLists(sql)} and l.as_of > k.began_on and (
      select count(m.id) > 0 and count(m.id) >= ${MOST}::float8 * count(*)
      from ${namedBy(sql, sql`k.list_before`)} o left join ${namedBy(sql, sql`l.id`)} m on m.id = o.id)
    order by l.as_of desc limit 1)`

/** The day of the newest list that names the client `p.client_id` of the campaign `k`; null: none. */
const namedOn = (sql: Sql) => sql`
  (select max(l.as_of) from ${datedLists(sql)} and (
      l.id in (select list_id from client_changes where client_id = p.client_id)
      or l.id = (select added_by from clients where id = p.client_id)))`

/** Whether a booking system sent appointments of the salon without a pause in the 30 days after `p.day`. */
const isFed = (sql: Sql) => sql`
  exists (select 1 from (select salon_id, since, heard_at from feeds union all select salon_id, since, heard_at from past_feeds) f
    where f.salon_id = k.salon_id and (f.since at time zone k.time_zone)::date <= p.day
      and (f.heard_at at time zone k.time_zone)::date >= p.day + ${RETURN_DAYS}::int)`

/**
 * Who came back after campaigns that kept clients aside or had two texts, newest first. A client counts when a list or the
 * booking system tells of the 30 days after the text. Both groups count as they were drawn, without those of both who came or
 * opted out before the text: they would have got no text.
 */
export async function findProofs(sql: Sql, campaigns: Fragment, now: Date) {
  const rows = await sql<ProofRow[]>`
    with chosen as (
      select k.id, k.salon_id, k.state, k.created_at, coalesce(k.starts_at, k.created_at) as starts_at, k.kept_aside, k.offer_id, k.other_offer_id, s.time_zone,
        (k.created_at at time zone s.time_zone)::date as began_on,
        (select e.id from client_lists e where e.salon_id = k.salon_id and e.state = 'committed' and e.created_at <= k.created_at
          order by e.as_of desc, e.created_at desc limit 1) as list_before
      from campaigns k join salons s on s.id = k.salon_id
      where (k.kept_aside > 0 or k.other_offer_id is not null) ${campaigns}
    ), people as (
      select k.id, a.client_id, a.assigned, b.phone, n.offer_id,
        case when a.assigned = 'kept_aside' then ${keptAsideAt(sql, now)}
          when n.status is null or n.status not in ('queued', 'sending') then ${placeOf(sql, now)} end as at
      from chosen k join assignments a on a.campaign_id = k.id join clients b on b.id = a.client_id
        left join ${textTo(sql, 'a.client_id')}
    ), compared as (
      select p.*, k.salon_id, k.time_zone, (p.at at time zone k.time_zone)::date as day from people p join chosen k on k.id = p.id
      where p.at is not null and not exists (select 1 from suppressions o where o.phone = p.phone and o.since < p.at)
        and not exists (select 1 from ${visitDays(sql, sql`k.time_zone`)} v
          where v.day between k.began_on and (p.at at time zone k.time_zone)::date)
    ), told as (
      select p.*, p.day + ${RETURN_DAYS}::int <= ${namedOn(sql)} or ${isFed(sql)} as known
      from compared p join chosen k on k.id = p.id
    ), covered as materialized (
      select k.id, ${coveredOn(sql)} as day from chosen k where k.id in (select id from told where known is not true)
    ), judged as (
      select p.id, p.assigned, p.offer_id, p.day, p.known is true or coalesce(c.day >= p.day + ${RETURN_DAYS}::int, false) as known,
        exists (select 1 from ${visitDays(sql, sql`p.time_zone`)} v where v.day > p.day and v.day <= p.day + ${RETURN_DAYS}::int) as returned
      from told p left join covered c on c.id = p.id
    )
    select k.id, k.salon_id, ${instant(sql, 'k.starts_at')} as starts_at, k.kept_aside as percent,
      count(*) filter (where j.assigned = 'text' and known)::int as texted_people,
      count(*) filter (where j.assigned = 'text' and known and returned)::int as texted_returned,
      count(*) filter (where j.assigned = 'kept_aside' and known)::int as kept_people,
      count(*) filter (where j.assigned = 'kept_aside' and known and returned)::int as kept_returned,
      count(*) filter (where not known)::int as waiting,
      (max(j.day) filter (where not known) + ${RETURN_DAYS}::int)::text as list_from,
      case when k.other_offer_id is not null then jsonb_build_object(
        'one', ${textGroup(sql, 'offer_id')}, 'other', ${textGroup(sql, 'other_offer_id')}) end as texts
    from chosen k left join judged j on j.id = k.id
    group by k.id, k.salon_id, k.created_at, k.starts_at, k.kept_aside, k.offer_id, k.other_offer_id
    order by k.created_at desc, k.id`
  return rows.map(({ textedPeople, textedReturned, keptPeople, keptReturned, ...row }) => ({
    ...row,
    texted: { people: textedPeople, returned: textedReturned },
    keptAside: { people: keptPeople, returned: keptReturned },
  }))
}

/** Of one salon. */
export const findSalonProofs = async (sql: Sql, salonId: string, now: Date): Promise<CampaignProof[]> =>
  (await findProofs(sql, sql`and k.salon_id = ${salonId}`, now)).map(({ salonId: _, ...proof }) => proof)
