import type { ContactQuery } from '@salonback/shared/sales/contact/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

/** As the form sends it, with a time. */
export type NewQuery = Pick<ContactQuery, 'name' | 'email' | 'subject' | 'message'> & { createdAt: Date }

const columns = (sql: Sql) => sql`
  id, name, email, subject, message, ${instant(sql, 'created_at')} as created_at,
  ${instant(sql, 'done_at')} as done_at, done_by`

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
    select ${columns(sql)} from contact_queries order by contact_queries.created_at desc, id`
}

interface SetDone {
  id: string
  done: boolean
  by: string
  now: Date
}

/** Marks a message done, or opens it again. The first one who did it stays. Undefined for an unknown id. */
export async function setDone(sql: Sql, { id, done, by, now }: SetDone): Promise<ContactQuery | undefined> {
  const [query] = await sql<ContactQuery[]>`
    update contact_queries set done_at = case when ${done} then coalesce(done_at, ${now}) end,
      done_by = case when ${done} then coalesce(done_by, ${by}) end
    where id = ${id} returning ${columns(sql)}`
  return query
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
