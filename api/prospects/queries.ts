import type { ContactStatus, Prospect } from '@salonback/shared/prospects/contract.ts'
import type { Sql } from '../db/open.ts'

const columns = (sql: Sql) => sql`
  id, name, category, country, phone, phone_type, address, rating, review_count, team_size, contact_status`

/** A prospect as the list shows it, in SQL. */
export const listColumns = (sql: Sql) => sql`
  id, name, category, country, phone, phone_type as "phoneType", address, rating,
  review_count as "reviewCount", team_size as "teamSize", contact_status as "contactStatus"`

/**
 * Hands over every prospect, by name, as JSON text made by Postgres: parsing a hundred thousand rows into objects would
 * block the event loop for a second. Not by a cursor: at each of its stops the server would wait for us.
 */
export function eachProspect(sql: Sql, row: (json: string) => void): Promise<unknown> {
  return sql<{ json: string }[]>`
    select row_to_json(p)::text as json from (
      select ${listColumns(sql)} from prospects
    ) p order by lower(name), id`.forEach(({ json }) => {
    row(json)
  })
}

/** Sets or clears one status; null when there is no such prospect. */
export async function setStatus(
  sql: Sql,
  id: string,
  contactStatus: ContactStatus | null,
  now: Date,
): Promise<Prospect | null> {
  const [prospect] = await sql<Prospect[]>`
    update prospects set contact_status = ${contactStatus}, updated_at = ${now}
    where id = ${id} returning ${columns(sql)}`
  return prospect ?? null
}

/** Sets or clears the status of all these; how many there were. Ids that name nothing are not counted. */
export async function setStatuses(
  sql: Sql,
  ids: string[],
  contactStatus: ContactStatus | null,
  now: Date,
): Promise<number> {
  const result = await sql`
    update prospects set contact_status = ${contactStatus}, updated_at = ${now}
    from (select id from prospects where id = any(${ids}::uuid[]) order by id for no key update) chosen
    where prospects.id = chosen.id`
  return result.count
}

/** Every prospect with one of these numbers is Submitted from now on. */
export async function markSubmitted(sql: Sql, phones: string[], now: Date): Promise<void> {
  await sql`
    update prospects set contact_status = 'Submitted', updated_at = ${now}
    where phone = any(${phones}) and contact_status is distinct from 'Submitted'`
}

/** The prospect with this number, if there is one, gets this status. */
export async function setStatusByPhone(
  sql: Sql,
  phone: string,
  contactStatus: ContactStatus,
  now: Date,
): Promise<void> {
  await sql`update prospects set contact_status = ${contactStatus}, updated_at = ${now} where phone = ${phone}`
}
