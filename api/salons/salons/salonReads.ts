import type { SalonReads } from '../../platform/salons.ts'
import { openSalon } from './queries.ts'

export const salonReads: SalonReads = {
  async requireOpen(sql, id) {
    await openSalon(sql, id)
  },
  named: (sql, id) =>
    sql`(select jsonb_build_object('id', s.id, 'name', s.name) from salons s where s.id = ${id})`,
  isClosed: (sql, id) => sql`exists (select 1 from salons s where s.id = ${id} and s.state = 'closed')`,
  timeZone: (sql, id) => sql`(select s.time_zone from salons s where s.id = ${id})`,
  ofPerson: (sql, phones, sourceId) => sql`
    (select json_build_object('name', s.name, 'salonId', s.id) from salons s
      where s.owner_phone in (${phones}) or s.source_id = ${sourceId} order by s.created_at limit 1)`,
}
