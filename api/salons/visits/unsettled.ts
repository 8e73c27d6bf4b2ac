import type { Sql } from '../../platform/db/open.ts'
import { MOST_OF_CLIENT } from './history.ts'

/** A client that failed so often is tried again only when another call names it. */
const MOST_FAILURES = 5

interface UnsettledClient {
  salonId: string
  clientId: string
}

/** Whether a number has so many appointments that it is one of a shop, such as for walk-ins. They are settled no more. */
export async function isShopNumber(
  sql: Sql,
  { salonId, clientId }: UnsettledClient,
  now: Date,
): Promise<boolean> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int from appointments where client_id = ${clientId}`
  if (count <= MOST_OF_CLIENT) return false
  await sql`update appointments set due = false where client_id = ${clientId} and due`
  await sql`
    insert into unsettled_clients (client_id, salon_id, appointments, failures, noticed_at)
    values (${clientId}, ${salonId}, ${count}, 0, ${now})
    on conflict (client_id) do update set appointments = excluded.appointments, failures = 0`
  return true
}

/** Counts a failure. After some, the appointments are not tried again by themselves. */
export async function recordFailure(
  sql: Sql,
  { salonId, clientId }: UnsettledClient,
  now: Date,
): Promise<void> {
  await sql`
    with failed as (
      insert into unsettled_clients as u (client_id, salon_id, appointments, failures, noticed_at)
      select ${clientId}, ${salonId}, (select count(*)::int from appointments where client_id = ${clientId}), 1, ${now}
      on conflict (client_id) do update set failures = u.failures + 1 returning failures)
    update appointments set due = false
    where client_id = ${clientId} and due and (select failures from failed) >= ${MOST_FAILURES}`
}

export async function clearUnsettled(sql: Sql, clientId: string): Promise<void> {
  await sql`delete from unsettled_clients where client_id = ${clientId}`
}

/** Whether staff have to see row `u`: they have not, and it is not tried again. */
export const isUnsettled = (sql: Sql) =>
  sql`u.seen_at is null and (u.failures = 0 or u.failures >= ${MOST_FAILURES})`

/** Numbers of a salon that staff have not seen yet. */
export const findUnsettled = (sql: Sql, salonId: string) => sql<
  { clientId: string; phone: string; appointments: number; failures: number }[]
>`
  select u.client_id, c.phone, u.appointments, u.failures
  from unsettled_clients u join clients c on c.id = u.client_id
  where u.salon_id = ${salonId} and ${isUnsettled(sql)} order by u.noticed_at, u.client_id limit 100`

export async function markSeen(sql: Sql, salonId: string, clientId: string, now: Date): Promise<void> {
  await sql`
    update unsettled_clients set seen_at = ${now} where client_id = ${clientId} and salon_id = ${salonId}`
}
