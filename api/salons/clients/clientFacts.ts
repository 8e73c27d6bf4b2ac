import type { ConsentEvent } from '@salonback/shared/salons/clients/basis.ts'
import type { ClientFacts, ClientFlag } from '@salonback/shared/salons/clients/eligible.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { findErased, type PhoneKeys } from '../../platform/privacy/hash.ts'
import { isKeptAside } from '../proof/queries.ts'
import { feedDay } from '../salons/bookingsFeed.ts'
import { isInCampaign } from './inCampaign.ts'

/** A stored client with everything that decides whether it may be texted. */
export interface StoredClient extends ClientFacts {
  id: string
  firstName: string | null
  visits: number | null
  flags: ClientFlag[]
}

export interface FindFacts {
  salonId: string
  /** Of erased numbers. */
  keys: PhoneKeys
  now: Date
  /** The offers in question; unset: none. */
  offerIds?: readonly string[]
  /** The text that is about to leave; unset: none. */
  textId?: string
  /** For a wave of a programme: a feed of bookings keeps the dates of a list fresh. */
  isWave?: boolean
}

/** Campaign texts that count against the caps: accepted ones, those that may have left, and those that the guard let leave. */
const countedTexts = (sql: Sql, { textId }: FindFacts) => sql`
  select coalesce(m.accepted_at, m.attempted_at) as at, m.salon_id from messages m
  where m.phone = c.phone and m.kind in ('offer', 'reminder') and m.id is distinct from ${textId ?? null}::uuid
    and (m.accepted_at is not null or m.status = 'unknown'
      or (m.status = 'sending' and (m.cleared_at >= m.attempted_at or ${textId ?? null}::uuid is null)))`

/** When one of the offers was first texted to the number `c.phone`, or may have been. */
const offeredAt = (sql: Sql, { salonId, offerIds, textId }: FindFacts) =>
  offerIds
    ? sql`(select min(coalesce(m.accepted_at, m.attempted_at)) from messages m join campaigns k on k.id = m.campaign_id
        where m.phone = c.phone and m.salon_id = ${salonId} and m.kind in ('offer', 'reminder') and coalesce(m.offer_id, k.offer_id) = any(${[...offerIds]}::uuid[])
          and m.id is distinct from ${textId ?? null}::uuid)`
    : sql`null::timestamptz`

/** What decides about texts to the number `c.phone` at the salon `s`, besides the list. */
const factsOf = (sql: Sql, wanted: FindFacts) => sql`
  suppressed(c.phone) as opted_out,
  exists (select 1 from undeliverable u where u.phone = c.phone) as undeliverable,
  is_unanswered(c.phone) as unanswered,
  (select max(at) from (${countedTexts(sql, wanted)}) texts) as last_text,
  (select count(*)::int from (${countedTexts(sql, wanted)}) texts
    where at > ${wanted.now}::timestamptz - interval '12 months' and salon_id = ${wanted.salonId}) as texts_in_year,
  (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'source', e.source, 'at', e.at,
      'signed', coalesce((e.evidence->>'signed')::boolean, false)) order by e.at), '[]')
    from consent_events e where e.salon_id = ${wanted.salonId} and e.phone = c.phone) as consent,
  (select coalesce(jsonb_agg(jsonb_build_object('state', v.state, 'visitOn', (v.visit_at at time zone s.time_zone)::date,
      'recordedOn', (v.created_at at time zone s.time_zone)::date)), '[]')
    from (select state, visit_at, created_at from visits where salon_id = ${wanted.salonId} and phone = c.phone
      union all select a.state, a.starts_at, a.created_at from appointments a join clients k on k.id = a.client_id
        where k.salon_id = ${wanted.salonId} and k.phone = c.phone and a.visit_id is null) v) as own_visits,
  (select coalesce(jsonb_agg(jsonb_build_array(outcome, at)), '[]') from (select i.outcome, max(i.created_at) as at from messages i
    where i.phone = c.phone and i.salon_id = ${wanted.salonId} and i.outcome is not null group by i.outcome) said) as said,
  ${offeredAt(sql, wanted)} as offered,
  ${isKeptAside(sql, wanted)} as kept_aside,
  ${wanted.textId ? sql`false` : isInCampaign(sql, wanted)} as in_campaign`

