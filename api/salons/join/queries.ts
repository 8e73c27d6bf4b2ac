import type { Country } from '@salonback/shared/salons/salons/contract.ts'
import type { Fragment, Json, Sql } from '../../platform/db/open.ts'
import { hashOfToken } from '../../platform/http/tokens.ts'

/** A salon that clients can join: not closed, with a number or Messaging Service. */
export interface JoinSalon {
  id: string
  slug: string
  name: string
  country: Country
  senderId: string
  /** E.164; null for a Messaging Service. */
  number: string | null
}

const joinSalon = (sql: Sql) => sql`
  select s.id, s.slug, s.name, s.country, n.id as sender_id, case when n.kind = 'number' then n.address end as number
  from salons s join lateral (select id, kind, address from senders where salon_id = s.id limit 1) n on true
  where s.state <> 'closed'`

export async function findJoinSalon(sql: Sql, slug: string): Promise<JoinSalon | undefined> {
  const [salon] = await sql<JoinSalon[]>`${joinSalon(sql)} and s.slug = ${slug}`
  return salon
}

export async function findJoinSalonById(sql: Sql, id: string): Promise<JoinSalon | undefined> {
  const [salon] = await sql<JoinSalon[]>`${joinSalon(sql)} and s.id = ${id}`
  return salon
}

/** Only the hash is stored: a copy of the database confirms nothing. */

export interface JoinRequest {
  tokenHash: Buffer
  salonId: string
  phone: string
  firstName: string | null
  /** The sentence of consent that the page showed. */
  wording: string
  createdAt: Date
  expiresAt: Date
  confirmedAt: Date | null
}

export async function insertRequest(sql: Sql, request: Omit<JoinRequest, 'confirmedAt'>): Promise<void> {
  await sql`insert into join_requests ${sql(request)}`
}

/** Whether the salon sent this number a confirmation since then. */
export async function hasRequest(
  sql: Sql,
  { salonId, phone, since }: { salonId: string; phone: string; since: Date },
): Promise<boolean> {
  const { count } = await sql`
    select 1 from join_requests where salon_id = ${salonId} and phone = ${phone} and created_at > ${since} limit 1`
  return count > 0
}

const requestColumns = (sql: Sql) => sql`
  token_hash, salon_id, phone, first_name, wording, created_at, expires_at, confirmed_at`

/** The request with this token, of any salon. `lock` serialises its confirmation. */
export async function findRequest(
  sql: Sql,
  token: string,
  { lock = false } = {},
): Promise<JoinRequest | undefined> {
  const [request] = await sql<JoinRequest[]>`
    select ${requestColumns(sql)} from join_requests
    where token_hash = ${hashOfToken(token)} ${lock ? sql`for update` : sql``}`
  return request
}

/** The newest request of this number that can be confirmed now, locked. */
export async function lockOpenRequest(
  sql: Sql,
  { salonId, phone, now }: { salonId: string; phone: string; now: Date },
): Promise<JoinRequest | undefined> {
  const [request] = await sql<JoinRequest[]>`
    select ${requestColumns(sql)} from join_requests
    where salon_id = ${salonId} and phone = ${phone} and confirmed_at is null and created_at <= ${now} and expires_at > ${now}
    order by created_at desc limit 1 for update`
  return request
}

/** Whether the last text from this salon to this number was the request to confirm: a yes after an offer answers the offer. */
export async function isLastTextConfirmation(sql: Sql, salonId: string, phone: string): Promise<boolean> {
  const [last] = await sql<{ kind: string }[]>`
    select kind from messages
    where phone = ${phone} and salon_id = ${salonId} and direction = 'outbound' and attempted_at is not null
      and kind <> 'notice'
    order by attempted_at desc limit 1`
  return last?.kind === 'confirmation'
}

/** The text that asked for the confirmation of this request. */
export async function findConfirmationText(sql: Sql, { salonId, phone, createdAt }: JoinRequest) {
  const [text] = await sql<{ id: string }[]>`
    select id from messages
    where phone = ${phone} and salon_id = ${salonId} and kind = 'confirmation' and created_at = ${createdAt} limit 1`
  return text?.id ?? null
}

/** Confirmations of any salon since then that this number confirmed. */
export async function findConfirmedTexts(sql: Sql, { phone, since }: { phone: string; since: Date }) {
  const texts = await sql<{ id: string }[]>`
    select m.id from join_requests j
    join messages m on m.phone = j.phone and m.salon_id = j.salon_id and m.kind = 'confirmation' and m.created_at = j.created_at
    where j.phone = ${phone} and j.created_at > ${since} and j.confirmed_at is not null`
  return texts.map(({ id }) => id)
}

export async function markConfirmed(sql: Sql, tokenHash: Buffer, now: Date): Promise<void> {
  await sql`update join_requests set confirmed_at = ${now} where token_hash = ${tokenHash}`
}

export interface OwnConsent {
  salonId: string
  phone: string
  at: Date
  source: 'join_page' | 'join_keyword'
  wording: string
  evidence: Json
  messageId: string | null
}

export async function insertOwnConsent(sql: Sql, { evidence, ...event }: OwnConsent): Promise<void> {
  await sql`
    insert into consent_events ${sql({ ...event, kind: 'written_consent', evidence: sql.json(evidence) })}`
}

/** Adds a client without a list, unless the salon has this number. */
export async function insertJoinedClient(
  sql: Sql,
  client: { salonId: string; phone: string; firstName: string | null; now: Date },
): Promise<void> {
  const { now, ...row } = client
  await sql`
    insert into clients ${sql({ ...row, createdAt: now })} on conflict (salon_id, phone) do nothing`
}

/** Clients who joined by themselves, and requests that can still be confirmed. */
export async function countJoins(sql: Sql, salonId: string, now: Date) {
  const [row] = await sql<[{ joined: number; unconfirmed: number }]>`
    select
      (select count(distinct phone)::int from consent_events
        where salon_id = ${salonId} and source in ('join_page', 'join_keyword')) as joined,
      (select count(*)::int from join_requests
        where salon_id = ${salonId} and confirmed_at is null and expires_at > ${now}) as unconfirmed`
  return row
}

/** Consents that a number typed into the page of a salon as entries of a time line. */
export const joinEntries = (sql: Sql, phone: string): Fragment => sql`
  select created_at as at, 0 as seq, 'join' as kind, substr(encode(token_hash, 'hex'), 1, 16) as id, wording as text,
    case when confirmed_at is null then 'waiting' else 'confirmed' end as state, null as detail, null as by, salon_id
  from join_requests where phone = ${phone}`
