import type { ContactQuery } from '@salonback/shared/sales/contact/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

/** Without an id and with a time. */
export type NewQuery = Omit<ContactQuery, 'id' | 'createdAt'> & { createdAt: Date }

/** Returns the id. */
export async function saveContactQuery(sql: Sql, query: NewQuery): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into contact_queries (name, email, subject, message, created_at)
    values (${query.name}, ${query.email}, ${query.subject}, ${query.message}, ${query.createdAt})
    returning id`
  return row.id
}

/** All contact messages, newest first. */
export function findContactQueries(sql: Sql): Promise<ContactQuery[]> {
  return sql<ContactQuery[]>`
    select id, name, email, subject, message, ${instant(sql, 'created_at')} as created_at
    from contact_queries order by contact_queries.created_at desc, id`
}

/** Deletes all contact messages and returns their number. */
export async function deleteContactQueries(sql: Sql): Promise<number> {
  return (await sql`delete from contact_queries`).count
}

/** Messages from these addresses, in lower case, as entries of a time line. */
export const contactEntries = (sql: Sql, emails: string[]): Fragment => sql`
  select created_at as at, 0 as seq, 'contact' as kind, id::text, message as text, null as state, subject as detail,
    name as by, null::uuid as salon_id
  from contact_queries where lower(email) = any(${emails})`

/** What the search over everything finds contact messages by. */
export const contactToFind = (sql: Sql): Fragment => sql`
  select id, name, null::text as phone, subject as detail, null::uuid as salon_id,
    concat_ws(' ', name, email, subject) as words
  from contact_queries`
