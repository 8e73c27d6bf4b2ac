import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/db/open.ts'
import { testApp } from '../../testing/app.ts'
import { findAudience } from './audience.ts'

const NUMBERS = 400
const TEXTS = 1200
const NOW = new Date('2026-03-10T12:00:00Z')

test('large and small selections get the same reasons', async () => {
  const { sql, env } = await testApp()
  await fill(sql)
  const rows = await sql<{ id: string; phone: string }[]>`select id, phone from prospects order by id`
  const ids = rows.map(({ id }) => id)
  const reasonsOf = async (given: string[]) => {
    const members = await findAudience(sql, env, given, NOW)
    return new Map(members.map(({ prospectId, reason }) => [prospectId, reason]))
  }
  const defined = new Map((await definedReasons(sql)).map(({ id, reason }) => [id, reason]))
  const small = await reasonsOf(ids)
  const large = await reasonsOf([...ids, ...ids, ...Array.from({ length: 1000 }, () => randomUUID())])
  expect(new Set(defined.values()).size).toBe(8)
  for (const id of ids)
    expect([id, small.get(id), large.get(id)]).toEqual([id, defined.get(id), defined.get(id)])
  expect(large.size).toBe(NUMBERS + 1000)
})

test('the audience keeps the order of the selection without duplicates', async () => {
  const { sql, env } = await testApp()
  await fill(sql)
  const rows = await sql<{ id: string }[]>`select id from prospects order by md5(id::text)`
  const given = [...rows.map(({ id }) => id), ...Array.from({ length: 1000 }, () => randomUUID())]
  const members = await findAudience(sql, env, [...given, ...given.map((id) => id.toUpperCase())], NOW)
  expect(members.map(({ prospectId }) => prospectId)).toEqual(given)
  expect(members.map(({ place }) => place)).toEqual(given.map((_, at) => at + 1))
})

/** Seeded texts of every kind, state and age; some numbers opted out or are undeliverable. */
async function fill(sql: Database) {
  await sql`select setseed(0.5)`
  await sql`
    insert into prospects (name, phone, category, country, phone_type)
    select 'Salon ' || n, '+4477' || (10000000 + n), 'Hair Salon', 'GB', case when n % 20 = 0 then 'Landline' else 'mobile' end
    from generate_series(1, ${NUMBERS}) n`
  const [admin] = await sql<[{ id: string }]>`select id from admins limit 1`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, accepted_at, resolved_by, released_at, processed)
    select case when kind = 'inbound' then 'inbound' else 'outbound' end, kind, phone, 'Hi', ${NOW}::timestamptz - age,
      case when kind = 'inbound' then 'received' else status end,
      case when kind <> 'inbound' and (status in ('sent', 'delivered') or chance < 0.1)
        then ${NOW}::timestamptz - least(age, interval '6 days' * chance) end,
      case when kind <> 'inbound' and status = 'failed' and chance > 0.5 then ${admin.id}::uuid end,
      case when kind <> 'inbound' and status = 'failed' and chance > 0.8 then ${NOW}::timestamptz end, chance > 0.3
    from (
      select '+4477' || (10000001 + floor(random() * ${NUMBERS}))::int as phone, random() as chance,
        interval '12 days' * random() as age,
        (array['inbound', 'inbound', 'reply', 'details', 'first_text'])[1 + n % 5] as kind,
        (array['queued', 'sent', 'delivered', 'failed', 'canceled', 'failed'])[1 + floor(random() * 6)::int] as status
      from generate_series(1, ${TEXTS}) n
    ) texts on conflict do nothing`
  await sql`
    insert into suppressions (phone, since, source, wording)
    select '+4477' || (10000000 + n), now(), 'keyword', 'STOP' from generate_series(1, ${NUMBERS}, 17) n`
  await sql`
    insert into undeliverable select '+4477' || (10000000 + n), now(), 30005, 'gone' from generate_series(5, ${NUMBERS}, 19) n`
}

/** Reference implementation, number by number. */
function definedReasons(sql: Database) {
  const recently = new Date(NOW.getTime() - 5 * 24 * 3_600_000)
  return sql<{ id: string; reason: string | null }[]>`
    select p.id, case
      when exists (select 1 from suppressions s where s.phone = p.phone) then 'opted_out'
      when exists (select 1 from undeliverable u where u.phone = p.phone) then 'undeliverable'
      when lower(p.phone_type) = 'landline' then 'landline'
      when exists (select 1 from messages m where m.phone = p.phone and m.kind = 'first_text' and m.released_at is null
        and (m.status not in ('canceled', 'failed') or m.accepted_at is not null)) then 'already_texted'
      when exists (select 1 from messages m where m.phone = p.phone and m.kind = 'first_text'
        and m.released_at is null and m.resolved_by is not null) then 'maybe_texted'
      when exists (select 1 from messages m where m.phone = p.phone and m.direction = 'outbound'
        and (m.status not in ('canceled', 'failed') or (m.resolved_by is not null and m.released_at is null))
        and (m.created_at > ${recently} or m.accepted_at > ${recently})) then 'texted_recently'
      when exists (select 1 from messages m where m.phone = p.phone and m.direction = 'inbound' and not m.processed)
        then 'open_conversation'
    end as reason from prospects p`
}
