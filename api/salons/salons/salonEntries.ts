import type { SalonState } from '@salonback/shared/salons/salons/contract.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

/** Salons of a number: it is the owner's, or that of the response, lead or prospect behind the salon. */
export interface SalonsOf {
  phone: string
  sourceIds: string[]
}

const ofPerson = (sql: Sql, { phone, sourceIds }: SalonsOf) =>
  sql`(s.owner_phone = ${phone} or s.source_id = any(${sourceIds}::uuid[]))`

/** Salons of a person, by name. */
export const findSalonsOf = (sql: Sql, person: SalonsOf) =>
  sql<{ id: string; name: string; ownerName: string; state: SalonState }[]>`
    select s.id, s.name, s.owner_name, s.state from salons s where ${ofPerson(sql, person)} order by lower(s.name), s.id`

/** Salons of a person and their agreements as entries of a time line. */
export const salonEntries = (sql: Sql, person: SalonsOf): Fragment => sql`
  select s.created_at as at, 0 as seq, 'salon' as kind, s.id::text, null as text, null as state, null as detail,
    null as by, s.id as salon_id
  from salons s where ${ofPerson(sql, person)}
  union all
  select s.agreed_at, 0, 'agreement', s.id::text, null, null, null, s.agreed_by, s.id
  from salons s where ${ofPerson(sql, person)} and s.agreed_at is not null`

/** What the search over everything finds salons by. */
export const salonsToFind = (sql: Sql): Fragment => sql`
  select id, name, owner_phone as phone, owner_name as detail, id as salon_id, concat_ws(' ', name, owner_name) as words
  from salons`