type Facts = Pick<
  ClientFacts,
  'optedOut' | 'undeliverable' | 'unanswered' | 'textsInYear' | 'ownVisits' | 'keptAside' | 'inCampaign'
> & {
  phone: string
  lastText: Date | null
  offered: Date | null
  consent: ConsentEvent[]
  /** Pairs, because the driver changes the keys of objects. */
  said: [outcome: string, at: string][]
}

/** Adds what SQL does not know: erased numbers are stored as hashes only. */
async function toFacts<T extends Facts>(sql: Sql, { keys }: FindFacts, rows: readonly T[]) {
  const phones = rows.map(({ phone }) => phone)
  const erased = await findErased(sql, keys, phones)
  return rows.map(({ lastText, offered, said, ...row }) => ({
    ...row,
    lastTextAt: lastText?.toISOString() ?? null,
    offeredAt: offered?.toISOString() ?? null,
    outcomes: Object.fromEntries(said),
    erased: erased.has(row.phone),
  }))
}

/** The day up to which the dates of a client of the list `l` are known. */
const knownOn = (sql: Sql, { isWave, now }: FindFacts) =>
  isWave ? sql`greatest(l.as_of, ${feedDay(sql, sql`l.as_of`, now)})` : sql`l.as_of`

/** The owner's own number is no client. */
const isOwner = (sql: Sql) => sql`c.phone is not distinct from s.owner_phone`

/** Clients of a salon that match `where`, ordered by name and id; those without a name last. */
export async function findClients(
  sql: Sql,
  wanted: FindFacts,
  where: Fragment = sql``,
): Promise<StoredClient[]> {
  const rows = await sql<(Omit<StoredClient, 'lastTextAt' | 'offeredAt' | 'outcomes' | 'erased'> & Facts)[]>`
    select c.id, c.phone, c.first_name, c.last_visit::text, c.next_visit::text, c.visits, c.undecided_answer,
      case when ${isOwner(sql)} then array_append(array_remove(c.flags, 'staff'), 'staff') else c.flags end as flags,
      ${knownOn(sql, wanted)}::text as list_as_of, ${factsOf(sql, wanted)}
    from clients c left join client_lists l on l.id = c.list_id join salons s on s.id = c.salon_id
    where c.salon_id = ${wanted.salonId} ${where} order by lower(c.first_name) nulls last, c.id`
  return toFacts(sql, wanted, rows)
}

/** Clients per query, so that no answer of the database takes long to read. */
const CHUNK = 500

/** The clients with these ids in their order, in chunks. */
export async function* clientChunks(
  sql: Sql,
  wanted: FindFacts,
  ids: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<StoredClient[]> {
  for (let at = 0; at < ids.length; at += CHUNK) {
    signal?.throwIfAborted()
    const chunk = ids.slice(at, at + CHUNK)
    yield await findClients(sql, wanted, sql`and c.id = any(${chunk}::uuid[])`)
  }
}

/** Every client of a salon by name, without the facts that take time to read. */
export const findClientNames = (sql: Sql, salonId: string) =>
  sql<{ id: string; phone: string; firstName: string | null }[]>`
    select id, phone, first_name from clients where salon_id = ${salonId} order by lower(first_name) nulls last, id`

interface NumberFacts {
  isOwner: boolean
  /** Of the client in an earlier list; null: in none. */
  stored: Pick<StoredClient, 'lastVisit' | 'nextVisit' | 'flags' | 'undecidedAnswer'> | null
}

/** The same facts for numbers that may not be stored yet. */
export async function findNumberFacts(sql: Sql, wanted: FindFacts, phones: string[]) {
  const rows = await sql<(Facts & NumberFacts)[]>`
    select c.phone, ${isOwner(sql)} as is_owner, ${factsOf(sql, wanted)},
      (select jsonb_build_object('lastVisit', k.last_visit, 'nextVisit', k.next_visit, 'flags', k.flags,
        'undecidedAnswer', k.undecided_answer) from clients k where k.salon_id = s.id and k.phone = c.phone) as stored
    from unnest(${phones}::text[]) as c (phone) join salons s on s.id = ${wanted.salonId}`
  return new Map((await toFacts(sql, wanted, rows)).map((row) => [row.phone, row]))
}
