import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { fictional, makeProspect, makeText } from '../testing/factories.ts'
import { receiptFor, textFrom } from '../testing/webhooks.ts'
import type { Database } from './open.ts'

const PROSPECTS = 5000
const TEXTS = 20_000

/** Tables that grow: none of what people and the carrier wait for may read one from end to end. */
const LARGE = ['messages', 'prospects', 'consent_ledger', 'receipts', 'suppressions', 'audit_log', 'leads']

test('nothing that somebody waits for reads a large table from end to end', async () => {
  const { sql, deps, origin, staff, visitor, worker, simulator, env } = await testApp()
  await fill(sql)
  const { phone, id } = await makeProspect(sql)
  const sent = await makeText(sql, { phone, status: 'sent', sid: `SM${'a'.repeat(32)}` })
  const { id: campaign } = await staff.campaigns.start({
    prospectIds: [(await makeProspect(sql, { phone: fictional(5) })).id],
    template: 'Hi {name}, it is Salonback.',
    basis: 'consent',
  })
  const page = { id: campaign, page: 1, pageSize: 50 }
  const waitedFor: [string, () => Promise<unknown>][] = [
    ['a received text', () => textFrom(origin, phone, 'What time do you open?')],
    ['a yes', () => textFrom(origin, phone, 'Yes please')],
    ['an opt-out', () => textFrom(origin, fictional(2), 'STOP')],
    [
      'a receipt',
      () => receiptFor(origin, { id: sent.id, sid: `SM${'a'.repeat(32)}`, to: phone }, 'delivered'),
    ],
    ['the inbox', () => staff.messages.inboxPage()],
    ['what needs review', () => staff.messages.inboxPage({ filter: 'review' })],
    ['opt-outs in the inbox', () => staff.messages.inboxPage({ filter: 'optout', limit: 1 })],
    ['processed texts', () => staff.messages.inboxPage({ filter: 'processed' })],
    ['a search that finds nothing', () => staff.messages.inboxPage({ search: 'nobody said this' })],
    ['counts of the inbox', () => staff.messages.inboxCounts()],
    ['the newest texts', () => staff.messages.inbound({ limit: 200 })],
    ['a conversation', () => staff.messages.conversation({ number: phone })],
    ['unknown texts', () => staff.messages.unknown()],
    ['the figures', () => staff.metrics.sms()],
    ['a page of a figure', () => staff.metrics.reached({ step: 'positive', limit: 100 })],
    ['campaigns', () => staff.campaigns.list()],
    [
      'a preview',
      () => staff.campaigns.preview({ prospectIds: [id], template: 'Hi {name}, it is Salonback.' }),
    ],
    ['recipients', () => staff.campaigns.recipients(page)],
    ['one status', () => staff.prospects.setStatus({ id, contactStatus: 'Selected' })],
    ['a reply', () => staff.messages.reply({ phoneNumber: fictional(4), message: 'Yes, from nine.' })],
    ['a lead', () => visitor.leads.submit({ mobileNumber: '07700 900 123', country: 'GB' })],
    ['texts of visitors', () => staff.publicTexts.state()],
    ['a round of the worker', () => worker.round()],
    ['readiness', () => fetch(`${env.PUBLIC_URL}/readyz`)],
  ]
  const read: string[] = []
  for (const [what, act] of waitedFor) {
    const before = await rowsRead([sql, deps.reserved])
    await act()
    await simulator.drain()
    const after = await rowsRead([sql, deps.reserved])
    for (const table of LARGE) {
      const rows = (after.get(table) ?? 0) - (before.get(table) ?? 0)
      if (rows >= 1000) read.push(`${what}: ${rows} rows of ${table}`)
    }
  }
  expect(read).toEqual([])
})

/** Rows of each table that were read in sequential scans so far, by all connections of these pools. */
async function rowsRead(pools: Database[]): Promise<Map<string, number>> {
  // Each connection keeps its counts to itself for a while; asked all at once, each gets one of these.
  const flush = (sql: Database) => sql`select pg_stat_force_next_flush(), pg_sleep(0.02)`
  await Promise.all(pools.flatMap((sql) => Array.from({ length: sql.options.max }, () => flush(sql))))
  const [sql] = pools as [Database]
  const rows = await sql<{ name: string; rows: number }[]>`
    select relname as name, coalesce(seq_tup_read, 0) as rows from pg_stat_user_tables`
  return new Map(rows.map(({ name, rows }) => [name, rows]))
}

async function fill(sql: Database) {
  await sql`
    insert into prospects (name, phone, category, country)
    select 'Salon ' || n, '+4474' || (10000000 + n), 'Hair Salon', 'GB' from generate_series(1, ${PROSPECTS}) n`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, sid, status, status_at, accepted_at, intent, processed,
      prospect_id)
    select case when n % 2 = 0 then 'inbound' else 'outbound' end, case when n % 2 = 0 then 'inbound' else 'reply' end,
      p.phone, 'Hello', now() - n * interval '1 minute', 'SM' || md5(n::text), case when n % 2 = 0 then 'received' else 'delivered' end,
      now(), case when n % 2 = 1 then now() end, case when n % 2 = 0 then case when n % 40 = 0 then 'positive' else 'unclear' end end,
      n % 10 <> 0, p.id
    from generate_series(1, ${TEXTS}) n join prospects p on p.phone = '+4474' || (10000000 + 1 + n % ${PROSPECTS})`
  await sql`
    insert into consent_ledger (phone, at, change, source, wording)
    select phone, now(), 'basis', 'campaign', 'consent' from prospects`
  await sql`
    insert into suppressions (phone, since, source, wording)
    select '+4475' || (10000000 + n), now(), 'keyword', 'STOP' from generate_series(1, 5000) n`
  await sql`analyze`
}
