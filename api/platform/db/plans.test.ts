import { importUpload } from '@salonback/shared/sales/imports/contract.ts'
import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { expect, test } from 'vitest'
import { findMissing } from '../../core/messages/backfill.ts'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeProspect, makeText } from '../../testing/factories.ts'
import { exportOf, exportRecord } from '../../testing/upload.ts'
import { receiptFor, textFrom } from '../../testing/webhooks.ts'
import type { Database } from './open.ts'

const PROSPECTS = 20_000
const TEXTS = 80_000
const OTHERS = 3000
/** Few compared to received texts; otherwise a sequential scan of the inbox would be faster. */
const QUEUED = 1000

/** Growing tables, which no interactive query may scan sequentially. */
const LARGE = [
  'messages',
  'prospects',
  'consent_ledger',
  'receipts',
  'suppressions',
  'audit_log',
  'leads',
  'waitlist_responses',
  'campaign_left_out',
  'import_errors',
  'sessions',
  'idempotency_keys',
  'rate_limits',
  'known_devices',
  'erased_before',
  'pending_carrier_deletions',
]

const TEMPLATE = 'Hi {name}, it is Salonback.'

/** `counted`: tables that the action may scan as a whole, because it counts all their rows. */
type Acts = [what: string, act: () => Promise<unknown>, counted?: string[]][]

test('interactive queries use indexes', async () => {
  const app = await testApp()
  const { sql, origin, staff, visitor, worker, env } = app
  const large = await fill(sql)
  // Pruning is not interactive.
  await worker.round()
  const { phone, id } = await makeProspect(sql)
  const sent = await makeText(sql, { phone, status: 'sent', sid: `SM${'a'.repeat(32)}` })
  const { id: campaign } = await staff.firstTexts.start({
    prospectIds: [(await makeProspect(sql, { phone: fictional(5) })).id],
    template: TEMPLATE,
    basis: 'consent',
  })
  const page = { id: campaign, page: 1, pageSize: 50 }
  const first = await staff.inbox.inboxPage()
  const before = first.next ?? ''
  const [listed] = await staff.inbox.inbound({ limit: 1 })
  await textFrom(origin, fictional(71), 'Hello, wrong number?')
  const [asked] = await sql<[{ id: string }]>`select id from messages where phone = ${fictional(71)}`
  const unsure = await makeText(sql, { phone: fictional(72), kind: 'first_text', status: 'unknown' })
  await visitor.leads.submit({ mobileNumber: '07700 900 124', country: 'GB' })
  await expectNoScans(app, [
    ['a received text', () => textFrom(origin, phone, 'What time do you open?')],
    ['a yes', () => textFrom(origin, phone, 'Yes please')],
    ['an opt-out', () => textFrom(origin, fictional(2), 'STOP')],
    ['the opposite', () => textFrom(origin, fictional(2), 'START')],
    [
      'a receipt',
      () => receiptFor(origin, { id: sent.id, sid: `SM${'a'.repeat(32)}`, to: phone }, 'delivered'),
    ],
    ['the inbox', () => staff.inbox.inboxPage()],
    ['its next page', () => staff.inbox.inboxPage({ before })],
    ['what needs review', () => staff.inbox.inboxPage({ filter: 'review' })],
    ['its next page', () => staff.inbox.inboxPage({ filter: 'review', before })],
    ['opt-outs in the inbox', () => staff.inbox.inboxPage({ filter: 'optout', limit: 1 })],
    ['processed texts', () => staff.inbox.inboxPage({ filter: 'processed' })],
    ['a search that finds nothing', () => staff.inbox.inboxPage({ search: 'nobody said this' })],
    ['a search behind it', () => staff.inbox.inboxPage({ search: 'nobody said this', before })],
    ['counts of the inbox', () => staff.inbox.inboxCounts()],
    ['the newest texts', () => staff.inbox.inbound({ limit: 200 })],
    ['a text looked at', () => staff.inbox.setProcessed({ id: listed?.id ?? '', processed: true })],
    ['a decision', () => staff.inbox.decide({ id: asked.id, optOut: false })],
    ['a conversation', () => staff.inbox.conversation({ number: phone })],
    ['unknown texts', () => staff.inbox.unknown()],
    ['a word about one', () => staff.inbox.resolveUnknown({ id: unsure.id, outcome: 'failed' })],
    ['one more first text', () => staff.inbox.allowFirstText({ id: unsure.id })],
    ['an opt-out by phone', () => staff.inbox.recordOptOut({ phoneNumber: fictional(73), reason: 'Called' })],
    ['undone', () => staff.inbox.undoOptOut({ number: fictional(73), reason: 'A mistake' })],
    ['the figures', () => staff.metrics.sms(), ['prospects', 'suppressions', 'waitlist_responses']],
    ['a page of a figure', () => staff.metrics.reached({ step: 'positive', limit: 100 }), ['prospects']],
    ['results by campaign', () => staff.metrics.campaigns(), ['waitlist_responses']],
    ['results by day', () => staff.metrics.days({ period: 'all' })],
    ['campaigns', () => staff.firstTexts.list()],
    ['a campaign', () => staff.firstTexts.get({ id: large })],
    ['who was left out', () => staff.firstTexts.leftOut({ id: campaign })],
    ['a preview', () => staff.firstTexts.preview({ prospectIds: [id], template: TEMPLATE })],
    [
      'a start',
      async () =>
        staff.firstTexts.start({
          prospectIds: [(await makeProspect(sql, { phone: fictional(6) })).id],
          template: TEMPLATE,
          basis: 'consent',
        }),
    ],
    ['recipients', () => staff.firstTexts.recipients(page)],
    ['recipients by status', () => staff.firstTexts.recipients({ ...page, status: 'queued' })],
    ['a pause', () => staff.firstTexts.pause({ id: campaign })],
    ['the end of it', () => staff.firstTexts.resume({ id: campaign })],
    ['a cancel', () => staff.firstTexts.cancel({ id: campaign })],
    ['one status', () => staff.prospects.setStatus({ id, contactStatus: 'Selected' })],
    ['some statuses', () => staff.prospects.setStatuses({ ids: [id], contactStatus: 'Contacted' })],
    ['an import', () => importOne(app)],
    ['a reply', () => staff.inbox.reply({ phoneNumber: fictional(4), message: 'Yes, from nine.' })],
    ['a lead', () => visitor.leads.submit({ mobileNumber: '07700 900 123', country: 'GB' })],
    ['a questionnaire', () => visitor.waitlist.submit(filledQuestionnaire)],
    ['texts of visitors', () => staff.publicTexts.state()],
    ['a login', () => visitor.auth.login({ username: 'maya', password: 'correct horse' })],
    ['who is logged in', () => staff.auth.me()],
    ['a round of the worker', () => worker.round()],
    ['metrics', () => fetch(`${env.PUBLIC_URL}/metrics`)],
    ['readiness', () => fetch(`${env.PUBLIC_URL}/readyz`)],
  ])
})

