import { searchEverything } from '../admin/people/searchEverything.ts'
import type { Database } from '../platform/db/open.ts'
import { type Figure, measureEach } from './table.ts'
import { withTables } from './withDatabase.ts'

const texts = {
  'part of a name': 'lash',
  'two letters': 'la',
  'an accent': 'san é',
  'part of a number': '900142',
  'the start of all numbers': '447',
  'no match': 'zzqy',
}

/** The search over everything with 100,000 prospects, 10,000 leads and questionnaires, and 30,000 clients. */
export const benchSearch = (): Promise<Figure[]> =>
  withTables(async (sql) => {
    await fill(sql)
    const searches = Object.entries(texts).map(
      ([what, text]) => [what, () => searchEverything(sql, text)] as const,
    )
    return measureEach(Object.fromEntries(searches), 100)
  })

async function fill(sql: Database) {
  await sql`
    insert into prospects (name, phone, country, category, address)
    select (array['The Lash Room', 'Glow Nails', 'Aurora Hair', 'Barber Jack', 'Opal Spa'])[1 + n % 5] || ' ' || n,
      '+4477' || lpad(n::text, 8, '0'), 'GB', 'Nail Salon', n || ' Long Lane, London'
    from generate_series(1, 100000) n`
  await sql`
    insert into leads (mobile_number) select '+4478' || lpad(n::text, 8, '0') from generate_series(1, 10000) n`
  await sql`
    insert into waitlist_responses (mobile_number, email, customer_count, mobile_numbers_count, avg_spend,
      has_marketing_consent, hardest_part_text, consent_agreed)
    select '+4478' || lpad(n::text, 8, '0'), 'owner' || n || '@salon.example', '500-1000', '250-500', '60-100',
      'yes-clearly', 'They do not come back', true from generate_series(1, 10000) n`
  await sql`
    insert into salons (slug, name, country, time_zone, currency, owner_name)
    select 'salon' || n, 'Salon ' || n, 'GB', 'Europe/London', 'GBP', 'Aoife' from generate_series(1, 30) n`
  await sql`
    insert into clients (salon_id, phone, first_name, created_at)
    select s.id, '+4479' || lpad(n::text, 8, '0'), 'Mary', now() from salons s, generate_series(1, 1000) n`
  await sql.unsafe('vacuum analyze')
}
