import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import type { Database } from '../platform/db/open.ts'
import { findSalons } from '../salons/salons/queries.ts'
import { findToday } from '../salons/today/findToday.ts'
import { type Figure, measureEach } from './table.ts'
import { ONE_CONNECTION, withTables } from './withDatabase.ts'

const SALONS = 200
const CLIENTS = 2000

/** The first screen of the salons with 200 salons of 2,000 clients each, without HTTP. */
export const benchSalons = (): Promise<Figure[]> =>
  withTables(async (sql) => {
    await fill(sql)
    const page = (sort?: 'outstanding') => findSalons(sql, { sort, descending: true, now: new Date() })
    const pages = {
      'table of 200 salons, first page': () => page(),
      'table of 200 salons, sorted by money': () => page('outstanding'),
    }
    const today = { 'what waits at 200 salons': () => findToday(sql, new Date(), { isAdmin: true }) }
    return [...(await measureEach(today, 300)), ...(await measureEach(pages, 150))]
  }, ONE_CONNECTION)

/** Each salon has texted half of its clients; one in 50 answered, one in 100 came, one in 200 opted out. */
async function fill(sql: Database) {
  await sql`insert into admins (username) values ('maya')`
  await sql`
    insert into salons (slug, name, country, time_zone, currency, owner_name, state, agreed_at, agreement_version)
    select 'salon-' || n, 'Salon ' || n, 'GB', 'Europe/London', 'GBP', 'Aoife', 'ready', now(), ${AGREEMENT_VERSION}
    from generate_series(1, ${SALONS}::int) n`
  await sql`
    insert into client_lists (salon_id, file_name, sha256, mapping, state, as_of, uploaded_by, created_at)
    select id, 'clients.csv', '', '{}', 'committed', current_date - 5, 'maya', now() from salons`
  await sql`
    insert into clients (salon_id, phone, first_name, last_visit, list_id, created_at)
    select s.id, '+44770' || lpad((row_number() over ())::text, 7, '0'), 'Mary', current_date - 200, l.id, now()
    from salons s join client_lists l on l.salon_id = s.id cross join generate_series(1, ${CLIENTS}::int) n`
  await sql`
    insert into campaigns (template, state, basis, created_by, created_at, watched_from, salon_id)
    select '', case when hashtext(s.id::text) % 4 = 0 then 'running' else 'finished' end, '', a.id, now() - interval '9 days', now(), s.id
    from salons s cross join admins a`
  await sql`alter table messages disable trigger user`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, accepted_at, status, salon_id, campaign_id, client_id)
    select 'outbound', 'offer', k.phone, 'Come back', c.created_at, c.created_at + interval '1 hour', 'delivered', c.salon_id, c.id, k.id
    from clients k join campaigns c on c.salon_id = k.salon_id where hashtext(k.phone) % 2 = 0`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, salon_id, processed)
    select 'inbound', 'inbound', phone, 'Yes please', now() - interval '1 day', 'received', salon_id, hashtext(phone) % 300 <> 0
    from messages where kind = 'offer' and hashtext(phone) % 50 = 0`
  await sql`alter table messages enable trigger user`
  await sql`
    insert into visits (salon_id, client_id, phone, campaign_id, state, amount, evidence, created_by, created_at, visit_at)
    select salon_id, client_id, phone, campaign_id, case when hashtext(phone) % 400 = 0 then 'booked' else 'attended' end, 4500, '[]',
      'maya', now() - interval '2 days', now() - interval '1 day'
    from messages where kind = 'offer' and hashtext(phone) % 100 = 0`
  await sql`
    insert into suppressions (phone, since, source, wording, salon_id)
    select phone, now() - interval '2 days', 'keyword', 'STOP', salon_id from messages
    where kind = 'offer' and hashtext(phone) % 200 = 2`
  await sql.unsafe('vacuum analyze')
}
