import { performance } from 'node:perf_hooks'
import type { Database } from '../platform/db/open.ts'
import { CONVERSATION_PHONE, listReads } from './listReads.ts'
import { withServers } from './servers.ts'
import { type Figure, median } from './table.ts'

const ROUNDS = 10
/** Rounds that are not counted. Afterwards Postgres uses generic plans for every statement. */
const WARM_UP = 6
const RECEIVED = 20_000
const LEADS = 10_000
const RESPONSES = 10_000
const OPT_OUTS = 5000
const UNKNOWN = 1000
const CONVERSATION = 200

/** The console's lists over HTTP, compared with a bare service that looks up the session and responds with the same SQL. */
export const benchLists = (): Promise<Figure[]> =>
  withServers(async (sql, app, bare) => {
    await fill(sql)
    const steps = Object.entries(listReads).flatMap(([name, { path }]) => [
      { key: `${name} app`, run: () => app.read(path) },
      { key: `${name} bare`, run: () => bare.read(`/${encodeURIComponent(name)}`) },
    ])
    const medians = await measureInterleaved(steps)
    return Object.keys(listReads).map((name) => ({
      what: name,
      today: medians.get(`${name} app`) ?? Number.NaN,
      reference: medians.get(`${name} bare`) ?? Number.NaN,
      referenceName: 'bare service',
      unit: 'ms',
      floor: { of: 'ratio', atMost: 2 },
    }))
  })

/**
 * Medians in ms. Runs the steps in turn, so that a slow moment of the machine affects all, and every second round backwards,
 * so that no step always finds what its neighbour left in a cache.
 */
async function measureInterleaved(steps: { key: string; run: () => Promise<void> }[]) {
  const times = new Map<string, number[]>(steps.map(({ key }) => [key, []]))
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const { key, run } of round % 2 === 1 ? steps.toReversed() : steps) {
      const start = performance.now()
      await run()
      if (round >= WARM_UP) times.get(key)?.push(performance.now() - start)
    }
  }
  return new Map([...times].map(([key, values]) => [key, median(values)]))
}

async function fill(sql: Database) {
  await sql`
    insert into prospects (name, phone, country)
    select 'Salon ' || n, '+4477' || lpad(n::text, 8, '0'), 'GB' from generate_series(1, 20000) n`
  await sql`
    insert into leads (mobile_number, created_at, last_submitted_at)
    select '+4478' || lpad(n::text, 8, '0'), now() - make_interval(secs => n), now()
    from generate_series(1, ${LEADS}::int) n`
  await sql`
    insert into waitlist_responses (mobile_number, email, customer_count, mobile_numbers_count, avg_spend,
      has_marketing_consent, hardest_part_text, consent_agreed, submitted_at)
    select '+4478' || lpad(n::text, 8, '0'), 'owner' || n || '@salon.example', '500-1000', '250-500', '60-100',
      'yes-clearly', 'They come once, and then we do not hear from them', true, now() - make_interval(secs => n)
    from generate_series(1, ${RESPONSES}::int) n`
  await sql`
    insert into suppressions (phone, since, source, wording)
    select '+4477' || lpad(n::text, 8, '0'), now() - make_interval(secs => n), 'keyword', 'STOP'
    from generate_series(1, ${OPT_OUTS}::int) n`
  await fillMessages(sql)
  await sql.unsafe('vacuum analyze')
}

/** Received texts, a tenth of them unprocessed; texts with unknown outcome; one long conversation. */
async function fillMessages(sql: Database) {
  await sql`alter table messages disable trigger user`
  await sql`
    insert into messages (direction, kind, phone, our_number, body, created_at, status, processed, intent)
    select 'inbound', 'inbound', '+4477' || lpad((1 + n % 20000)::text, 8, '0'), '+447700900100',
      'A text of about as many letters as people write to each other, number ' || n,
      now() - make_interval(secs => n), 'received', n % 10 <> 0, 'unclear'
    from generate_series(1, ${RECEIVED}::int) n`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, attempted_at, status)
    select 'outbound', 'reply', '+4477' || lpad(n::text, 8, '0'), 'A text that may have arrived or not', now(), now(),
      'unknown' from generate_series(1, ${UNKNOWN}::int) n`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, intent)
    select case when n % 2 = 0 then 'inbound' else 'outbound' end, case when n % 2 = 0 then 'inbound' else 'reply' end,
      ${CONVERSATION_PHONE}, 'A text of a long conversation, number ' || n, now() - make_interval(days => n),
      case when n % 2 = 0 then 'received' else 'delivered' end, case when n % 2 = 0 then 'unclear' end
    from generate_series(1, ${CONVERSATION}::int) n`
  await sql`alter table messages enable trigger user`
}
