import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'

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
