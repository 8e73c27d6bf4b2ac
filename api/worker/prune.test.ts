import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { fictional, makeText } from '../testing/factories.ts'
import { listOf, salonWithOffer, storeList, uploadList } from '../testing/salons.ts'
import { testSalon } from '../testing/testSalon.ts'

test('a booking link forwards for 13 months', async () => {
  const app = await testApp()
  const { sql, worker, clock } = app
  const { salon, offerId } = await salonWithOffer(app, ['+447700900600', 'Ella,+447700900601'])
  await app.staff.campaigns.start({ id: salon.id, offerId, perDay: 10 })
  const age = (months: number, name: string) => sql`
    update invitations set created_at = ${clock()}::timestamptz - ${`${months} months`}::interval
    where client_id = (select id from clients where first_name = ${name})`
  await age(13, 'Mary')
  await age(14, 'Ella')
  await worker.round()
  const kept = await sql`select c.first_name from invitations i join clients c on c.id = i.client_id`
  expect(kept).toEqual([{ firstName: 'Mary' }])
})

test('rows are deleted after their retention and not before', async () => {
  const { sql, worker, clock, admin } = await testApp()
  const rows = (age: string) => sql`
    with at as (select ${clock()}::timestamptz - ${age}::interval as t),
      a as (insert into sessions (token_hash, admin_id, created_at, last_seen_at)
        select sha256(${age}::bytea), ${admin.id}, t, t from at),
      b as (insert into sessions (token_hash, admin_id, created_at, last_seen_at)
        select sha256(${`used ${age}`}::bytea), ${admin.id}, t, ${clock()} from at),
      c as (insert into idempotency_keys (admin_id, call, key, created_at) select ${admin.id}, 'x', ${age}, t from at),
      d as (insert into rate_limits (key, window_start, hits) select ${age}, t, 1 from at),
      e as (insert into login_failures (key, failures, at) select ${age}::bytea, array[t], t from at),
      f as (insert into known_devices (token_hash, admin_id, used_at) select sha256(${age}::bytea), ${admin.id}, t from at)
    insert into receipts (sid, status, raw, received_at) select ${age}, 'sent', '{}', t from at`
  for (const age of ['1 hour', '13 hours', '5 days', '31 days', '91 days', '401 days']) await rows(age)
  await worker.round()
  const count = async (table: string) => (await sql`select 1 from ${sql(table)}`).count
  const keys = async (rows: string) => (await sql.unsafe(rows).values()).flat()
  // Sessions: that of testApp, one unused for an hour, and used ones started within 30 days.
  expect({
    sessions: await count('sessions'),
    keys: await count('idempotency_keys'),
    limits: await keys("select key from rate_limits where key like '%hour%' or key like '%day%' order by 1"),
    failures: await keys("select convert_from(key, 'utf8') from login_failures order by 1"),
    devices: await count('known_devices'),
    receipts: await count('receipts'),
  }).toEqual({
    sessions: 1 + 1 + 3,
    keys: 3,
    limits: ['1 hour', '13 hours'],
    failures: ['1 hour', '13 hours'],
    devices: 5,
    receipts: 4,
  })
})

const DAY = 24 * 3_600_000

test('an uploaded list that is not stored is deleted after 7 days, with its file and rows', async () => {
  const { app, sql, worker, clock, id } = await testSalon()
  await storeList(app, id, ['Mary,07700 900501,2025-09-01,Yes'])
  await uploadList(app, id, listOf(['Pat,07700 900502,2025-09-01,Yes']))
  const states = async () => (await sql`select state from client_lists order by created_at`.values()).flat()
  clock.advance(7 * DAY - 1000)
  await worker.round()
  expect(await states()).toEqual(['committed', 'previewed'])
  clock.advance(DAY)
  await worker.round()
  expect(await states()).toEqual(['committed'])
  expect(await sql`select file from client_lists`).toEqual([{ file: null }])
  expect(await sql`select 1 from list_rows`).toHaveLength(0)
})

test('owner links are deleted 30 days after their use or end', async () => {
  const { app, sql, clock, id } = await testSalon()
  const day = (days: number) => new Date(clock().getTime() + days * DAY)
  const add = (name: string, expiresAt: Date, usedAt: Date | null) => sql`
    insert into owner_links (token_hash, salon_id, purpose, created_at, expires_at, used_at)
    values (sha256(${name}::bytea), ${id}, 'agree', ${day(-90)}, ${expiresAt}, ${usedAt})`
  await add('used long ago', day(10), day(-31))
  await add('expired long ago', day(-31), null)
  await add('used', day(-31), day(-29))
  await add('expired', day(-29), null)
  await add('open', day(5), null)
  await app.worker.round()
  const left = await sql<{ hash: string }[]>`select encode(token_hash, 'hex') as hash from owner_links`
  const names = ['used long ago', 'expired long ago', 'used', 'expired', 'open']
  const kept = names.filter((name) =>
    left.some(({ hash }) => hash === createHash('sha256').update(name).digest('hex')),
  )
  expect(kept).toEqual(['expired', 'open'])
})

test('clients without texts are deleted 24 months after the last list or consent; objections stay', async () => {
  const { app, sql, clock, worker, id, sender } = await testSalon()
  const [gone, objected, texted] = [fictional(501), fictional(502), fictional(503)]
  const [joined, listed] = [fictional(504), fictional(505)]
  const row = (phone: string, consent = 'Yes') => `Mary,${phone},2025-09-01,${consent}`
  await storeList(app, id, [row(gone), row(objected, 'No'), row(texted), row(joined), row(listed)])
  await makeText(sql, { phone: texted, salonId: id, senderId: sender.id, kind: 'offer' })
  const listedYes = { kind: 'listed_yes', source: 'list', wording: 'Yes', at: clock() }
  await sql`insert into consent_events ${sql({ salonId: id, phone: gone, ...listedYes })}`
  await sql`update client_lists set created_at = created_at - interval '10 days'`
  await sql`update consent_events set at = at - interval '10 days'`
  await storeList(app, id, [row(listed)])
  const consent = { kind: 'written_consent', source: 'join_page', wording: 'Yes', at: clock() }
  await sql`insert into consent_events ${sql({ salonId: id, phone: joined, ...consent })}`
  const phones = async () => (await sql`select phone from clients order by phone`.values()).flat()

  clock.advance(720 * DAY - 1000)
  await worker.round()
  expect(await phones()).toHaveLength(5)
  clock.advance(DAY)
  await worker.round()
  expect(await phones()).toEqual([texted, joined, listed])
  expect(await sql`select phone, kind from consent_events where phone in ${sql([gone, objected])}`).toEqual([
    { phone: objected, kind: 'objection' },
  ])
  expect(await sql`select 1 from consent_events where phone = ${joined}`).toHaveLength(2)
})
