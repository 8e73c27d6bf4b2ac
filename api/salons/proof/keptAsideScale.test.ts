import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import { expect, test } from 'vitest'
import type { Sql } from '../../platform/db/open.ts'
import { testApp } from '../../testing/app.ts'
import { findClients } from '../clients/clientFacts.ts'
import { isKeptAside } from './queries.ts'

const NOW = new Date('2026-03-20T12:00:00Z')

/** A salon whose two campaigns of 10 March went to these clients, without every tenth. */
async function fill(sql: Sql, clients: number): Promise<string> {
  const [salon] = await sql<[{ id: string }]>`
    insert into salons (slug, name, country, time_zone, currency, owner_name, state, agreed_at, agreement_version)
    values ('salon', 'Salon', 'GB', 'Europe/London', 'GBP', 'Aoife', 'ready', ${NOW}, ${AGREEMENT_VERSION}) returning id`
  await sql`
    insert into clients (salon_id, phone, first_name, created_at)
    select ${salon.id}, '+44770' || lpad(n::text, 7, '0'), 'Mary', ${NOW} from generate_series(1, ${clients}::int) n`
  await sql`
    insert into campaigns (template, state, basis, created_by, created_at, watched_from, salon_id, kept_aside)
    select '', 'finished', '', a.id, '2026-03-10T10:00Z', ${NOW}, ${salon.id}, 10 from admins a cross join generate_series(1, 2)`
  await sql`
    insert into assignments (campaign_id, client_id, assigned, beside, due_at)
    select k.id, c.id, case when c.n % 10 = 0 then 'kept_aside' else 'text' end, case when c.n % 10 = 0 then c.beside end, k.created_at
    from campaigns k cross join (
      select id, row_number() over (order by phone) as n, lag(id) over (order by phone) as beside from clients) c`
  await sql`alter table messages disable trigger user`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, accepted_at, status, salon_id, campaign_id, client_id, dedupe_key)
    select 'outbound', 'offer', c.phone, 'Come back', k.created_at, k.created_at, 'delivered', ${salon.id}, k.id, c.id,
      'offer:' || k.id || ':' || c.id
    from assignments a join clients c on c.id = a.client_id join campaigns k on k.id = a.campaign_id where a.assigned = 'text'`
  return salon.id
}

interface Node {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** Rows that a plan read, with those that it left out again. */
const readBy = (node: Node): number =>
  node['Actual Loops'] *
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) +
  (node.Plans ?? []).reduce((sum, one) => sum + readBy(one), 0)

test.each([400, 1600])(
  'whether a client is kept aside reads few rows, of %i clients and two campaigns',
  async (clients) => {
    const { sql } = await testApp()
    const salonId = await fill(sql, clients)
    // Statistics must not decide it: a large campaign has none before the next vacuum.
    for (const known of [false, true]) {
      if (known) await sql`analyze`
      const [row] = await sql<[Record<string, [{ Plan: Node }]>]>`
      explain (analyze, timing off, format json)
      select c.id, ${isKeptAside(sql, { salonId, now: NOW })} as kept from clients c join salons s on s.id = c.salon_id`
      const [plan] = Object.values(row)[0] ?? []
      expect(plan && readBy(plan.Plan) / clients).toBeLessThan(8)
    }
  },
)

test('each tenth client is kept aside until 30 days after the text of the client beside', async () => {
  const { sql, env } = await testApp()
  const salonId = await fill(sql, 400)
  const kept = async (now: Date) =>
    (await findClients(sql, { salonId, keys: env, now })).filter(({ keptAside }) => keptAside).length
  expect(await kept(NOW)).toBe(40)
  expect(await kept(new Date('2026-04-09T12:00:00Z'))).toBe(40)
  expect(await kept(new Date('2026-04-10T12:00:00Z'))).toBe(0)
})
