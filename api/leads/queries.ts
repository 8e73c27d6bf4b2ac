import type { HeldReason } from '@salonback/shared/leads/contract.ts'
import { instant } from '../db/instant.ts'
import { jsonOf } from '../db/json.ts'
import type { Sql } from '../db/open.ts'

/** The id of the lead with this number; made once, however often it is submitted. Locked until the transaction ends. */
export async function saveLead(sql: Sql, mobileNumber: string, now: Date): Promise<string> {
  const [lead] = await sql<[{ id: string }]>`
    insert into leads (mobile_number, created_at, last_submitted_at)
    values (${mobileNumber}, ${now}, ${now})
    on conflict (mobile_number) do update set last_submitted_at = excluded.last_submitted_at
    returning id`
  return lead.id
}

/** Keeps why a lead has had no text; null when it has. */
export async function setHeld(sql: Sql, id: string, held: HeldReason | null): Promise<void> {
  await sql`update leads set held = ${held} where id = ${id} and held is distinct from ${held}`
}

/** Those of these leads that wait for a person's click, locked until the transaction ends. */
export function lockWaiting(sql: Sql, ids: string[], reasons: readonly HeldReason[]) {
  // In one order everywhere: two people who send overlapping lists wait for each other instead of deadlocking.
  return sql<{ id: string; phone: string }[]>`
    select id, mobile_number as phone from leads where id in ${sql(ids)} and held in ${sql(reasons)} order by id for update`
}

/** Every lead, newest first, as JSON. */
export const findLeads = (sql: Sql): Promise<string> =>
  jsonOf(
    sql,
    sql`
      select id, mobile_number as "mobileNumber", ${instant(sql, 'created_at')} as "createdAt", held
      from leads order by leads.created_at desc, id`,
  )

/** Marks the opted-out ones of these leads as held for that, the others as no longer held. Returns how many opted out. */
export async function updateHeld(sql: Sql, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await sql<{ held: HeldReason | null }[]>`
    update leads set held = case
      when exists (select 1 from messages where dedupe_key = 'details:' || leads.id) then null
      when suppressed(mobile_number) then 'opted_out' else held end
    where id in ${sql(ids)} returning held`
  return rows.filter(({ held }) => held === 'opted_out').length
}
