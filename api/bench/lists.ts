import type { Database } from '../db/open.ts'
import { findLeads } from '../leads/queries.ts'
import { countInbox, findInboxPage, SCAN, streamReceived } from '../messages/inboxPages.ts'
import {
  findConversationHead,
  findConversationMessages,
  findKnownNumber,
  findOptOut,
  findOptOuts,
  findUnknown,
} from '../messages/queries.ts'
import { HASH_KEY, SENDER } from '../testing/start.ts'
import { findResponses } from '../waitlist/queries.ts'
import { interleaved } from './interleaved.ts'
import { onService, type Served } from './served.ts'
import type { Figure } from './table.ts'

const ROUNDS = 16
/** Each of the few connections that take turns prepares its statement, and plans it for good after five times. */
const ORDER = { warmUp: 25, mirrored: true }
const TEXTS = 20_000
const MANY_TEXTS = 1_000_000
const LEADS = 10_000
const RESPONSES = 10_000
const OPT_OUTS = 5000
const UNKNOWN = 1000
const CONVERSATION = 200
const TALKER = '+447900000001'
const KEYS = { PHONE_HASH_KEY: HASH_KEY, PHONE_HASH_KEY_PREVIOUS: undefined }

type Step = () => PromiseLike<unknown>

/**
 * The console's lists over HTTP, beside the same SQL alone: what session, JSON and compression add. The server is a process
 * of its own, so that it does not pay for its client; the SQL brings its rows into this one, over a pool of the same kind.
 * What any call costs is measured among them: one row by its key, with its session.
 */
export const benchLists = (): Promise<Figure[]> =>
  onService(async (sql, server) => {
    await fill(sql)
    await receive(sql, TEXTS)
    const figures = await beside(server, { ...listsOf(sql, server), ...inboxOf(sql, server, TEXTS) })
    await receive(sql, MANY_TEXTS)
    return [...figures, ...(await beside(server, inboxOf(sql, server, MANY_TEXTS)))]
  })

/** Each list as the console asks for it, and its SQL. */
function listsOf(sql: Database, server: Served): Record<string, [ours: Step, sql: Step]> {
  const api = (path: string) => () => server.read(path)
  const conversation = async () => {
    const phone = (await findKnownNumber(sql, TALKER)) ?? ''
    await Promise.all([
      findConversationHead(sql, phone),
      findOptOut(sql, KEYS, phone),
      findConversationMessages(sql, phone, SENDER),
    ])
  }
  return {
    [`conversation of ${CONVERSATION}`]: [
      api(`/api/admin/conversation/${encodeURIComponent(TALKER)}`),
      conversation,
    ],
    [`leads, ${words(LEADS)}`]: [api('/api/admin/leads'), () => findLeads(sql)],
    [`waitlist, ${words(RESPONSES)}`]: [api('/api/admin/waitlist-responses'), () => findResponses(sql)],
    [`opt-outs, ${words(OPT_OUTS)}`]: [api('/api/admin/opt-outs'), () => findOptOuts(sql)],
    [`unknown texts, ${words(UNKNOWN)}`]: [api('/api/admin/unknown-sms'), () => findUnknown(sql)],
    [`all ${words(TEXTS)} received texts`]: [api('/api/admin/inbound-sms'), () => readAll(sql)],
  }
}

function inboxOf(sql: Database, server: Served, texts: number): Record<string, [ours: Step, sql: Step]> {
  const page = (search: string, filter: 'all' | 'review' = 'all'): [Step, Step] => [
    () => server.read(`/api/admin/inbound-sms/page?filter=${filter}&search=${search}`),
    () => findInboxPage(sql, { filter, search, limit: 50 }),
  ]
  const of = `inbox of ${words(texts)}`
  return {
    [`${of}: first screen`]: page(''),
    [`${of}: what needs review`]: page('', 'review'),
    [`${of}: counts`]: [() => server.read('/api/admin/inbound-sms/counts'), () => countInbox(sql)],
    [`${of}: a search that finds much`]: page('letters'),
    [`${of}: a search that finds nothing in ${words(SCAN)}`]: page('nobody'),
  }
}

async function beside(server: Served, lists: Record<string, [Step, Step]>): Promise<Figure[]> {
  const steps = Object.entries(lists).flatMap(([name, [ours, sql]]) => [
    [`${name} ours`, ours] as const,
    [`${name} sql`, sql] as const,
  ])
  const row = () => server.read('/api/admin/settings/waitlist_sms_enabled')
  const ms: Record<string, number> = await interleaved({ ...Object.fromEntries(steps), row }, ROUNDS, ORDER)
  const call: Figure = {
    what: 'a call for one row, measured among these',
    ours: ms.row ?? Number.NaN,
    unit: 'ms',
  }
  const figures = Object.keys(lists).map(
    (what): Figure => ({
      what,
      ours: ms[`${what} ours`] ?? Number.NaN,
      reference: ms[`${what} sql`] ?? Number.NaN,
      unit: 'ms',
      beside: 'the same SQL alone',
      reach: { atMost: 1.5 },
    }),
  )
  return [...figures, call]
}

const words = (count: number) => count.toLocaleString('en')

async function readAll(sql: Database) {
  for await (const _ of streamReceived(sql));
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
