import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import type { Sql } from '../../platform/db/open.ts'

/** When the salon agreed to this version of the terms; undefined if it did not. */
export async function findAgreement(sql: Sql, salonId: string, version: string): Promise<Date | undefined> {
  const [row] = await sql<{ agreedAt: Date }[]>`
    select agreed_at from salons
    where id = ${salonId} and agreement_version = ${version} and agreed_at is not null`
  return row?.agreedAt
}

interface Agreement {
  salonId: string
  version: string
  wording: string
  /** The name that the owner typed. */
  by: string
  address: string
  now: Date
}

/** Stores the agreement, and keeps the one that it replaces. False if the salon agreed to this version already. */
export async function saveAgreement(sql: Sql, agreement: Agreement): Promise<boolean> {
  const { salonId, version, wording, by, address, now } = agreement
  // The lock serialises two agreements: the second must not keep the first as replaced.
  await sql`select 1 from salons where id = ${salonId} for no key update`
  await sql`
    insert into past_agreements (salon_id, version, wording, agreed_at, agreed_by, agreed_ip)
    select id, coalesce(agreement_version, ''), agreement_wording, agreed_at, agreed_by, agreed_ip from salons
    where id = ${salonId} and agreed_at is not null and agreement_version is distinct from ${version}`
  const { count } = await sql`
    update salons set agreed_at = ${now}, agreement_version = ${version}, agreement_wording = ${wording},
      agreed_by = ${by}, agreed_ip = ${address}
    where id = ${salonId} and agreement_version is distinct from ${version}`
  return count > 0
}

export interface AgreementRow {
  agreedAt: Date
  agreedBy: string | null
  wording: string | null
}

/** The agreement of a salon in force, then those that it replaced, newest first. */
export const findAgreements = (sql: Sql, salonId: string) => sql<AgreementRow[]>`
  select agreed_at, agreed_by, agreement_wording as wording from salons where id = ${salonId} and agreed_at is not null
  union all select agreed_at, agreed_by, wording from past_agreements where salon_id = ${salonId}
  order by agreed_at desc`

interface ApprovedRow {
  version: number
  approvedAt: Date
  approvedBy: string | null
  text: string
  reminderText: string | null
  salonName: string | null
}

/** Approved versions of the offer, newest first. */
export const findApprovedOffers = (sql: Sql, salonId: string) => sql<ApprovedRow[]>`
  select version, approved_at, approved_by, text, reminder_text, salon_name from offers
  where salon_id = ${salonId} and state = 'approved' order by version desc limit 50`

export interface CameBackRow {
  firstName: string | null
  phone: string
  visitOn: string | null
  state: 'attended'
  words: string | null
}

/** The latest 50 clients who came back, with the text that says so, else their last text to the salon. */
export const findCameBack = (sql: Sql, { id, timeZone }: { id: string; timeZone: string }) => sql<
  CameBackRow[]
>`
  select c.first_name, v.phone, (v.visit_at at time zone ${timeZone})::date::text as visit_on, v.state,
    coalesce(
      (select e->>'text' from jsonb_array_elements(v.evidence) e where e->>'kind' = 'reply' limit 1),
      (select m.body from messages m where m.phone = v.phone and m.salon_id = v.salon_id and m.direction = 'inbound'
        and not is_automatic_reply(m.intent) and m.created_at <= v.created_at order by m.created_at desc limit 1)
    ) as words
  from visits v join clients c on c.id = v.client_id
  where v.salon_id = ${id} and v.state = 'attended'
  order by v.visit_on desc nulls last, v.created_at desc, v.id limit 50`

export async function saveSystem(sql: Sql, salonId: string, system: string): Promise<void> {
  await sql`
    update salons set booking_system = ${system} where id = ${salonId} and booking_system is distinct from ${system}`
}

interface NotCome {
  visitId: string
  firstName: string | null
  phone: string
  decidedAt: Date
}

/** Clients per page. */
const MOST_NOT_COME = 50

/** Clients who did not come, as the owner said since the last statement. */
export const findNotCome = (sql: Sql, salonId: string) => sql<NotCome[]>`
  select v.id as visit_id, c.first_name, v.phone, v.decided_at from visits v join clients c on c.id = v.client_id
  where v.salon_id = ${salonId} and v.state = 'no_show' and v.decided_kind = 'owner'
    and not exists (select 1 from statements t where t.salon_id = v.salon_id and t.issued_at > v.decided_at)
  order by v.decided_at desc, v.id limit ${MOST_NOT_COME}`

/** The salon's day of its first campaign text to a client; null without one. */
export async function findFirstTextDay(
  sql: Sql,
  { id, timeZone }: Pick<Salon, 'id' | 'timeZone'>,
  clientId: string,
): Promise<string | null> {
  const [row] = await sql<[{ day: string | null }]>`
    select (min(accepted_at) at time zone ${timeZone})::date::text as day from messages
    where salon_id = ${id} and client_id = ${clientId} and kind in ('offer', 'reminder')`
  return row.day
}
