import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { logIn, startServer } from '@salonback/shared/testing/server.ts'
import { findAudience } from '../campaigns/audience.ts'
import { type Database, inTransaction, openDatabase } from '../db/open.ts'
import { systemClock } from '../deps.ts'
import { readEnv } from '../env.ts'
import { claimDue } from '../messages/claim.ts'
import { openRawClient, rawRequest } from '../testing/rawClient.ts'
import { ACCOUNT_SID, AUTH_TOKEN, HASH_KEY, SENDER } from '../testing/start.ts'
import { inboundParams, messageSid, signedHook } from '../testing/webhooks.ts'
import { onPostgres } from './postgres.ts'
import { type Figure, median, percentile } from './table.ts'

const SELECTED = 100_000
const TEXTS = 1_000_000
const PREVIEWS = 5
const STARTS = 3
const QUIET_MS = 4000
const TEMPLATE =
  'Hi {name}, Salonback here. We text your past clients to come back and rebook. No upfront cost: you pay 30% of the first rebooking. Interested? Reply YES. Reply STOP to opt out.'
const PATH = '/api/webhooks/twilio/inbound'

/** The dialog of first texts to a hundred thousand prospects among a million texts, beside its statements alone. */
export const benchCampaigns = (): Promise<Figure[]> => onPostgres(({ url }) => measure(url))

async function measure(url: string): Promise<Figure[]> {
  const server = await startServer({
    DATABASE_URL: url,
    TWILIO_ACCOUNT_SID: ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: AUTH_TOKEN,
    TWILIO_FROM_NUMBER: SENDER,
    TWILIO_API_BASE_URL: 'http://127.0.0.1:9',
    PHONE_HASH_KEY: HASH_KEY,
    QUIET_HOURS: '00:00-24:00',
    SEND_RATE_PER_SECOND: '0.001',
  })
  const sql = openDatabase(url)
  try {
    await fill(sql)
    const { staff } = await logIn(server.origin)
    const idsOf = async (from: number) =>
      (
        await sql<{ id: string }[]>`
          select id from prospects where phone > ${phoneOf(from)} and phone <= ${phoneOf(from + SELECTED)} order by md5(id::text)`
      ).map(({ id }) => id)
    const [mixed, fresh] = [await idsOf(0), await idsOf(SELECTED)]
    const previews: number[] = []
    const alone: number[] = []
    const env = readEnv({ PHONE_HASH_KEY: HASH_KEY })
    for (let round = 0; round <= PREVIEWS; round++) {
      const ours = await timed(() => staff.campaigns.preview({ prospectIds: mixed, template: TEMPLATE }))
      const its = await timed(() => findAudience(sql, env, mixed, new Date()))
      if (round > 0) previews.push(ours)
      if (round > 0) alone.push(its)
    }
    const others = { sql, origin: server.origin }
    const quiet = await meanwhile(others, () => wait(QUIET_MS))
    const starts: number[] = []
    const inserts: number[] = []
    const busy: Others[] = []
    for (let round = 0; round < STARTS; round++) {
      let id = ''
      busy.push(
        await meanwhile(others, async () => {
          const from = performance.now()
          const started = await staff.campaigns.start({
            prospectIds: fresh,
            template: TEMPLATE,
            basis: 'consent',
          })
          starts.push((performance.now() - from) / 1000)
          if (started.total !== SELECTED) throw new Error(`${started.total} texts were queued`)
          id = started.id
        }),
      )
      await staff.campaigns.cancel({ id })
      inserts.push(await plainInsert(sql, id))
    }
    return [
      {
        what: 'preview of 100,000 prospects',
        ours: median(previews),
        unit: 'ms',
        reach: { atMost: 800 },
        note: `slowest of ${PREVIEWS} ${Math.max(...previews).toFixed(0)} ms`,
      },
      {
        what: 'the same, beside its statement alone',
        ours: median(previews),
        reference: median(alone),
        unit: 'ms',
        beside: 'who gets it and why not',
        reach: { atMost: 2 },
      },
      { what: 'start to 100,000 prospects', ours: median(starts), unit: 's', reach: { atMost: 5 } },
      {
        what: 'the same, beside the bare rows',
        ours: median(starts),
        reference: median(inserts),
        unit: 's',
        beside: 'one insert … select',
        reach: { atMost: 2 },
      },
      {
        what: 'a received text during a start: p99',
        ours: median(busy.map(({ hook }) => hook)),
        reference: quiet.hook,
        unit: 'ms',
        beside: 'with nothing else',
        note: `slowest ${Math.max(...busy.map(({ slowestHook }) => slowestHook)).toFixed(0)} ms`,
      },
      {
        what: 'a claim during a start: p99',
        ours: median(busy.map(({ claim }) => claim)),
        reference: quiet.claim,
        unit: 'ms',
        beside: 'with nothing else',
      },
    ]
  } finally {
    await sql.end()
    await server.stop()
    await server.remove()
  }
}

