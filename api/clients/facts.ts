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

const YEAR = "interval '12 months'"

/**
 * What decides about texts to a number, besides the list: opt-outs, undeliverable numbers, earlier campaign texts, consent.
 * `c.phone` is the number.
 */
const factsOf = (sql: Sql, salonId: string, now: Date) => sql`
  suppressed(c.phone) as opted_out,
  exists (select 1 from undeliverable u where u.phone = c.phone) as undeliverable,
  (select max(m.accepted_at) from messages m
    where m.phone = c.phone and m.kind in ('offer', 'reminder') and m.accepted_at is not null) as last_text,
  (select count(*)::int from messages m
    where m.phone = c.phone and m.kind in ('offer', 'reminder') and m.accepted_at > ${now}::timestamptz - ${sql.unsafe(YEAR)}
      and m.salon_id = ${salonId}) as texts_in_year,
  (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'source', e.source, 'at', e.at,
      'signed', coalesce((e.evidence->>'signed')::boolean, false)) order by e.at), '[]')
    from consent_events e where e.salon_id = ${salonId} and e.phone = c.phone) as consent`

type Facts = Pick<ClientFacts, 'optedOut' | 'undeliverable' | 'textsInYear'> & {
  lastText: Date | null
  consent: ConsentEvent[]
}

const toFacts = <T extends Facts>({ lastText, ...row }: T) => ({
  ...row,
  lastTextAt: lastText?.toISOString() ?? null,
})

/** Clients of a salon that match `where`, ordered by name and id. */
export async function findClients(
  sql: Sql,
  salonId: string,
  now: Date,
  where: Fragment = sql``,
): Promise<StoredClient[]> {
  const rows = await sql<(Omit<StoredClient, 'lastTextAt'> & Facts)[]>`
    select c.id, c.phone, c.first_name, c.last_visit::text, c.next_visit::text, c.visits, c.flags,
      l.as_of::text as list_as_of, ${factsOf(sql, salonId, now)}
    from clients c join client_lists l on l.id = c.list_id
    where c.salon_id = ${salonId} ${where} order by lower(coalesce(c.first_name, '')), c.id`
  return rows.map(toFacts)
}

/** The same facts for numbers that may not be stored yet. */
export async function findNumberFacts(sql: Sql, salonId: string, phones: string[], now: Date) {
  const rows = await sql<(Facts & { phone: string })[]>`
    select c.phone, ${factsOf(sql, salonId, now)} from unnest(${phones}::text[]) as c (phone)`
  return new Map(rows.map((row) => [row.phone, toFacts(row)]))
}
