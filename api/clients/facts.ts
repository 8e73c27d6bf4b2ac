import type { ConsentEvent } from '@salonback/shared/salons/basis.ts'
import type { ClientFacts, ClientFlag } from '@salonback/shared/salons/eligible.ts'
import type { Fragment, Sql } from '../db/open.ts'

/** A stored client with everything that decides whether it may be texted. */
export interface StoredClient extends ClientFacts {
  id: string
  firstName: string | null
  visits: number | null
  flags: ClientFlag[]
}

interface Asked {
  salonId: string
  now: Date
  /** The text that is about to leave; unset: none. */
  textId?: string
}

/** Campaign texts that count against the caps: accepted ones, those that may have left, and those that the guard let leave. */
const countedTexts = (sql: Sql, { textId }: Asked) => sql`
  select coalesce(m.accepted_at, m.attempted_at) as at, m.salon_id from messages m
  where m.phone = c.phone and m.kind in ('offer', 'reminder') and m.id is distinct from ${textId ?? null}::uuid
    and (m.accepted_at is not null or m.status = 'unknown'
      or (m.status = 'sending' and (m.cleared_at >= m.attempted_at or ${textId ?? null}::uuid is null)))`

/** What decides about texts to the number `c.phone`, besides the list. */
const factsOf = (sql: Sql, asked: Asked) => sql`
  suppressed(c.phone) as opted_out,
  exists (select 1 from undeliverable u where u.phone = c.phone) as undeliverable,
  (select max(at) from (${countedTexts(sql, asked)}) texts) as last_text,
  (select count(*)::int from (${countedTexts(sql, asked)}) texts
    where at > ${asked.now}::timestamptz - interval '12 months' and salon_id = ${asked.salonId}) as texts_in_year,
  (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'source', e.source, 'at', e.at,
      'signed', coalesce((e.evidence->>'signed')::boolean, false)) order by e.at), '[]')
    from consent_events e where e.salon_id = ${asked.salonId} and e.phone = c.phone) as consent`

type Facts = Pick<ClientFacts, 'optedOut' | 'undeliverable' | 'textsInYear'> & {
  lastText: Date | null
  consent: ConsentEvent[]
}

const toFacts = <T extends Facts>({ lastText, ...row }: T) => ({
  ...row,
  lastTextAt: lastText?.toISOString() ?? null,
})

/** The owner's own number is no client. */
const isOwner = (sql: Sql) => sql`c.phone is not distinct from s.owner_phone`

/** The next visit of the list, or a later one that staff booked. */
const nextVisit = (sql: Sql, { now }: Asked) => sql`
  greatest(c.next_visit, (select max(v.visit_at at time zone s.time_zone)::date from visits v
    where v.salon_id = c.salon_id and v.phone = c.phone and v.state = 'booked' and v.visit_at > ${now}))`

/** Clients of a salon that match `where`, ordered by name and id; those without a name last. */
export async function findClients(sql: Sql, asked: Asked, where: Fragment = sql``): Promise<StoredClient[]> {
  const rows = await sql<(Omit<StoredClient, 'lastTextAt'> & Facts)[]>`
    select c.id, c.phone, c.first_name, c.last_visit::text, ${nextVisit(sql, asked)}::text as next_visit, c.visits,
      case when ${isOwner(sql)} then array_append(array_remove(c.flags, 'staff'), 'staff') else c.flags end as flags,
      l.as_of::text as list_as_of, ${factsOf(sql, asked)}
    from clients c left join client_lists l on l.id = c.list_id join salons s on s.id = c.salon_id
    where c.salon_id = ${asked.salonId} ${where} order by lower(c.first_name) nulls last, c.id`
  return rows.map(toFacts)
}

/** The same facts for numbers that may not be stored yet. */
export async function findNumberFacts(sql: Sql, asked: Asked, phones: string[]) {
  const rows = await sql<(Facts & { phone: string; isOwner: boolean })[]>`
    select c.phone, ${isOwner(sql)} as is_owner, ${factsOf(sql, asked)}
    from unnest(${phones}::text[]) as c (phone) join salons s on s.id = ${asked.salonId}`
  return new Map(rows.map((row) => [row.phone, toFacts(row)]))
}