test('background queries use indexes', async () => {
  const app = await testApp()
  const { sql, deps, clock } = app
  await fill(sql)
  const page = Array.from({ length: 10 }, (_, n) => ({
    sid: `SM${String(n).padStart(32, '0')}`,
    phone: fictional(n),
    ourNumber: fictional(999),
    body: 'Hello?',
    at: clock(),
    media: 0,
    status: 'received',
    errorCode: null,
  }))
  await expectNoScans(app, [['a page of the carrier', () => findMissing(deps, page)]])
})

async function importOne({ staffRequest }: App) {
  const body = new FormData()
  body.append('jsonFile', new File([exportOf([exportRecord(1)])], 'e.json', { type: 'application/json' }))
  const answer = await staffRequest(importUpload.path, { method: 'POST', body })
  expect(await answer.json()).toMatchObject({ recordsAdded: 1 })
}

/** As in production: plans for the values of each call. Other tests plan a query once per connection. */
async function planForValues(pool: Database, connections: number) {
  const all = await Promise.all(Array.from({ length: connections }, () => pool.reserve()))
  for (const connection of all) {
    await connection`set plan_cache_mode = auto`
    connection.release()
  }
}

/** Runs each query and names those that scan 1000 rows of a large table. */
async function expectNoScans({ sql, deps, simulator }: App, acts: Acts) {
  const read: string[] = []
  const pools = [sql, deps.reserved]
  await planForValues(sql, 5)
  await planForValues(deps.reserved, 4)
  for (const [what, act, counted] of acts) {
    const before = await rowsRead(pools)
    await act()
    await simulator.drain()
    const after = await rowsRead(pools)
    for (const table of LARGE) {
      const rows = (after.get(table) ?? 0) - (before.get(table) ?? 0)
      if (rows >= 1000 && !counted?.includes(table)) read.push(`${what}: ${rows} rows of ${table}`)
    }
  }
  expect(read).toEqual([])
}

