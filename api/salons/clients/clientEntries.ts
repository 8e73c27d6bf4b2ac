import type { Flag } from '@salonback/shared/salons/clients/contract.ts'
import type { z } from 'zod'
import type { Fragment, Sql } from '../../platform/db/open.ts'

interface ClientOfSalon {
  id: string
  salonId: string
  salonName: string
  firstName: string | null
  lastVisit: string | null
  visits: number | null
  flags: z.infer<typeof Flag>[]
}

/** A number on the lists of salons, by the name of the salon. */
export const findClientsOf = (sql: Sql, phone: string) =>
  sql<ClientOfSalon[]>`
    select c.id, c.salon_id, s.name as salon_name, c.first_name, c.last_visit::text, c.visits, c.flags
    from clients c join salons s on s.id = c.salon_id where c.phone = ${phone} order by lower(s.name), s.id`

/** How a number came on the lists of salons, and its consents there, as entries of a time line. */
export const clientEntries = (sql: Sql, phone: string): Fragment => sql`
  select c.created_at as at, 0 as seq, 'client' as kind, c.id::text, c.first_name as text, null as state,
    l.file_name as detail, l.uploaded_by as by, c.salon_id
  from clients c left join client_lists l on l.id = c.added_by where c.phone = ${phone}
  union all
  -- By salon: the index of consents begins with it.
  select e.at, 0, 'salon_consent', e.id::text, e.wording, e.kind, e.source, null, e.salon_id
  from salons s join consent_events e on e.salon_id = s.id and e.phone = ${phone}`

/** What the search over everything finds clients by. */
export const clientsToFind = (sql: Sql): Fragment => sql`
  select c.id, c.first_name as name, c.phone, s.name as detail, c.salon_id, coalesce(c.first_name, '') as words
  from clients c join salons s on s.id = c.salon_id`
