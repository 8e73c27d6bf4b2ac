import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'

/** A client who may have come back after a text. */
export interface PossibleVisit {
  clientId: string
  visitId: string | null
  firstName: string | null
  phone: string
  textedAt: string
  reason: 'booked' | 'reported' | 'answered' | 'called' | 'opened'
  visitOn: string | null
  /** Time of the booking; null if it is not known, or only its day. */
  visitAt: Date | null
  /** What the client wrote that says so, else last. */
  words: string | null
}

/** A client is listed for so many days after a text. */
const DAYS = 90
const MOST = 50

/**
 * Clients with a booking or reported visit that is not decided, then those who said yes, asked for a call or opened the booking
 * link. Without a visit no opt-outs, doubts and wrong numbers.
 */
export function findPossibleVisits(
  sql: Sql,
  { id, timeZone }: { id: string; timeZone: string },
  now: Date,
  /** Only this client, also after another answer to a text: the owner may answer on an older page. */
  clientId: string | null = null,
): Promise<PossibleVisit[]> {
  return sql<PossibleVisit[]>`
    select c.id as client_id, v.id as visit_id, c.first_name, c.phone, ${instant(sql, 't.texted_at')} as texted_at,
      case when v.id is not null and v.created_kind is distinct from 'owner' then v.state when answered then 'answered' when called then 'called' else 'opened' end as reason,
      (v.visit_at at time zone ${timeZone})::date::text as visit_on,
      case when v.state = 'booked' and (v.visit_at at time zone ${timeZone})::time <> '12:00' then v.visit_at end as visit_at,
      coalesce((select e->>'text' from jsonb_array_elements(v.evidence) e where e->>'kind' = 'reply' limit 1),
        (select m.body from messages m where m.phone = c.phone and m.salon_id = ${id} and m.direction = 'inbound'
          and not is_automatic_reply(m.intent) and not m.is_opt_out and m.created_at > t.first_at
          order by m.created_at desc, m.seq desc limit 1)) as words
    from (
      select m.client_id, min(m.accepted_at) as first_at, max(m.accepted_at) as texted_at from messages m
      where m.salon_id = ${id} and m.kind in ('offer', 'reminder')
        and m.accepted_at > ${now}::timestamptz - ${DAYS} * interval '1 day'
        ${clientId === null ? sql`` : sql`and m.client_id = ${clientId}`}
      group by m.client_id
    ) t join clients c on c.id = t.client_id
    left join lateral (
      select * from visits where client_id = c.id and created_at > t.first_at order by created_at desc limit 1
    ) v on true
    cross join lateral (
      select exists (select 1 from messages i where i.phone = c.phone and i.salon_id = ${id} and i.direction = 'inbound'
          and i.created_at > t.first_at and coalesce(i.outcome, 'booked') = 'booked'
          and (${clientId !== null} or i.outcome = 'booked' or i.intent = 'positive')) as answered,
        exists (select 1 from invitations i where i.client_id = c.id and i.call_requested_at > t.first_at) as called,
        exists (select 1 from invitations i where i.client_id = c.id and i.clicked_at > t.first_at) as opened
    ) did
    where (v.state in ('booked', 'reported') and coalesce(v.visit_at, ${now}) <= ${now})
      or (v.id is null and (answered or called or opened) and not suppressed(c.phone) and not pending_review(c.phone)
        and not exists (select 1 from messages i where i.phone = c.phone and i.salon_id = ${id}
          and i.outcome = 'wrong_person' and i.created_at > t.first_at))
    order by v.id is null, t.texted_at desc, c.id limit ${MOST}`
}
