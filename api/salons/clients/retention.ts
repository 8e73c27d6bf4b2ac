import type { Sql } from '../../platform/db/open.ts'

/**
 * Deletes clients without texts with the salon if their last list and consent are older than this time. Objections
 * stay, because a later list could name the number again.
 */
export async function deleteOldClients(sql: Sql, before: Date, most: number): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    with old as (
      select c.id, c.salon_id, c.phone from client_lists l join clients c on c.list_id = l.id
      where l.created_at <= ${before}
        and not exists (select 1 from messages m where m.phone = c.phone and m.salon_id = c.salon_id)
        and not exists (
          select 1 from consent_events e where e.salon_id = c.salon_id and e.phone = c.phone and e.at > ${before})
      limit ${most} for update of c skip locked
    ), basis as (
      delete from consent_events e using old
      where e.salon_id = old.salon_id and e.phone = old.phone and e.kind not in ('objection', 'withdrawn')
    ), gone as (
      delete from clients c using old where c.id = old.id returning 1
    )
    select count(*)::int as count from gone`
  return count
}
