import type { AmountUnit } from '@salonback/shared/platform/keys/contract.ts'
import { readAmount } from '@salonback/shared/salons/appointments/amountUnit.ts'
import type { ToldAppointment } from '@salonback/shared/salons/appointments/visitOf.ts'
import { decidedBy } from '../../platform/db/actor.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'
import { BOOKING_SYSTEM } from '../visits/history.ts'
import type { VisitRow } from '../visits/queries.ts'

/** Numbers of these that are on no list of the salon. */
export async function findUnknownNumbers(sql: Sql, salonId: string, phones: string[]): Promise<string[]> {
  const rows = await sql<{ phone: string }[]>`
    select distinct given.phone from unnest(${phones}::text[]) as given (phone)
    where not exists (select 1 from clients c where c.salon_id = ${salonId} and c.phone = given.phone)`
  return rows.map(({ phone }) => phone)
}

/** An appointment of a client. */
export interface StoredAppointment extends ToldAppointment {
  id: string
  visitId: string | null
  source: string
  due: boolean
}

/** Clients with changed appointments: of each salon in turn, and those with the fewest first. */
export const findDueClients = (sql: Sql, salonId: string | null, most: number) => sql<
  { salonId: string; clientId: string }[]
>`
  select salon_id, client_id from (
    select salon_id, client_id, row_number() over (partition by salon_id order by count(*), client_id) as turn
    from appointments where due and client_id is not null and (${salonId}::uuid is null or salon_id = ${salonId})
    group by 1, 2) due
  order by turn, salon_id limit ${most}`

/** Numbers on no list that the salon was sent since then. */
export async function countUnknown(sql: Sql, salonId: string, since: Date): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int from appointments
    where salon_id = ${salonId} and phone_hash is not null and created_at > ${since}`
  return count
}

/**
 * Appointments of a client that have a visit or need one, oldest first, with amounts in the unit of their key. Locks them, and
 * waits for a unit that is being chosen.
 */
export async function lockAppointments(sql: Sql, clientId: string): Promise<StoredAppointment[]> {
  const rows = await findAndLock(sql, clientId)
  return rows.map(({ amountUnit, ...row }) => ({
    ...row,
    ...(row.readBy === 'file' ? {} : readAmount(row.amount, amountUnit)),
  }))
}

const findAndLock = (sql: Sql, clientId: string) => sql<
  (StoredAppointment & { readBy: string; amountUnit: AmountUnit | null })[]
>`
  select a.id, a.visit_id, a.source, a.source_id, a.state, a.amount, a.due, coalesce(a.amount_source_id, a.source_id) as read_by,
    k.amount_unit, ${instant(sql, 'a.booked_at')} as booked_at,
    ${instant(sql, 'a.starts_at')} as starts_at
  from appointments a left join api_keys k on 'key:' || k.id = coalesce(a.amount_source_id, a.source_id)
  where a.client_id = ${clientId} and (a.due or a.visit_id is not null) order by a.starts_at, a.id for update of a`

/** Stores to which visits appointments belong. They are settled. */
export async function linkAppointments(
  sql: Sql,
  links: { id: string; visitId: string | null }[],
): Promise<void> {
  await sql`
    update appointments a set visit_id = g."visitId", due = false
    from jsonb_to_recordset(${sql.json(links)}) as g (id uuid, "visitId" uuid) where a.id = g.id`
}

/** Texts of campaigns that the carrier accepted for this number, oldest first. */
export const findTexts = (sql: Sql, salonId: string, phone: string) => sql<
  { acceptedAt: Date; campaignId: string | null }[]
>`
  select accepted_at, campaign_id from messages
  where phone = ${phone} and salon_id = ${salonId} and kind in ('offer', 'reminder') and accepted_at is not null
  order by accepted_at`

/** What a visit is to become. */
export interface Shown extends Pick<VisitRow, 'state' | 'visitAt' | 'bookedAt' | 'amount' | 'evidence'> {
  /** The booking system decides; else the last decision stays. */
  isTold: boolean
}

/** Replaces what the booking system said about a visit before. */
export async function saveSystemVisit(
  sql: Sql,
  id: string,
  { isTold, evidence, ...facts }: Shown,
  now: Date,
): Promise<void> {
  const decision = isTold && decidedBy(BOOKING_SYSTEM, now)
  await sql`update visits set ${sql({ ...facts, evidence: sql.json(evidence), ...decision })} where id = ${id}`
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
