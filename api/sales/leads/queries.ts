import type { WithheldReason } from '@salonback/shared/core/publicTexts/contract.ts'
import type { Lead } from '@salonback/shared/sales/leads/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import { jsonOf } from '../../platform/db/json.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

/** Inserts the lead or updates its last submission. Returns its id; the row stays locked until the transaction ends. */
export async function saveLead(sql: Sql, mobileNumber: string, now: Date): Promise<string> {
  const [lead] = await sql<[{ id: string }]>`
    insert into leads (mobile_number, created_at, last_submitted_at)
    values (${mobileNumber}, ${now}, ${now})
    on conflict (mobile_number) do update set last_submitted_at = excluded.last_submitted_at
    returning id`
  return lead.id
}

/** Stores why the details text was withheld; null when it was queued. */
export async function setWithheld(sql: Sql, id: string, reason: WithheldReason | null): Promise<void> {
  await sql`update leads set held = ${reason} where id = ${id} and held is distinct from ${reason}`
}

/** Locks those leads that wait for a click until the transaction ends. */
export function lockWaiting(sql: Sql, ids: string[], reasons: readonly WithheldReason[]) {
  // Lock in id order: two overlapping lists must not deadlock.
  return sql<{ id: string; phone: string }[]>`
    select id, mobile_number as phone from leads where id in ${sql(ids)} and held in ${sql(reasons)} order by id for update`
}

/** Fields of a lead `l`, named as in the contract. A phone that answers by itself has not answered. */
const columns = (sql: Sql) => sql`
  l.id, l.mobile_number as "mobileNumber", ${instant(sql, 'l.created_at')} as "createdAt", l.held as withheld,
  case when m.id is not null then
    json_build_object('status', m.status, 'at', ${instant(sql, sql`coalesce(m.status_at, m.created_at)`)}) end as details,
  (select ${instant(sql, sql`min(r.created_at)`)} from messages r
    where r.phone = l.mobile_number and r.direction = 'inbound' and r.salon_id is null
      and r.created_at >= m.created_at and not is_automatic_reply(r.intent)) as "answeredAt"`

/** With the details text `m`. */
const leadsWithDetails = (sql: Sql) => sql`leads l left join messages m on m.dedupe_key = 'details:' || l.id`

/** Every lead, newest first, as JSON. */
export const findLeads = (sql: Sql): Promise<string> =>
  jsonOf(sql, sql`select ${columns(sql)} from ${leadsWithDetails(sql)} order by l.created_at desc, l.id`)

/** Clears the reason of leads that have a text now and marks opted-out ones. Returns the number of opt-outs. */
export async function updateWithheld(sql: Sql, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await sql<{ withheld: WithheldReason | null }[]>`
    update leads set held = case
      when exists (select 1 from messages where dedupe_key = 'details:' || leads.id) then null
      when suppressed(mobile_number) then 'opted_out' else held end
    where id in ${sql(ids)} returning held as withheld`
  return rows.filter(({ withheld }) => withheld === 'opted_out').length
}

/** The lead with this number, also if it cannot be read as a phone number. */
export async function findLead(sql: Sql, phone: string): Promise<Lead | null> {
  const [lead] = await sql<Lead[]>`
    select ${columns(sql)} from ${leadsWithDetails(sql)} where l.mobile_number = ${phone}`
  return lead ?? null
}

/** The first and the latest submission of a number as entries of a time line. */
export const leadEntries = (sql: Sql, phone: string): Fragment => sql`
  select created_at as at, 0 as seq, 'lead' as kind, id::text, null as text, held as state, null as detail, null as by,
    null::uuid as salon_id
  from leads where mobile_number = ${phone}
  union all
  select last_submitted_at, 0, 'lead_again', id::text, null, held, null, null, null
  from leads where mobile_number = ${phone} and last_submitted_at > created_at`

/** What the search over everything finds leads by. */
export const leadsToFind = (sql: Sql): Fragment => sql`
  select id, null::text as name, mobile_number as phone, null::text as detail, null::uuid as salon_id, '' as words
  from leads`

/** Leads with withheld details, by reason. */
export function countWithheld(sql: Sql) {
  return sql<{ reason: string; count: number }[]>`
    select held as reason, count(*)::int as count from leads where held is not null group by held`
}