/** Rows read by sequential scans per table so far, over all connections of these pools. */
async function rowsRead(pools: Database[]): Promise<Map<string, number>> {
  // Statistics are per connection: one query per connection flushes them.
  const flush = (sql: Database) => sql`select pg_stat_force_next_flush(), pg_sleep(0.02)`
  await Promise.all(pools.flatMap((sql) => Array.from({ length: sql.options.max }, () => flush(sql))))
  const [sql] = pools as [Database]
  const rows = await sql<{ name: string; rows: number }[]>`
    select relname as name, coalesce(seq_tup_read, 0) as rows from pg_stat_user_tables`
  return new Map(rows.map(({ name, rows }) => [name, rows]))
}

/** Fills all large tables and returns the id of a large paused campaign. */
async function fill(sql: Database): Promise<string> {
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
  const [campaign] = await sql<[{ id: string }]>`
    insert into campaigns (state, template, basis, created_by, created_at, watched_from)
    select 'paused', ${TEMPLATE}, 'consent', id, now(), now() from admins limit 1 returning id`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, status_at, priority, due_at, due_until,
      campaign_id, prospect_id)
    select 'outbound', 'first_text', phone, 'Hi', now(), 'queued', now(), 2, 'epoch', 'infinity', ${campaign.id}, id
    from prospects limit ${QUEUED}`
  const many = sql`generate_series(1, ${OTHERS}) n`
  const hash = sql`sha256(n::text::bytea)`
  const admin = sql`(select id from admins limit 1)`
  await sql`
    insert into consent_ledger (phone, at, change, source, wording)
    select phone, now(), 'basis', 'campaign', 'consent' from prospects`
  await sql`
    insert into suppressions (phone, since, source, wording)
    select '+4475' || (10000000 + n), now(), 'keyword', 'STOP' from generate_series(1, 5000) n`
  await sql`
    insert into receipts (sid, status, raw, received_at)
    select sid, 'delivered', '{}', now() from messages where sid is not null limit ${OTHERS}`
  await sql`insert into audit_log (actor_kind, actor, action, subject) select 'staff', 'maya', 'status', n::text from ${many}`
  await sql`insert into leads (mobile_number) select '+4476' || (10000000 + n) from ${many}`
  await sql`
    insert into waitlist_responses (mobile_number, phone, customer_count, mobile_numbers_count, avg_spend,
      has_marketing_consent, hardest_part_text, consent_agreed)
    select '+4476' || (10000000 + n), '+4476' || (10000000 + n), '500-1000', '250-500', '60-100', 'yes-clearly', 'All of it', true
    from ${many}`
  await sql`
    insert into campaigns (state, template, basis, created_by, created_at, watched_from)
    select 'finished', ${TEMPLATE}, 'consent', id, now(), now() from admins, generate_series(1, 30) limit 30`
  await sql`
    insert into campaign_left_out (campaign_id, prospect_id, reason)
    select (array(select id from campaigns))[1 + n % 31], id, 'no_phone'
    from (select id, row_number() over () as n from prospects limit ${OTHERS}) p`
  const [made] = await sql<[{ id: string }]>`
    insert into imports (export_id, source_app, total_records, records_added, records_duplicated, records_errored, imported_at)
    values ('e', 's', 0, 0, 0, 0, now()) returning id`
  await sql`insert into import_errors (import_id, index, reason) select ${made.id}, n, 'no name' from ${many}`
  await sql`
    insert into sessions (token_hash, admin_id, created_at, last_seen_at) select ${hash}, ${admin}, now(), now() from ${many}`
  await sql`insert into idempotency_keys (admin_id, call, key) select ${admin}, 'reply', n::text from ${many}`
  await sql`insert into rate_limits (key, window_start, hits) select n::text, now(), 1 from ${many}`
  await sql`insert into admins (username, password_hash) select 'staff ' || n, '' from generate_series(1, 300) n`
  await sql`
    insert into known_devices (token_hash, admin_id, used_at)
    select ${hash}, a.id, now() from ${many} join admins a on a.username = 'staff ' || (1 + n % 300)`
  await sql`insert into erased_before (phone, at) select '+4477' || (10000000 + n), now() from ${many}`
  await sql`insert into pending_carrier_deletions (sid, since) select 'SM' || md5('x' || n), now() from ${many}`
  // Counts read an index alone once the table is vacuumed.
  await sql`vacuum analyze`
  return campaign.id
}
