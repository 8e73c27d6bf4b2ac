import type {
  StoredVisit,
  Visit,
  VisitEvidence,
  VisitFilter,
  VisitState,
} from '@salonback/shared/salons/visits/contract.ts'
import { type Actor, createdBy, decidedBy } from '../../platform/db/actor.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { toPage } from '../../platform/db/toPage.ts'
import { AppError } from '../../platform/http/errors.ts'

/** A visit as it is stored. */
export interface VisitRow extends StoredVisit {
  /** The booking system decided last. */
  bySystem: boolean
}

interface Conversation {
  salonId: string
  phone: string
}

/** The campaign of the last text to this number; null if no campaign texted it. */
export async function findLastCampaign(sql: Sql, { salonId, phone }: Conversation): Promise<string | null> {
  const [row] = await sql<{ campaignId: string }[]>`
    select campaign_id from messages
    where phone = ${phone} and salon_id = ${salonId} and kind in ('offer', 'reminder') and accepted_at is not null
    order by accepted_at desc limit 1`
  return row?.campaignId ?? null
}

/** The booking of this campaign that is neither kept nor canceled yet. */
export async function findBooking(
  sql: Sql,
  { salonId, phone, campaignId }: Conversation & { campaignId: string | null },
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from visits
    where salon_id = ${salonId} and phone = ${phone} and campaign_id is not distinct from ${campaignId}::uuid
      and state = 'booked' limit 1`
  return row?.id
}

interface InsertBooking extends Conversation {
  clientId: string | null
  campaignId: string | null
  visitAt: Date | null
  evidence: VisitEvidence
  by: Actor
  now: Date
}

/** Stores nothing if the client has a visit on that day. */
export async function insertBooking(sql: Sql, { evidence, by, now, ...visit }: InsertBooking): Promise<void> {
  const row = { ...visit, state: 'booked', bookedAt: now, evidence: sql.json([evidence]) }
  await sql`
    insert into visits ${sql({ ...row, ...decidedBy(by, now), ...createdBy(by, now) })}
    on conflict do nothing`
}

interface Decision {
  by: Actor
  now: Date
}

/** Throws 409 if the client has another visit on that day. */
export async function moveBooking(
  sql: Sql,
  { id, visitAt, by, now }: { id: string; visitAt: Date } & Decision,
): Promise<void> {
  await unlessSameDay(sql`
    update visits set ${sql({ visitAt, ...decidedBy(by, now) })} where id = ${id} and state = 'booked'`)
}

/** Postgres keeps one visit for each client and day. */
async function unlessSameDay(statement: Promise<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    if (!(error instanceof Error && 'constraint_name' in error)) throw error
    if (error.constraint_name !== 'visits_one_a_day') throw error
    throw new AppError('conflict', 'This client has another visit on that day')
  }
}

/** Cancels this booking, or the one made from this text, unless the visit has been decided since. */
export async function cancelBooking(
  sql: Sql,
  { salonId, phone, by, now, ...which }: Conversation & ({ messageId: string } | { id: string }) & Decision,
): Promise<void> {
  const isOne =
    'id' in which ? sql`id = ${which.id}` : sql`evidence @> ${sql.json([{ messageId: which.messageId }])}`
  await sql`
    update visits set ${sql({ state: 'canceled', ...decidedBy(by, now) })}
    where salon_id = ${salonId} and phone = ${phone} and state = 'booked' and ${isOne}`
}

/** The columns of a visit that a decision sets. */
type VisitDecision = Pick<VisitRow, 'state' | 'visitAt' | 'decidedBy' | 'decidedAt'> & {
  decidedKind: Actor['kind'] | null
  decidedId: string | null
}

/** A visit after a change, and how it was decided before; null: the change made it. */
export type ChangedVisit = {
  id: string
  version: string
  before: VisitDecision | null
}

/** Changes with every change of visit `v`. */
const version = (sql: Sql) => sql`md5(to_jsonb(v)::text)`

/** Visits of a number at a salon with their versions. */
export const findVisitVersions = (sql: Sql, { salonId, phone }: Conversation) =>
  sql<{ id: string; version: string; decision: VisitDecision }[]>`
    select id, ${version(sql)} as version, jsonb_build_object(
      'state', state, 'visitAt', visit_at, 'decidedBy', decided_by, 'decidedAt', decided_at,
      'decidedKind', decided_kind, 'decidedId', decided_id) as decision
    from visits v where salon_id = ${salonId} and phone = ${phone}`

/** Takes a change of a visit back, unless the visit has changed since. A visit that it made is canceled. */
export async function restoreVisit(
  sql: Sql,
  { id, version: changed, before }: ChangedVisit,
  { by, now }: Decision,
): Promise<void> {
  const is = sql`v.id = ${id} and ${version(sql)} = ${changed}`
  if (!before) {
    await sql`update visits v set ${sql({ state: 'canceled', ...decidedBy(by, now) })} where ${is}`
    return
  }
  await unlessSameDay(sql`update visits v set ${sql(before)} where ${is}`)
}

const storedColumns = (sql: Sql) => sql`
  v.id, v.client_id, c.first_name, v.phone, v.campaign_id, v.service, ${instant(sql, 'v.booked_at')} as booked_at,
  ${instant(sql, 'v.visit_at')} as visit_at, v.state, v.amount, v.evidence, v.decided_by,
  ${instant(sql, 'v.decided_at')} as decided_at, v.created_by, ${instant(sql, 'v.created_at')} as created_at`

const columns = (sql: Sql) =>
  sql`${storedColumns(sql)}, v.decided_kind is not distinct from 'system' as by_system`

/** Visits `v` that match the rest of the statement. */
const find = (sql: Sql, rest: Fragment) => sql<VisitRow[]>`
  select ${columns(sql)} from visits v left join clients c on c.id = v.client_id where ${rest}`

/** Visits of a number at a salon, newest first. */
export const findVisits = (sql: Sql, { salonId, phone }: Conversation) => sql<StoredVisit[]>`
  select ${storedColumns(sql)} from visits v left join clients c on c.id = v.client_id
  where v.salon_id = ${salonId} and v.phone = ${phone} order by v.created_at desc, v.id`

/** Visits of clients of a salon. */
export const findVisitsOf = (sql: Sql, salonId: string, ...clientIds: string[]) =>
  find(
    sql,
    sql`v.salon_id = ${salonId} and v.client_id = any(${clientIds}::uuid[]) order by v.created_at desc, v.id`,
  )

/** The visit of a client on this day, or the booking that has no day yet and was made before. Canceled ones do not count. */
export async function findVisitOn(
  sql: Sql,
  { clientId, day, timeZone }: { clientId: string; day: string; timeZone: string },
): Promise<VisitRow | undefined> {
  const isThatDay = sql`
    v.client_id = ${clientId} and v.state <> 'canceled' and (v.visit_on = ${day}::date or (
      v.visit_on is null and v.state = 'booked'
      and (coalesce(v.booked_at, v.created_at) at time zone ${timeZone})::date <= ${day}::date))`
  const [visit] = await find(sql, sql`${isThatDay} order by v.visit_on is null, v.created_at limit 1`)
  return visit
}

/** A visit of this salon. */
export async function findVisit(sql: Sql, salonId: string, id: string): Promise<VisitRow | undefined> {
  const [visit] = await find(sql, sql`v.salon_id = ${salonId} and v.id = ${id}`)
  return visit
}

/** Visits per page. */
const PAGE = 50

interface FindVisitPage {
  salonId: string
  state?: VisitFilter | undefined
  clientId?: string | undefined
  /** Id of the last visit of the previous page. */
  cursor?: string | undefined
}

const statesOf = (filter: VisitFilter): VisitState[] =>
  filter === 'to_decide' ? ['reported', 'booked'] : [filter]

/** One page of visits, newest first. */
export async function findVisitPage(sql: Sql, { salonId, state, clientId, cursor }: FindVisitPage) {
  const rows = await sql<VisitRow[]>`
    select ${columns(sql)} from visits v left join clients c on c.id = v.client_id
    where v.salon_id = ${salonId} ${state ? sql`and v.state = any(${statesOf(state)})` : sql``}
      ${clientId ? sql`and v.client_id = ${clientId}` : sql``}
      ${cursor ? sql`and (v.created_at, v.id) < (select created_at, id from visits where id = ${cursor})` : sql``}
    order by v.created_at desc, v.id desc limit ${PAGE + 1}`
  return toPage(rows, PAGE, ({ id }) => id)
}

/** The client of a salon; undefined for an unknown id. */
export async function findClientPhone(sql: Sql, salonId: string, clientId: string) {
  const [client] = await sql<{ phone: string }[]>`
    select phone from clients where id = ${clientId} and salon_id = ${salonId}`
  return client?.phone
}

/** Noon of a day in the salon's time zone. */
const noonOf = (sql: Sql, day: string | null, timeZone: string) =>
  sql`((${day}::date + time '12:00') at time zone ${timeZone})`

interface VisitToInsert extends Conversation {
  clientId: string
  campaignId: string | null
  state: VisitState
  service: Visit['service']
  visitOn: string | null
  /** If the time is known; else it is noon. */
  visitAt?: string
  bookedAt: Date | null
  amount: number | null
  evidence: VisitEvidence[]
  timeZone: string
  by: Actor
  now: Date
}

/** Null if the client has a visit on this day. */
export async function insertVisit(sql: Sql, visit: VisitToInsert): Promise<string | null> {
  const { salonId, phone, clientId, campaignId, state, service, bookedAt, amount, by, now } = visit
  const [inserted] = await sql<{ id: string }[]>`
    insert into visits (salon_id, phone, client_id, campaign_id, state, service, visit_at, booked_at, amount, evidence,
      decided_kind, decided_id, decided_by, decided_at, created_kind, created_id, created_by, created_at)
    values (${salonId}, ${phone}, ${clientId}, ${campaignId}, ${state}, ${service},
      coalesce(${visit.visitAt ?? null}, ${noonOf(sql, visit.visitOn, visit.timeZone)}), ${bookedAt}, ${amount}, ${sql.json(visit.evidence)}, ${by.kind}, ${by.id}, ${by.name}, ${now},
      ${by.kind}, ${by.id}, ${by.name}, ${now})
    on conflict do nothing returning id`
  return inserted?.id ?? null
}

export interface VisitChange {
  state?: VisitState | undefined
  visitOn?: string | undefined
  bookedAt?: Date | undefined
  service?: Visit['service'] | undefined
  amount?: number | null | undefined
}

/** The same time on another day, on the clock of the salon; noon if no time is known. */
const movedTo = (sql: Sql, day: string | null, timeZone: string) =>
  sql`((${day}::date + coalesce((visit_at at time zone ${timeZone})::time, time '12:00')) at time zone ${timeZone})`

/** Changes a visit; `evidence` is added to what is stored. Throws 409 if the client has another visit on that day. */
export async function updateVisit(
  sql: Sql,
  id: string,
  { visitOn, ...changes }: VisitChange,
  { timeZone, evidence = [], by, now }: Decision & { timeZone: string; evidence?: VisitEvidence[] },
): Promise<void> {
  await unlessSameDay(sql`
    update visits set ${sql({ ...changes, ...decidedBy(by, now) })},
      visit_at = coalesce(${movedTo(sql, visitOn ?? null, timeZone)}, visit_at), evidence = evidence || ${sql.json(evidence)}
    where id = ${id}`)
}

/** Visits of a number as entries of a time line, without money. */
export const visitEntries = (sql: Sql, phone: string): Fragment => sql`
  select created_at as at, 0 as seq, 'visit' as kind, id::text, visit_on::text as text, state, service as detail,
    created_by as by, salon_id
  from visits where phone = ${phone}`
