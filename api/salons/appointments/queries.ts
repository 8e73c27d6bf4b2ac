import type { AppointmentState } from '@salonback/shared/salons/appointments/appointment.ts'
import type { ToldAppointment } from '@salonback/shared/salons/appointments/visitOf.ts'
import type { VisitState } from '@salonback/shared/salons/visits/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'

/** An appointment as it is stored, or will be. */
export interface AppointmentRow {
  externalId: string
  phone: string
  /** Hex; null: no hash is stored. */
  phoneHash: string | null
  bookedAt: string | null
  startsAt: string
  state: AppointmentState
  amount: number | null
  changedAt: string | null
}

interface SaveAppointments {
  salonId: string
  source: string
  now: Date
}

/** Without times of change the order is unknown, so *booked* for the same time replaces no other state. */
const isNewer = (sql: Sql) => sql`
  case when excluded.changed_at is not null and a.changed_at is not null then excluded.changed_at >= a.changed_at
    else excluded.state <> 'booked' or a.state = 'booked' or excluded.starts_at <> a.starts_at end`

/** A field that is left out keeps its value. A later time of change counts too: an older change must not replace it. */
const facts = (sql: Sql) => sql`
  (excluded.client_id, excluded.phone_hash, coalesce(excluded.booked_at, a.booked_at), excluded.starts_at, excluded.state,
    coalesce(excluded.amount, a.amount), coalesce(excluded.changed_at, a.changed_at))`

/**
 * Stores appointments by their external id, which must be unique in `rows`. A number on no list is stored as its hash; without
 * a hash the appointment is skipped. Locks the salon for share: a list stored at the same time must see these hashes.
 */
export async function saveAppointments(
  sql: Sql,
  { salonId, source, now }: SaveAppointments,
  rows: AppointmentRow[],
) {
  await sql`select 1 from salons where id = ${salonId} for share`
  const given = rows.map((row) => ({
    external_id: row.externalId,
    phone: row.phone,
    phone_hash: row.phoneHash,
    booked_at: row.bookedAt,
    starts_at: row.startsAt,
    state: row.state,
    amount: row.amount,
    changed_at: row.changedAt,
  }))
  return sql<{ externalId: string; isClient: boolean; changed: boolean }[]>`
    with given as (
      select g.*, c.id as client_id from jsonb_to_recordset(${sql.json(given)}) as g
        (external_id text, phone text, phone_hash text, booked_at timestamptz, starts_at timestamptz, state text, amount int,
          changed_at timestamptz)
      left join clients c on c.salon_id = ${salonId} and c.phone = g.phone
    ), saved as (
      insert into appointments as a (salon_id, external_id, client_id, phone_hash, booked_at, starts_at, state, amount,
        changed_at, source, due, created_at)
      select ${salonId}::uuid, external_id, client_id, case when client_id is null then decode(phone_hash, 'hex') end, booked_at,
        starts_at, state, amount, changed_at, ${source}::text, client_id is not null, ${now}::timestamptz
      from given where client_id is not null or phone_hash is not null order by external_id
      on conflict (salon_id, external_id) do update set client_id = excluded.client_id, phone_hash = excluded.phone_hash,
        booked_at = coalesce(excluded.booked_at, a.booked_at), starts_at = excluded.starts_at, state = excluded.state,
        amount = coalesce(excluded.amount, a.amount), changed_at = coalesce(excluded.changed_at, a.changed_at),
        source = excluded.source, due = excluded.client_id is not null or a.visit_id is not null
      where ${isNewer(sql)} and ${facts(sql)} is distinct from
        (a.client_id, a.phone_hash, a.booked_at, a.starts_at, a.state, a.amount, a.changed_at)
      returning a.external_id
    )
    select g.external_id, g.client_id is not null as is_client, s.external_id is not null as changed
    from given g left join saved s on s.external_id = g.external_id`
}

/** Numbers of these that are on no list of the salon. */
export async function findUnknownNumbers(sql: Sql, salonId: string, phones: string[]): Promise<string[]> {
  const rows = await sql<{ phone: string }[]>`
    select distinct given.phone from unnest(${phones}::text[]) as given (phone)
    where not exists (select 1 from clients c where c.salon_id = ${salonId} and c.phone = given.phone)`
  return rows.map(({ phone }) => phone)
}

/** An appointment of a client, due or with a visit. */
export interface StoredAppointment extends ToldAppointment {
  id: string
  visitId: string | null
  source: string
}

const columns = (sql: Sql) => sql`
  a.id, a.visit_id, a.source, a.state, a.amount, ${instant(sql, 'a.booked_at')} as booked_at,
  ${instant(sql, 'a.starts_at')} as starts_at`

