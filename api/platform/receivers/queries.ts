import type { Delivery, Receiver } from '@salonback/shared/platform/receivers/contract.ts'
import type { EventKind } from '@salonback/shared/platform/receivers/eventKinds.ts'
import { instant } from '../db/instant.ts'
import type { Sql } from '../db/open.ts'
import type { SalonReads } from '../salons.ts'

const columns = (sql: Sql, salons: SalonReads) => sql`
  r.id, r.url, string_to_array(r.events, ' ') as events, r.state, r.off_reason, r.created_by,
  ${instant(sql, 'r.created_at')} as created_at,
  (select count(*)::int from deliveries d where d.receiver_id = r.id and d.state in ('queued', 'sending')) as waiting,
  ${salons.named(sql, sql`r.salon_id`)} as salon`

export const findReceivers = (sql: Sql, salons: SalonReads) => sql<Receiver[]>`
  select ${columns(sql, salons)} from receivers r order by r.created_at desc, r.id`

export async function findReceiver(sql: Sql, salons: SalonReads, id: string): Promise<Receiver | undefined> {
  const [receiver] = await sql<Receiver[]>`
    select ${columns(sql, salons)} from receivers r where r.id = ${id}`
  return receiver
}

export interface InsertReceiver {
  id: string
  url: string
  events: EventKind[]
  salonId: string | null
  /** Sealed. */
  secret: Buffer
  by: string
  now: Date
}

export async function insertReceiver(sql: Sql, { by, now, events, ...given }: InsertReceiver): Promise<void> {
  const row = { ...given, events: events.join(' '), createdBy: by, createdAt: now }
  await sql`insert into receivers ${sql(row)}`
}

/** Returns false for an unknown receiver. Turning it on sends its waiting events: each is tried for a day again. */
export async function setReceiverState(sql: Sql, id: string, state: 'on' | 'off'): Promise<boolean> {
  const { count } = await sql`
    update receivers set state = ${state}, off_reason = null, off_at = null, wait_until = null where id = ${id}`
  if (state === 'on')
    await sql`
      update deliveries set due_at = '-infinity', attempts = 0, first_tried_at = null
      where receiver_id = ${id} and state = 'queued'`
  return count > 0
}

export async function turnOff(sql: Sql, id: string, reason: string, now: Date): Promise<boolean> {
  const { count } = await sql`
    update receivers set state = 'off', off_reason = ${reason}, off_at = ${now} where id = ${id} and state = 'on'`
  return count > 0
}

/** Returns the URL of the deleted receiver; undefined for an unknown one. */
export async function deleteReceiver(sql: Sql, id: string): Promise<string | undefined> {
  const [receiver] = await sql<{ url: string }[]>`delete from receivers where id = ${id} returning url`
  return receiver?.url
}

export async function queueTest(sql: Sql, receiverId: string): Promise<void> {
  const data = { message: 'A test event' }
  await sql`
    insert into deliveries (receiver_id, kind, subject, data) values (${receiverId}, 'test', 'test', ${sql.json(data)})`
}

/** Deliveries that a screen shows. */
const SHOWN = 50

export const findDeliveries = (sql: Sql, receiverId: string) => sql<Delivery[]>`
  select id, kind, state, attempts, ${instant(sql, 'tried_at')} as tried_at, status, answer,
    ${instant(sql, 'created_at')} as created_at
  from deliveries where receiver_id = ${receiverId} order by seq desc limit ${SHOWN}`

/** Queues an event again. Returns false for an unknown event and for one that still waits. */
export async function replayDelivery(sql: Sql, receiverId: string, id: string): Promise<boolean> {
  const { count } = await sql`
    update deliveries set state = 'queued', due_at = '-infinity', attempts = 0, first_tried_at = null
    where id = ${id} and receiver_id = ${receiverId} and state in ('delivered', 'failed')`
  return count > 0
}

export const deliveryExists = async (sql: Sql, receiverId: string, id: string): Promise<boolean> =>
  (await sql`select 1 from deliveries where id = ${id} and receiver_id = ${receiverId}`).count > 0

/** Receivers that the service turned off, and those with an event that failed for an hour. */
export const findFailingReceivers = (sql: Sql) => sql<
  { url: string; offReason: string | null; answer: string | null }[]
>`
  select r.url, r.off_reason, d.answer from receivers r left join lateral (
    select coalesce(status || ' ', '') || answer as answer from deliveries
    where receiver_id = r.id and state = 'queued' and first_tried_at < now() - interval '1 hour' order by seq limit 1
  ) d on true
  where r.off_reason is not null or (r.state = 'on' and d.answer is not null) order by r.created_at, r.url`
