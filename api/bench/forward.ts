import { performance } from 'node:perf_hooks'
import type { Database } from '../platform/db/open.ts'
import { hashOfToken } from '../platform/http/tokens.ts'
import { createToken } from '../salons/bookingLinks/tokens.ts'
import { CONNECTIONS, type Server, withServers } from './servers.ts'
import { type Figure, median } from './table.ts'

/** Clients in a batch. Each opens the link once, so that every request counts a click. */
const BATCH = 1000
const ROUNDS = 5
const WARM_UP = 1

/** Booking links under load: `CONNECTIONS` phones at a time, as fast as they are answered. */
export const benchForward = (): Promise<Figure[]> =>
  withServers(
    async (sql, app, bare) => {
      const tokens = await fill(sql, 2 * (ROUNDS + WARM_UP) * BATCH)
      const rounds: { app: number; bare: number }[] = []
      for (let round = 0; round < ROUNDS + WARM_UP; round++) {
        const measured = {
          app: await openAll(app, tokens.splice(0, BATCH)),
          bare: await openAll(bare, tokens.splice(0, BATCH)),
        }
        if (round >= WARM_UP) rounds.push(measured)
      }
      return [
        {
          what: `p99 of a forward, ${CONNECTIONS} at a time`,
          today: median(rounds.map((round) => round.app)),
          reference: median(rounds.map((round) => round.bare)),
          referenceName: 'bare service',
          unit: 'ms',
          floor: { of: 'today', atMost: 50 },
        },
      ]
    },
    new URL('bare/forwardServer.ts', import.meta.url),
  )

/** The 99th percentile in ms. */
async function openAll(server: Server, tokens: string[]): Promise<number> {
  const times: number[] = []
  const next = tokens.values()
  const phone = async () => {
    for (const token of next) {
      const start = performance.now()
      await server.read(`/b/${token}`)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, phone))
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

/** One campaign to this many clients. Returns the tokens of their links. */
async function fill(sql: Database, clients: number): Promise<string[]> {
  const tokens = Array.from({ length: clients }, createToken)
  const links = tokens.map((token, n) => ({
    phone: `+4477${String(n).padStart(8, '0')}`,
    hash: hashOfToken(token).toString('hex'),
  }))
  const [salon] = await sql<[{ id: string }]>`
    insert into salons (slug, name, country, time_zone, currency, owner_name, booking_url)
    values ('glow', 'Glow', 'GB', 'Europe/London', 'GBP', 'Aoife', 'https://book.example/glow') returning id`
  const [campaign] = await sql<[{ id: string }]>`
    insert into campaigns (salon_id, template, state, basis, created_by, created_at, watched_from)
    values (${salon.id}, 'x', 'finished', 'soft_opt_in', (select id from admins limit 1), now(), now()) returning id`
  await sql`
    with given as (select * from jsonb_to_recordset(${sql.json(links)}) as g (phone text, hash text)), client as (
      insert into clients (salon_id, phone, created_at) select ${salon.id}, phone, now() from given returning id, phone
    )
    insert into invitations (campaign_id, client_id, token_hash, created_at)
    select ${campaign.id}, client.id, decode(given.hash, 'hex'), now() from given join client using (phone)`
  await sql.unsafe('vacuum analyze')
  return tokens
}
