import type { Database } from '../db/open.ts'
import { interleaved } from './interleaved.ts'
import { inboxReads, listReads, type Read, TALKER } from './reads.ts'
import { ORDER, onService, type Served } from './served.ts'
import type { Figure } from './table.ts'

const ROUNDS = 10
const TEXTS = 20_000
const MANY_TEXTS = 1_000_000
const LEADS = 10_000
const RESPONSES = 10_000
const OPT_OUTS = 5000
const UNKNOWN = 1000
const CONVERSATION = 200

/**
 * The console's lists over HTTP, beside the same SQL alone: what session, JSON and compression add; and beside a bare
 * service that looks up the session and answers with that SQL: what nobody can save. Each server is a process of its own,
 * so that it does not pay for its client; the SQL brings its rows into this one, over a pool of the same kind.
 */
export const benchLists = (): Promise<Figure[]> =>
  onService(async (sql, ours, bare) => {
    const measure = (reads: Record<string, Read>, of = '') => beside({ sql, ours, bare }, reads, of)
    await fill(sql)
    await receive(sql, TEXTS)
    const figures = await measure(listReads)
    figures.push(...(await measure(inboxReads, `inbox of ${words(TEXTS)}: `)))
    await receive(sql, MANY_TEXTS)
    return [...figures, ...(await measure(inboxReads, `inbox of ${words(MANY_TEXTS)}: `))]
  })

/** How many rows each has. */
const sizes: Record<string, number> = {
  conversation: CONVERSATION,
  leads: LEADS,
  waitlist: RESPONSES,
  'opt-outs': OPT_OUTS,
  'unknown texts': UNKNOWN,
  'all received texts': TEXTS,
}

async function beside(
  { sql, ours, bare }: { sql: Database; ours: Served; bare: Served },
  reads: Record<string, Read>,
  of: string,
): Promise<Figure[]> {
  const steps = Object.entries(reads).flatMap(([name, read]) => [
    [`${name} ours`, () => ours.read(read.path)] as const,
    [`${name} sql`, () => read.sql(sql)] as const,
    [`${name} bare`, () => bare.read(`/${encodeURIComponent(name)}`)] as const,
  ])
  const ms: Record<string, number> = await interleaved(Object.fromEntries(steps), ROUNDS, ORDER)
  return Object.keys(reads).flatMap((name): Figure[] => {
    const what = `${of}${name}${sizes[name] ? `, ${words(sizes[name])}` : ''}`
    const [today, alone, least] = ['ours', 'sql', 'bare'].map((kind) => ms[`${name} ${kind}`] ?? Number.NaN)
    const figure = { what, ours: today ?? Number.NaN, unit: 'ms' } as const
    return [
      { ...figure, reference: alone ?? Number.NaN, beside: 'the same SQL alone', reach: { atMost: 1.5 } },
      { ...figure, reference: least ?? Number.NaN, beside: 'a bare service', reach: { atMost: 1.25 } },
    ]
  })
}

const words = (count: number) => count.toLocaleString('en')

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
}

/** Texts that were received, a tenth of them not looked at yet; beside them the unknown ones and one conversation. */
async function receive(sql: Database, count: number) {
  await sql`truncate messages cascade`
  await sql`alter table messages disable trigger user`
  await sql`
    insert into messages (direction, kind, phone, our_number, body, created_at, status, processed, intent)
    select 'inbound', 'inbound', '+4477' || lpad((1 + n % 20000)::text, 8, '0'), '+447700900100',
      'A text of about as many letters as people write to each other, number ' || n,
      now() - make_interval(secs => n), 'received', n % 10 <> 0, 'unclear'
    from generate_series(1, ${count}::int) n`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, attempted_at, status)
    select 'outbound', 'reply', '+4477' || lpad(n::text, 8, '0'), 'A text that may have arrived or not', now(), now(),
      'unknown' from generate_series(1, ${UNKNOWN}::int) n`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, intent)
    select case when n % 2 = 0 then 'inbound' else 'outbound' end, case when n % 2 = 0 then 'inbound' else 'reply' end,
      ${TALKER}, 'A text of a long conversation, number ' || n, now() - make_interval(days => n),
      case when n % 2 = 0 then 'received' else 'delivered' end, case when n % 2 = 0 then 'unclear' end
    from generate_series(1, ${CONVERSATION}::int) n`
  await sql`alter table messages enable trigger user`
  await sql`select recount_figures()`
  await sql.unsafe('vacuum analyze')
}
