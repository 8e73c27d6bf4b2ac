import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import type { SalonFacts } from '@salonback/shared/salons/salons/todos.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { waitingBySalon } from '../../core/inbox/desk.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { unreachedAt } from './announced.ts'
import { datesKnownOn } from './bookingsFeed.ts'
import { isUsedUp } from './isUsedUp.ts'
import { findAccounts, overdueOf, payableSince, unissuedOf } from './owed.ts'
import { lateOfSalon, unsentOfSalon } from './unsentTexts.ts'

type Counted = 'replies' | 'calls' | 'ownerTexts' | 'disputes' | 'visits' | 'unsent'

type FactRow = Omit<SalonFacts, Counted | 'overdue' | 'offer' | 'optOuts'> &
  Record<Counted, number> &
  Record<`${Counted}Since`, string | null> & {
    id: string
    name: string
    timeZone: string
    offerState: NonNullable<SalonFacts['offer']>['state'] | null
    offerSince: string | null
    texts: number | null
    optedOut: number | null
  }

export interface KnownSalon extends SalonFacts {
  id: string
  name: string
  timeZone: string
}

/** What decides about the next steps of these salons, by id; of all salons without ids. */
export async function findFacts(
  sql: Sql,
  now: Date,
  ids?: readonly string[],
): Promise<Map<string, KnownSalon>> {
  const rows = await sql<FactRow[]>`
    select s.id, s.name, s.time_zone, s.state, s.owner_name, ${instant(sql, 's.created_at')} as created_at,
      s.agreed_at is not null and s.agreement_version is not distinct from ${AGREEMENT_VERSION} as agreed,
      exists (select 1 from senders n where n.salon_id = s.id) as has_sender,
      exists (select 1 from offers o where o.salon_id = s.id and o.state = 'approved') as has_approved_offer,
      exists (select 1 from offers o where o.salon_id = s.id and o.state = 'approved' and o.repeat_until is null and not ${isUsedUp(sql, 'o')}) as has_offer_to_send,
      (select coalesce((select p.state from programmes p where p.salon_id = s.id), 'off') from offers o
        where o.salon_id = s.id and o.state = 'approved' and o.repeat_until > (${now}::timestamptz at time zone s.time_zone)::date
        limit 1) as monthly,
      coalesce(r.count, 0) as replies, ${instant(sql, 'r.since')} as replies_since,
      coalesce(k.count, 0) as calls, ${instant(sql, 'k.since')} as calls_since,
      w.count as owner_texts, ${instant(sql, 'w.since')} as owner_texts_since,
      coalesce(d.count, 0) as disputes, ${instant(sql, 'd.since')} as disputes_since,
      coalesce(v.count, 0) as visits, ${instant(sql, 'v.since')} as visits_since,
      coalesce(c.running, 0) as campaigns_running, coalesce(c.paused, 0) as campaigns_paused,
      o.state as offer_state, ${instant(sql, 'o.since')} as offer_since,
      ${datesKnownOn(sql, now)}::text as list_as_of,
      (select (select count(*)::int from owner_messages o where o.subject_id = w.id)
        from programmes p join lateral (select id, state from waves where salon_id = p.salon_id order by asked_for desc limit 1) w on true
        where p.salon_id = s.id and p.state = 'running' and w.state = 'asking') as list_requests,
      ${instant(sql, unreachedAt(sql, now))} as unreached_at,
      ${lateOfSalon(sql, now)} as late, n.count as unsent, ${instant(sql, 'n.since')} as unsent_since,
      ${unissuedOf(sql, sql`s.id`, 'now')} as owed, ${payableSince(sql)}::text as owed_since,
      (select ${instant(sql, sql`max(l.created_at)`)} from owner_links l
        where l.salon_id = s.id and l.purpose = 'list' and l.subject_id is null) as list_asked_at,
      u.texts, u.opted_out
    from salons s
    left join lateral (${unsentOfSalon(sql, now)}) n on true
    left join (${waitingBySalon(sql, now)}) r on r.salon_id = s.id
    left join (
      select c.salon_id, count(*)::int, min(i.call_requested_at) as since
      from invitations i join campaigns c on c.id = i.campaign_id
      where i.call_requested_at is not null and i.called_at is null group by c.salon_id) k on k.salon_id = s.id
    cross join lateral (
      select count(*)::int, min(m.created_at) as since from messages m
      where m.phone = s.owner_phone and m.salon_id is null and m.direction = 'inbound' and not m.processed) w
    left join (
      select e.salon_id, count(*)::int, min(d.opened_at) as since from disputes d join ledger_entries e on e.id = d.entry_id
      where d.decided_at is null group by e.salon_id) d on d.salon_id = s.id
    left join (
      select salon_id, count(*)::int, min(coalesce(visit_at, created_at)) as since from visits
      where state in ('reported', 'booked') and coalesce(visit_at, ${now}) <= ${now} group by salon_id) v on v.salon_id = s.id
    left join (
      select salon_id, count(*) filter (where state = 'running')::int as running,
        count(*) filter (where state = 'paused')::int as paused
      from campaigns where salon_id is not null group by salon_id) c on c.salon_id = s.id
    left join (
      select distinct on (o.salon_id) o.salon_id, o.state, coalesce(
        (select max(w.created_at) from owner_links w where w.salon_id = o.salon_id and w.subject_id = o.id), o.created_at) as since
      from offers o order by o.salon_id, o.version desc) o on o.salon_id = s.id
    left join (
      select distinct on (salon_id) salon_id, texts, opted_out from (${unfinishedCampaigns(sql)}) a
      where texts > 0 order by salon_id, opted_out::float8 / texts desc) u on u.salon_id = s.id
    ${ids ? sql`where s.id = any(${[...ids]}::uuid[])` : sql``}`
  const accounts = await findAccounts(sql, ids)
  return new Map(
    rows.map((row) => [row.id, toFacts(row, overdueOf(accounts.get(row.id), localDate(row.timeZone, now)))]),
  )
}

/** Whether opt-out `o` came after a text of campaign `c` to its number. */
export const optedOutAfter = (sql: Sql) => sql`
  o.since >= c.created_at
  and exists (select 1 from messages m where m.phone = o.phone and m.campaign_id = c.id and m.accepted_at <= o.since)`

/** Texts of running and paused campaigns of salons, and how many of their clients opted out after them. */
const unfinishedCampaigns = (sql: Sql) => sql`
  select c.id, c.salon_id,
    (select count(*)::int from messages m where m.campaign_id = c.id and m.accepted_at is not null) as texts,
    (select count(*)::int from suppressions o where o.salon_id = c.salon_id and ${optedOutAfter(sql)}) as opted_out
  from campaigns c where c.salon_id is not null and c.state in ('running', 'paused')`

function toFacts(
  {
    repliesSince,
    callsSince,
    ownerTextsSince,
    disputesSince,
    visitsSince,
    unsentSince,
    offerState,
    offerSince,
    texts,
    optedOut,
    ...row
  }: FactRow,
  overdue: SalonFacts['overdue'],
): KnownSalon {
  return {
    ...row,
    replies: { count: row.replies, since: repliesSince },
    calls: { count: row.calls, since: callsSince },
    ownerTexts: { count: row.ownerTexts, since: ownerTextsSince },
    disputes: { count: row.disputes, since: disputesSince },
    visits: { count: row.visits, since: visitsSince },
    unsent: { count: row.unsent, since: unsentSince },
    overdue,
    offer: offerState && offerSince ? { state: offerState, since: offerSince } : null,
    optOuts: texts === null || optedOut === null ? null : { texts, count: optedOut },
  }
}
