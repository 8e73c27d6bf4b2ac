import type { CampaignProof } from '@salonback/shared/salons/proof/contract.ts'
import { RETURN_DAYS } from '@salonback/shared/salons/proof/sentences.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

/**
 * When the client of the assignment `a` would have got the text of its campaign `k`: when the client beside it got it; `now`
 * while that text waits. Null if the campaign was canceled before that text left.
 */
const keptAsideAt = (sql: Sql, now: Date) => sql`
  (select case when n.accepted_at is not null then n.accepted_at
      when n.status in ('queued', 'sending') then greatest(a.due_at, ${now})
      when k.state <> 'canceled' then a.due_at end
    from (select 1) one left join messages n
      on n.campaign_id = a.campaign_id and n.client_id = a.beside and n.kind = 'offer')`

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
const visitDays = (sql: Sql) => sql`
  (select last_visit as day from clients where id = p.client_id
    union all select last_visit from client_changes where client_id = p.client_id
    union all select (starts_at at time zone p.time_zone)::date from appointments
      where client_id = p.client_id and state = 'attended')`

/** For one of two texts: the version of the offer, how many clients are compared, and how many came back. */
const textGroup = (sql: Sql, offer: 'offer_id' | 'other_offer_id') => sql`
  jsonb_build_object('version', (select version from offers where id = k.${sql(offer)}),
    'people', count(*) filter (where j.assigned = 'text' and known and j.offer_id = k.${sql(offer)}),
    'returned', count(*) filter (where j.assigned = 'text' and known and returned and j.offer_id = k.${sql(offer)}))`

type ProofRow = Omit<CampaignProof, 'texted' | 'keptAside'> & {
  salonId: string
  textedPeople: number
  textedReturned: number
  keptPeople: number
  keptReturned: number
}

/**
 * Who came back after campaigns that kept clients aside or had two texts, newest first. A client counts when a list or the
 * booking system covers the 30 days after the text. Leaves out clients of both groups who came or opted out before the text:
 * they would have got no text.
 */
export async function findProofs(sql: Sql, campaigns: Fragment, now: Date) {
  const rows = await sql<ProofRow[]>`
    with chosen as (
      select k.id, k.salon_id, k.state, k.created_at, coalesce(k.starts_at, k.created_at) as starts_at, k.kept_aside, k.offer_id, k.other_offer_id, s.time_zone,
        greatest((select max(as_of) from client_lists l where l.salon_id = s.id and l.state = 'committed'),
          -- A booking system sends appointments as they happen.
          (select (max(a.created_at) at time zone s.time_zone)::date from appointments a where a.salon_id = s.id)) as list_on
      from campaigns k join salons s on s.id = k.salon_id 
      where (k.kept_aside > 0 or k.other_offer_id is not null) ${campaigns}
    ), people as (
      select k.id, k.time_zone, k.list_on, k.state, k.created_at, a.client_id, a.assigned, b.phone, m.offer_id,
        case a.assigned when 'text' then m.accepted_at else ${keptAsideAt(sql, now)} end as at
      from chosen k join assignments a on a.campaign_id = k.id join clients b on b.id = a.client_id
        left join messages m on m.campaign_id = k.id and m.client_id = a.client_id and m.kind = 'offer'
    ), compared as (
      select p.*, (p.at at time zone p.time_zone)::date as day from people p
      where p.at is not null and not exists (select 1 from suppressions o where o.phone = p.phone and o.since < p.at)
        and not exists (select 1 from ${visitDays(sql)} v
          where v.day between (p.created_at at time zone p.time_zone)::date and (p.at at time zone p.time_zone)::date)
    ), judged as (
      select p.id, p.assigned, p.offer_id, p.day, p.list_on is not null and p.list_on >= p.day + ${RETURN_DAYS}::int as known,
        exists (select 1 from ${visitDays(sql)} v where v.day > p.day and v.day <= p.day + ${RETURN_DAYS}::int) as returned
      from compared p
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
