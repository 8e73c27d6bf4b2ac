import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../platform/db/open.ts'
import { hashOfToken } from '../platform/http/tokens.ts'
import { startServerProcess } from './servers.ts'
import type { Figure } from './table.ts'
import { withTables } from './withDatabase.ts'

const CLIENTS = 10_000
/** One of so many clients was texted, and gets a visit and a fee. */
const TEXTED = 10
const BATCH = 500
/** 10,000 appointments a minute. */
const EVERY_MS = 3000
const BATCHES = 5
const KEY = `sbk_${'a'.repeat(43)}`

/** How much slower calls of the console are while a booking system sends 10,000 appointments a minute. */
export const benchFeed = async (): Promise<Figure[]> => [
  await slowedBy('of many clients', (n) => n),
  await slowedBy('of one client', () => 0),
]

/** The feed for the clients of these numbers, in an empty database. */
const slowedBy = (whose: string, clientOf: (n: number) => number): Promise<Figure> =>
  withTables(async (sql, url) => {
    const salonId = await fill(sql)
    const server = await startServerProcess(new URL('feedServer.ts', import.meta.url), url)
    try {
      await measureCalls(server, 2000)
      const idle = await measureCalls(server, EVERY_MS * 2)
      const feeding = feed(server.origin, salonId, clientOf)
      const [busy] = await Promise.all([measureCalls(server, EVERY_MS * BATCHES), feeding])
      return {
        what: `95 % of calls, slower while 10,000 bookings a minute ${whose} arrive`,
        today: Math.max(0, busy - idle),
        unit: 'ms',
        floor: { of: 'today', atMost: 50 },
      }
    } finally {
      await server.stop()
    }
  })

const phoneOf = (n: number) => `+4477009${String(10_000 + n)}`

async function fill(sql: Database): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into salons (slug, name, country, time_zone, currency, owner_name)
    values ('aoife', 'Aoife Hair', 'GB', 'Europe/London', 'GBP', 'Aoife') returning id`
  await sql`insert into admins (username) values ('bench')`
  await sql`
    insert into campaigns (salon_id, template, state, basis, created_by, created_at, watched_from)
    select ${id}, 'Hello', 'finished', 'soft_opt_in', a.id, now(), now() from admins a`
  await sql`
    insert into clients (salon_id, phone, created_at)
    select ${id}, '+4477009' || (10000 + n), now() from generate_series(0, ${CLIENTS - 1}::int) n`
  await sql`alter table messages disable trigger user`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, accepted_at, status, salon_id, campaign_id, client_id)
    select 'outbound', 'offer', c.phone, 'Hello', now(), now() - interval '20 days', 'delivered', c.salon_id, k.id, c.id
    from clients c cross join campaigns k where right(c.phone, 1)::int % ${TEXTED} = 0`
  await sql`alter table messages enable trigger user`
  await sql`
    insert into api_keys (name, key_hash, ending, scopes, salon_id, created_by, created_at)
    values ('bench', ${hashOfToken(KEY)}, 'aaaa', '["visits"]', ${id}, 'bench', now())`
  await sql.unsafe('vacuum analyze')
  return id
}

async function feed(origin: string, salonId: string, clientOf: (n: number) => number): Promise<void> {
  const at = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  for (let batch = 0; batch < BATCHES; batch++) {
    const next = wait(EVERY_MS)
    const visits = Array.from({ length: BATCH }, (_, n) => ({
      ...{
        externalId: `visit-${batch}-${n}`,
        phone: phoneOf(clientOf(batch * BATCH + n)),
        state: 'attended',
        amount: 4500,
      },
      ...{ bookedAt: at(15), startsAt: at(5) },
    }))
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ salonId, visits })
    const answer = await fetch(`${origin}/api/v1/visits`, { method: 'POST', headers, body })
    const text = await answer.text()
    if (!answer.ok || text.includes('"invalid"'))
      throw new Error(`the feed got ${answer.status}: ${text.slice(0, 500)}`)
    await next
  }
}

const PATHS = ['/api/admin/salons', '/api/admin/today', '/api/admin/leads']

/** The 95th percentile of console calls, one every 50 ms. */
async function measureCalls(
  { origin, cookie }: { origin: string; cookie: string },
  ms: number,
): Promise<number> {
  const end = performance.now() + ms
  const times: number[] = []
  for (let n = 0; performance.now() < end; n++) {
    const start = performance.now()
    const answer = await fetch(`${origin}${PATHS[n % PATHS.length]}`, { headers: { cookie } })
    await answer.text()
    if (!answer.ok) throw new Error(`a call got ${answer.status}`)
    times.push(performance.now() - start)
    await wait(50)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}
