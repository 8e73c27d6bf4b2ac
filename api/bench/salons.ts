import { setTimeout as wait } from 'node:timers/promises'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import type { Database } from '../platform/db/open.ts'
import { startServerProcess } from './servers.ts'
import { type Figure, measureEach } from './table.ts'
import { withTables } from './withDatabase.ts'

const TODAY = '/api/admin/today'
const reads = { 'the list Today': TODAY, Health: '/api/admin/salon-health' }

/** What staff open first, with 50 salons and 100,000 clients. Two in five clients were texted. */
export const benchSalons = (): Promise<Figure[]> =>
  withTables(async (sql, url) => {
    await sql`insert into admins (username) values ('bench')`
    await fillSalons(sql, { salons: 50, clients: 2000 })
    const server = await startServerProcess(new URL('feedServer.ts', import.meta.url), url)
    try {
      await untilCounted(server)
      const runs = Object.entries(reads).map(([what, path]) => [what, () => server.read(path)] as const)
      return await measureEach(Object.fromEntries(runs), 300)
    } finally {
      await server.stop()
    }
  })

/** Eligible clients are counted after the first answer. */
async function untilCounted({ origin, cookie }: { origin: string; cookie: string }) {
  for (;;) {
    const answer = await fetch(origin + TODAY, { headers: { cookie } })
    const items = (await answer.json()) as { count: number | null }[]
    if (items.every((item) => item.count !== null)) return
    await wait(1000)
  }
}

/** Salons that were texted last month and this month; one in three has no campaign now, and could text. */
export async function fillSalons(sql: Database, { salons, clients }: { salons: number; clients: number }) {
  await sql`
    insert into salons (slug, name, country, time_zone, currency, owner_name, owner_phone, state, agreed_at, agreed_by,
      agreement_version, created_at)
    select 'salon' || n, (array['Willow & Wren', 'The Lash Room', 'Aurora Hair', 'Barber Jack', 'Opal Spa'])[1 + n % 5] || ' ' || n,
      'GB', 'Europe/London', case when n % 10 = 9 then 'EUR' else 'GBP' end,
      (array['Aoife Byrne', 'Kim Osei', 'Maya Patel'])[1 + n % 3], '+447700' || lpad((900000 + n)::text, 6, '0'),
      'ready', now() - interval '80 days', 'Owner', ${AGREEMENT_VERSION}, now() - interval '90 days'
    from generate_series(1, ${salons}::int) n`
  await sql`
    insert into senders (kind, address, salon_id, rate_per_second)
    select 'number', '+447701' || lpad(right(slug, -5), 6, '0'), id, 1 from salons`
  await sql`
    insert into client_lists (salon_id, file_name, sha256, mapping, state, as_of, uploaded_by, created_at)
    select id, 'clients.csv', '', '{}', 'committed', current_date - right(slug, -5)::int % 17, 'owner', now() - interval '3 days'
    from salons where right(slug, -5)::int % 11 <> 7`
  await sql`
    insert into clients (salon_id, phone, first_name, last_visit, list_id, created_at)
    select s.id, '+4479' || lpad((right(s.slug, -5)::int * 10000 + n)::text, 8, '0'), 'Mary', current_date - 90 - n % 200, l.id, now()
    from salons s join client_lists l on l.salon_id = s.id, generate_series(1, ${clients}::int) n`
  await sql`
    insert into consent_events (salon_id, phone, at, kind, source, wording)
    select salon_id, phone, now() - interval '80 days', 'soft_opt_in', 'list', 'knew of texts' from clients`
  await sql`
    insert into offers (salon_id, version, text, state, text_sha256, salon_name, approved_at, created_by, created_at)
    select id, 1, '{salon}: Hi {firstName}, 20% off this week. Reply STOP to opt out.', 'approved', '', name, now(), 'maya',
      now() - interval '40 days' from salons`
  await fillTexts(sql)
  await sql.unsafe('vacuum analyze')
}

async function fillTexts(sql: Database) {
  // Last month's campaign of every salon, and this month's of two in three.
  await sql`
    insert into campaigns (salon_id, template, state, basis, created_by, created_at, watched_from, per_day)
    select s.id, '', case when m = 0 and right(s.slug, -5)::int % 7 = 1 then 'paused' when m = 0 then 'running' else 'finished' end,
      'soft_opt_in', a.id, now() - make_interval(days => 30 * m), now() - make_interval(days => 30 * m), 20
    from salons s, (select id from admins limit 1) a, generate_series(0, 1) m
    where m = 1 or right(s.slug, -5)::int % 3 > 0`
  await sql`alter table messages disable trigger user`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, accepted_at, status, salon_id, campaign_id, client_id,
      sender_id, processed)
    select 'outbound', 'offer', c.phone, 'Hello', k.created_at, k.created_at, 'delivered', c.salon_id, k.id, c.id, n.id, true
    from clients c join campaigns k on k.salon_id = c.salon_id join senders n on n.salon_id = c.salon_id
    where right(c.phone, 1)::int in (case when k.state = 'finished' then 1 else 3 end, case when k.state = 'finished' then 2 else 4 end)`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, salon_id, client_id, sender_id, processed)
    select 'inbound', 'inbound', phone, 'Is Friday free?', created_at + interval '2 hours', 'received', salon_id, client_id,
      sender_id, right(phone, 3)::int % 150 > 2
    from messages where right(phone, 2)::int % 12 = 1`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, accepted_at, status, salon_id, client_id, sender_id, processed)
    select 'outbound', 'reply', phone, 'Yes', created_at + interval '1 hour', created_at + interval '1 hour', 'delivered',
      salon_id, client_id, sender_id, true from messages where direction = 'inbound' and processed`
  await sql`alter table messages enable trigger user`
  await sql`
    insert into visits (salon_id, client_id, phone, campaign_id, booked_at, visit_at, state, amount, evidence, created_by, created_at)
    select m.salon_id, m.client_id, m.phone, m.campaign_id, m.accepted_at + interval '1 day', m.accepted_at + interval '5 days',
      case when right(m.phone, 3)::int % 8 = 1 then 'booked' else 'attended' end, 4500, '[]', 'maya', m.accepted_at + interval '1 day'
    from messages m where m.kind = 'offer' and right(m.phone, 2)::int % 25 = 1`
  await sql`
    insert into suppressions (phone, since, source, wording, salon_id)
    select phone, created_at + interval '1 hour', 'keyword', 'STOP', salon_id from messages
    where kind = 'offer' and right(phone, 3)::int % 113 = 4 on conflict do nothing`
  await sql`
    insert into ledger_entries (salon_id, client_id, visit_id, kind, amount, payable_from, line, rule_version, created_by, created_at)
    select salon_id, client_id, id, 'fee', 1350, visit_at + interval '14 days', '{}', '', 'maya', created_at
    from visits where state = 'attended' on conflict do nothing`
}
