import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { approvedOffer, readySalon, storeList } from '../testing/salons.ts'

test('a booking link forwards for 13 months', async () => {
  const app = await testApp()
  const { sql, worker, clock } = app
  const salon = await readySalon(app)
  await storeList(app, salon.id, ['Mary,+447700900600,2025-09-01,Yes', 'Ella,+447700900601,2025-09-01,Yes'])
  const offerId = await approvedOffer(app, salon.id)
  await app.staff.salonCampaigns.start({ id: salon.id, offerId, perDay: 10 })
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
  // Sessions: that of testApp, one unused for an hour, and used ones started within 30 days.
  expect({
    sessions: await count('sessions'),
    keys: await count('idempotency_keys'),
    limits: (
      await sql`select key from rate_limits where key like '%hour%' or key like '%day%' order by key`
    ).map(({ key }) => key as string),
    failures: (await sql`select convert_from(key, 'utf8') as key from login_failures order by 1`).map(
      ({ key }) => key as string,
    ),
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
