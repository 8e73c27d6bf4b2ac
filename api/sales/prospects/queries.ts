import type { ContactStatus } from '@salonback/shared/core/inbox/contactStatus.ts'
import type { Prospect } from '@salonback/shared/sales/prospects/contract.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { undoRows } from '../../platform/undo/undos.ts'

const columns = (sql: Sql) => sql`
  id, name, category, country, phone, phone_type, address, rating, review_count, team_size, contact_status`

/** Columns of the list under the names of the contract. */
export const listColumns = (sql: Sql) => sql`
  id, name, category, country, phone, phone_type as "phoneType", address, rating,
  review_count as "reviewCount", team_size as "teamSize", contact_status as "contactStatus"`

/**
 * Calls `row` with every prospect as JSON, ordered by name. Postgres builds the JSON: turning 100,000 rows into objects
 * would block the event loop for a second. No cursor: each fetch would add a round trip.
 */
export function eachProspect(sql: Sql, row: (json: string) => void): Promise<unknown> {
  return sql<{ json: string }[]>`
    select row_to_json(p)::text as json from (
      select ${listColumns(sql)} from prospects
    ) p order by lower(name), id`.forEach(({ json }) => {
    row(json)
  })
}

interface SetStatuses {
  ids: string[]
  contactStatus: ContactStatus | null
  now: Date
}

/** Sets or clears one status; null for an unknown id. */
export async function setStatus(sql: Sql, id: string, change: Omit<SetStatuses, 'ids'>) {
  const [prospect] = await sql<Prospect[]>`
    update prospects set contact_status = ${change.contactStatus}, updated_at = ${change.now}
    where id = ${id} returning ${columns(sql)}`
  return prospect ?? null
}

/** Sets or clears the status of these prospects. Returns how many exist; unknown ids are not counted. */
export async function setStatuses(sql: Sql, { ids, contactStatus, now }: SetStatuses): Promise<number> {
  const result = await sql`
    update prospects set contact_status = ${contactStatus}, updated_at = ${now}
    from (select id from prospects where id = any(${ids}::uuid[]) order by id for no key update) chosen
    where prospects.id = chosen.id`
  return result.count
}

/** Rows for the undo of this change, locked. */
export const statusesBefore = (sql: Sql, { ids, contactStatus }: Omit<SetStatuses, 'now'>): Fragment => sql`
  select id, coalesce(to_jsonb(contact_status), 'null'), marked_in from (
    select id, contact_status, marked_in from prospects
    where id = any(${ids}::uuid[]) and contact_status is distinct from ${contactStatus} order by id for no key update
  ) chosen`

/** Restores the statuses that a change replaced, except those that were set since. */
export async function restoreStatuses(sql: Sql, { key, now }: { key: string; now: Date }): Promise<number> {
  const { count } = await sql`
    update prospects p set contact_status = chosen.before, updated_at = ${now}, marked_in = chosen.mark from (
      select id, r.before #>> '{}' as before, r.mark from prospects join ${undoRows(sql, key, 'prospect')} on r.row_id = id
      where marked_in = r.made_in
      order by id for no key update of prospects
    ) chosen where p.id = chosen.id`
  return count
}

/** Marks every prospect with one of these numbers as Submitted. */
export async function markSubmitted(sql: Sql, phones: string[], now: Date): Promise<void> {
  await sql`
    update prospects set contact_status = 'Submitted', updated_at = ${now}
    where phone = any(${phones}) and contact_status is distinct from 'Submitted'`
}

/** Sets the status of the prospect with this number, if there is one. */
export async function setStatusByPhone(sql: Sql, phone: string, contactStatus: ContactStatus, now: Date) {
  await sql`update prospects set contact_status = ${contactStatus}, updated_at = ${now} where phone = ${phone}`
}

/** The prospect with this number, locked. Not `for update`: texts hold a key share lock on their prospect. */
export async function lockProspect(sql: Sql, phone: string) {
  const [prospect] = await sql<{ id: string; contactStatus: ContactStatus | null }[]>`
    select id, contact_status from prospects where phone = ${phone} for no key update`
  return prospect
}

/** Sets Contacted unless the prospect is further already. */
export async function markContacted(sql: Sql, id: string, now: Date): Promise<void> {
  await sql`
    update prospects set contact_status = 'Contacted', updated_at = ${now}
    where id = ${id} and (contact_status is null or contact_status = 'Selected')`
}

/** Sets the status that staff chose with a reply, unless it has changed since. */
export async function setChosenStatus(sql: Sql, replyId: string, now: Date): Promise<void> {
  await sql`
    update prospects p set contact_status = m.sets_status, updated_at = ${now} from messages m
    where m.id = ${replyId} and m.sets_status is not null and p.phone = m.phone
      and p.contact_status is not distinct from m.status_before`
}

/** The prospect with this number. */
export async function findProspect(sql: Sql, phone: string): Promise<Prospect | null> {
  const [prospect] = await sql<Prospect[]>`select ${columns(sql)} from prospects where phone = ${phone}`
  return prospect ?? null
}

/** The import of the prospect with this number as an entry of a time line. */
export const prospectEntries = (sql: Sql, phone: string): Fragment => sql`
  select p.created_at as at, 0 as seq, 'prospect' as kind, p.id::text, p.name as text, null as state,
    i.source_app as detail, a.username as by, null::uuid as salon_id
  from prospects p left join imports i on i.id = p.import_id left join admins a on a.id = i.imported_by
  where p.phone = ${phone}`

/** What the search over everything finds prospects by. */
export const prospectsToFind = (sql: Sql): Fragment => sql`
  select id, name, phone, coalesce(address, category) as detail, null::uuid as salon_id, name as words from prospects`