const phoneOf = (n: number) => `+447${300_000_000 + n}`

/**
 * Of the first hundred thousand a tenth had a first text, a tenth any other lately, a tenth waits for an answer. Somebody
 * else was erased: from then on every number is held against the hashes.
 */
async function fill(sql: Database) {
  for (const table of ['messages', 'prospects']) await sql`alter table ${sql(table)} disable trigger user`
  await sql`
    insert into prospects (name, phone, category, country, phone_type)
    select 'Salon ' || n, '+447' || (300000000 + n), 'Hair Salon', 'GB', 'mobile' from generate_series(1, ${2 * SELECTED}) n`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, status_at, sid, accepted_at, intent, processed)
    select case when kind = 'inbound' then 'inbound' else 'outbound' end, kind, '+447' || (300000000 + number),
      'A text of about as many letters as people write to each other', at, case when kind = 'inbound' then 'received' else 'delivered' end,
      at, 'SM' || md5(n::text), case when kind <> 'inbound' then at end, case when kind = 'inbound' then 'unclear' end, not open
    from (
      select n, number, number % 10 = 3 and number <= ${SELECTED} and n <= ${2 * SELECTED} as open,
        case when number % 10 = 2 and number <= ${SELECTED} and n <= ${2 * SELECTED} then now() - interval '1 hour'
          else now() - interval '6 days' - n * interval '5 seconds' end as at,
        case when number % 10 = 1 and number <= ${SELECTED} and n <= ${2 * SELECTED} then 'first_text'
          when number % 10 = 3 or n % 2 = 0 then 'inbound' else 'reply' end as kind
      from (select n, 1 + n % ${2 * SELECTED} as number from generate_series(1, ${TEXTS}) n) numbered
    ) texts`
  for (const table of ['messages', 'prospects']) await sql`alter table ${sql(table)} enable trigger user`
  await sql`
    insert into suppressions (phone_hash, since, source, wording, erased_at)
    values (sha256('nobody'), now(), 'staff', 'Erased on request', now())`
  await sql`select recount_figures()`
  await sql.unsafe('vacuum analyze')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

interface Others {
  /** p99 in ms. */
  hook: number
  slowestHook: number
  claim: number
}

/** While something else runs: a received text every 20 ms, and claims one after the other by a process of its own. */
async function meanwhile(
  { sql, origin }: { sql: Database; origin: string },
  work: () => Promise<unknown>,
): Promise<Others> {
  const env = readEnv({ SEND_RATE_PER_SECOND: '10000', PHONE_HASH_KEY: HASH_KEY })
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, due_at, priority)
    select 'outbound', 'details', '+1202555' || lpad(n::text, 4, '0'), 'Hi', now(), 'queued', now() - interval '1 day', 1
    from generate_series(1, 4000) n`
  let over = false
  const hooks: number[] = []
  const claims: number[] = []
  const client = await openRawClient(origin)
  const receiving = (async () => {
    while (!over) {
      const params = inboundParams({
        From: phoneOf(1 + Math.floor(Math.random() * SELECTED)),
        Body: 'When do you open?',
        MessageSid: messageSid(),
      })
      const { body, headers } = signedHook({ origin, path: PATH, params })
      const { status, ms } = await client.ask(rawRequest(origin, PATH, headers, body))
      if (status !== 200) throw new Error(`a received text was answered ${status}`)
      hooks.push(ms)
      await wait(20)
    }
  })()
  const claiming = (async () => {
    while (!over) {
      claims.push(await timed(() => claimDue({ sql, env, clock: systemClock }, 1)))
      await wait(20)
    }
  })()
  await work()
  over = true
  await Promise.all([receiving, claiming])
  client.close()
  await sql`delete from messages where kind = 'details'`
  return { hook: percentile(hooks, 99), slowestHook: Math.max(...hooks), claim: percentile(claims, 99) }
}

/** The rows of that campaign once more by one statement, with all that hangs on them; rolled back. In s. */
async function plainInsert(sql: Database, campaign: string): Promise<number> {
  const undone = new Error('undone')
  let seconds = 0
  const insert = inTransaction(sql, async (open) => {
    await open`set local statement_timeout = 0`
    const from = performance.now()
    await open`
      insert into messages (direction, kind, phone, body, prospect_id, created_at, segments, status, status_at, priority,
        due_at, due_until, campaign_id, created_by)
      select direction, kind, phone, body, prospect_id, created_at, segments, 'queued', status_at, priority,
        due_at, due_until, campaign_id, created_by
      from messages where campaign_id = ${campaign}`
    seconds = (performance.now() - from) / 1000
    throw undone
  })
  await insert.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return seconds
}
