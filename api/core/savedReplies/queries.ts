import type { ReplyScope, SavedReply } from '@salonback/shared/core/savedReplies/contract.ts'
import type { Sql } from '../../platform/db/open.ts'

const columns = (sql: Sql) => sql`
  id, name, text, uses, case when salon_id is not null then 'salon' when for_salons then 'salons' else 'sales' end as scope`

/** Saved replies of Sales, or with a salon its own and those for all salons; most used first. */
export const findSavedReplies = (sql: Sql, salonId: string | null) => sql<SavedReply[]>`
  select ${columns(sql)} from saved_replies
  where ${salonId ? sql`for_salons or salon_id = ${salonId}` : sql`not for_salons and salon_id is null`}
  order by uses desc, lower(name), id`

interface NewReply {
  scope: ReplyScope
  salonId: string | null
  name: string
  text: string
  createdBy: string
  now: Date
}

export async function insertSavedReply(sql: Sql, reply: NewReply): Promise<SavedReply> {
  const [row] = await sql<[SavedReply]>`
    insert into saved_replies (salon_id, for_salons, name, text, created_by, created_at)
    values (${reply.scope === 'salon' ? reply.salonId : null}, ${reply.scope === 'salons'}, ${reply.name}, ${reply.text},
      ${reply.createdBy}, ${reply.now})
    returning ${columns(sql)}`
  return row
}

/** How many replies the set has that a new one would be added to. */
export async function countSet(sql: Sql, scope: ReplyScope, salonId: string | null): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from saved_replies
    where salon_id is not distinct from ${scope === 'salon' ? salonId : null}::uuid and for_salons = ${scope === 'salons'}`
  return row.count
}

export async function updateSavedReply(sql: Sql, id: string, { name, text }: { name: string; text: string }) {
  const [row] = await sql<SavedReply[]>`
    update saved_replies set name = ${name}, text = ${text} where id = ${id} returning ${columns(sql)}`
  return row
}

/** Its name; undefined if there is none. */
export async function deleteSavedReply(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`delete from saved_replies where id = ${id} returning name`
  return row?.name
}

export async function countUse(sql: Sql, id: string): Promise<boolean> {
  return (await sql`update saved_replies set uses = uses + 1 where id = ${id}`).count > 0
}