/** Clients with changed appointments, of one salon or of all. */
export const findDueClients = (sql: Sql, salonId: string | null, most: number) => sql<
  { salonId: string; clientId: string }[]
>`
  select salon_id, client_id from appointments
  where due and client_id is not null and (${salonId}::uuid is null or salon_id = ${salonId})
  group by 1, 2 order by 2 limit ${most}`

/** Locks the changed appointments of a client, in the order of their time. */
export const lockDueAppointments = (sql: Sql, clientId: string) => sql<StoredAppointment[]>`
  select ${columns(sql)} from appointments a where client_id = ${clientId} and due order by starts_at, id for update`

export const findAppointmentsOf = (sql: Sql, visitId: string) => sql<StoredAppointment[]>`
  select ${columns(sql)} from appointments a where visit_id = ${visitId} order by starts_at, id`

export async function linkAppointment(sql: Sql, id: string, visitId: string | null): Promise<void> {
  await sql`update appointments set visit_id = ${visitId} where id = ${id}`
}

/** Unlinks an appointment from the visit of another client. */
export async function leaveClient(sql: Sql, id: string): Promise<void> {
  await sql`update appointments set visit_id = null, due = client_id is not null where id = ${id}`
}

export async function markSettled(sql: Sql, ids: string[]): Promise<void> {
  await sql`update appointments set due = false where id = any(${ids}::uuid[])`
}

/** The campaign of the last text that the carrier accepted before this time; null without one. */
export async function findCampaignBefore(
  sql: Sql,
  { salonId, phone, at }: { salonId: string; phone: string; at: string },
): Promise<string | null> {
  const [text] = await sql<{ campaignId: string }[]>`
    select campaign_id from messages
    where phone = ${phone} and salon_id = ${salonId} and kind in ('offer', 'reminder') and accepted_at < ${at}
    order by accepted_at desc limit 1`
  return text?.campaignId ?? null
}

/** Appointments with a corrected number, and the visit of the client with the earlier number. */
export const findMoved = (sql: Sql, salonId: string | null, most: number) => sql<
  { id: string; salonId: string; visitId: string; clientId: string }[]
>`
  select a.id, a.salon_id, a.visit_id, v.client_id from appointments a join visits v on v.id = a.visit_id
  where a.due and v.client_id is not null and a.client_id is distinct from v.client_id
    and (${salonId}::uuid is null or a.salon_id = ${salonId})
  order by a.id limit ${most}`

export type SystemVisit = Omit<ToldAppointment, 'state'> & { state: VisitState }

/** Replaces the state and evidence that the booking system gave a visit before. */
export async function saveSystemVisit(
  sql: Sql,
  visitId: string,
  told: SystemVisit & { source: string; by: string; now: Date },
): Promise<void> {
  const { state, startsAt, bookedAt, amount, source, by, now } = told
  const evidence = [{ kind: 'system', source, at: now.toISOString() }]
  await sql`
    update visits set state = ${state}, visit_at = ${startsAt}, booked_at = coalesce(${bookedAt}, booked_at),
      amount = coalesce(${amount}::int, amount), decided_by = ${by}, decided_at = ${now},
      evidence = (select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(evidence) one where one->>'kind' <> 'system')
        || ${sql.json(evidence)}
    where id = ${visitId}`
}

/** Numbers hashed at a time, about 10 ms. */
const CHUNK = 5000

/**
 * Assigns appointments of unknown numbers to the clients of a new list; the worker then settles them. Lock the salon first, or
 * an appointment stored at the same time is missed.
 */
export async function joinClients(
  sql: Sql,
  keys: PhoneKeys,
  { salonId, phones }: { salonId: string; phones: readonly string[] },
): Promise<void> {
  const unknown = await sql`
    select 1 from appointments where salon_id = ${salonId} and phone_hash is not null limit 1`
  if (unknown.count === 0) return
  for (let at = 0; at < phones.length; at += CHUNK) {
    const given = phones
      .slice(at, at + CHUNK)
      .flatMap((phone) => phoneHashes(keys, phone).map((hash) => ({ phone, hash: hash.toString('hex') })))
    await sql`
      update appointments a set client_id = c.id, phone_hash = null, due = true
      from jsonb_to_recordset(${sql.json(given)}) as g (phone text, hash text)
        join clients c on c.salon_id = ${salonId} and c.phone = g.phone
      where a.salon_id = ${salonId} and a.phone_hash = decode(g.hash, 'hex')`
  }
}

/** Deletes old appointments with a number that is still on no list. */
export async function deleteUnknownAppointments(sql: Sql, before: Date, most: number): Promise<number> {
  const { count } = await sql`
    delete from appointments where id = any(array(
      select id from appointments where phone_hash is not null and created_at <= ${before}
      limit ${most} for update skip locked))`
  return count
}
