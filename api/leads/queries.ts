import type { Lead } from '@salonback/shared/leads/contract.ts'
import { instant } from '../db/instant.ts'
import type { Sql } from '../db/open.ts'

/** The id of the lead with this number; made once, however often it is submitted. */
export async function saveLead(sql: Sql, mobileNumber: string, now: Date): Promise<string> {
  const [lead] = await sql<[{ id: string }]>`
    insert into leads (mobile_number, created_at, last_submitted_at)
    values (${mobileNumber}, ${now}, ${now})
    on conflict (mobile_number) do update set last_submitted_at = excluded.last_submitted_at
    returning id`
  return lead.id
}

/** Every lead, newest first. */
export function findLeads(sql: Sql): Promise<Lead[]> {
  return sql<Lead[]>`
    select id, mobile_number, ${instant(sql, 'created_at')} as created_at
    from leads order by leads.created_at desc, id`
}
