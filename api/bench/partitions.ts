import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { claimDue } from '../messages/claim.ts'
import { findInboxPage } from '../messages/inboxPages.ts'
import { findConversationMessages, findReceived } from '../messages/queries.ts'
import { interleaved } from './interleaved.ts'
import { onPostgres } from './postgres.ts'
import type { Figure } from './table.ts'

const TEXTS = 500_000
const MONTHS = 24
const NUMBERS = 25_000
const ROUNDS = 40

/**
 * `messages` by months beside `messages` in one piece: the service's own statements on the same texts. Postgres keeps
 * no promise across partitions without the month in its key, so what is unique (`sid`, `dedupe_key`, one first text to a
 * number) stands in a side table there, written with each text.
 */
export const benchPartitions = (): Promise<Figure[]> => onPostgres(({ url }) => measureOn(url))

async function measureOn(url: string): Promise<Figure[]> {
  const whole = openDatabase(url, { max: 1 })
  const parts = openDatabase(url, { max: 1 })
  try {
    await migrate(whole)
    await fill(whole)
    await partition(whole)
    await parts`set search_path to parts, public`
    return await measure(whole, parts)
  } finally {
    await Promise.all([whole.end(), parts.end()])
  }
}

async function fill(sql: Database) {
  await sql`alter table messages disable trigger user`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, sid, status, accepted_at, dedupe_key, intent, processed)
    select case n % 2 when 0 then 'inbound' else 'outbound' end, case n % 2 when 0 then 'inbound' else 'reply' end,
      '+4477' || lpad((n % ${NUMBERS})::text, 8, '0'), 'A text of about as many letters as people write to each other',
      now() - n * (make_interval(months => ${MONTHS - 1}) / ${TEXTS}), 'SM' || md5(n::text),
      case n % 2 when 0 then 'received' else 'delivered' end, case n % 2 when 1 then now() end,
      case n % 2 when 1 then 'reply:' || n end, case n % 2 when 0 then 'unclear' end, true
    from generate_series(1, ${TEXTS}) n`
}

/** The same texts, columns, defaults and indexes in monthly parts, with what was unique in `text_keys`. */
async function partition(sql: Database) {
  await sql`create schema parts`
  await sql`create table parts.messages (like messages including defaults including identity)
    partition by range (created_at)`
  await sql`create table parts.text_keys (key text primary key)`
  for (let month = 0; month <= MONTHS; month++)
    await sql.unsafe(`
      do $$ declare first timestamptz := date_trunc('month', now()) - interval '${month} months'; begin
        execute format('create table parts.messages_%s partition of parts.messages for values from (%L) to (%L)',
          ${month}, first, first + interval '1 month');
      end $$`)
  await sql`insert into parts.messages overriding system value select * from messages`
  await sql`insert into parts.text_keys
    select sid from messages union all select dedupe_key from messages where dedupe_key is not null`
  const indexes = await sql<{ definition: string }[]>`
    select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'messages'::regclass`
  for (const { definition } of indexes)
    await sql.unsafe(definition.replace(' UNIQUE', '').replace(' ON public.messages', ' ON parts.messages'))
  await sql`vacuum analyze`
}

async function measure(whole: Database, parts: Database): Promise<Figure[]> {
  const phone = `+4477${'123'.padStart(8, '0')}`
  const [{ id }] = await whole<[{ id: string }]>`
    select id from messages where direction = 'inbound' order by created_at limit 1`
  const [month] = await whole<[{ all: number; one: number }]>`
    select pg_indexes_size('messages')::float8 as all, pg_indexes_size('parts.messages_1')::float8 as one`
  let sent = 0
  const nextSid = () => `SM${String(sent++).padStart(32, '0')}`
  const steps = (sql: Database, name: string) => ({
    [`${name} conversation`]: () => findConversationMessages(sql, phone, ''),
    [`${name} inbox`]: () => findInboxPage(sql, { filter: 'all', search: '', limit: 200 }),
    [`${name} text`]: () => findReceived(sql, id),
    [`${name} due`]: () => claimDue({ sql, env: rate, clock: () => new Date() }, 50),
  })
  const ms = await interleaved(
    {
      ...steps(whole, 'whole'),
      ...steps(parts, 'parts'),
      'whole stored': () => storeWhole(whole, phone, nextSid()),
      'parts stored': () => storeInParts(parts, phone, nextSid()),
    },
    ROUNDS,
  )
  const oldest = await interleaved(
    {
      'whole oldest': () =>
        undone(whole, `delete from messages where created_at < now() - interval '22 months'`),
      'parts oldest': () => undone(parts, `drop table parts.messages_${MONTHS - 1}`),
    },
    3,
  )
  const beside = (what: string, step: string, times: Record<string, number>): Figure => ({
    what: `monthly parts: ${what}`,
    ours: times[`parts ${step}`] ?? Number.NaN,
    reference: times[`whole ${step}`] ?? Number.NaN,
    unit: 'ms',
    beside: 'one table',
  })
  return [
    beside('a conversation', 'conversation', ms),
    beside('the newest 200 received', 'inbox', ms),
    beside('a text by its id', 'text', ms),
    beside('what is due', 'due', ms),
    beside('a received text stored', 'stored', ms),
    beside('the oldest month taken away', 'oldest', oldest),
    {
      what: 'monthly parts: indexes that are written to',
      ours: month.one / 2 ** 20,
      reference: month.all / 2 ** 20,
      unit: 'MB',
      beside: 'one table',
    },
  ]
}

const rate = { SEND_RATE_PER_SECOND: 10 } as Parameters<typeof claimDue>[0]['env']

const received = (sql: Database, phone: string, sid: string) => sql`
  (direction, kind, phone, body, created_at, sid, status, intent)
  select 'inbound', 'inbound', ${phone}, 'Could you tell me the price of a cut?', now(), ${sid}, 'received', 'unclear'`

const storeWhole = (sql: Database, phone: string, sid: string) => sql`
  insert into messages ${received(sql, phone, sid)} on conflict (sid) where sid is not null do nothing`

const storeInParts = (sql: Database, phone: string, sid: string) => sql`
  with fresh as (insert into text_keys values (${sid}) on conflict do nothing returning 1)
  insert into messages ${received(sql, phone, sid)} from fresh`

/** Runs it in a transaction that is rolled back. */
async function undone(sql: Database, statement: string) {
  await sql`begin`
  await sql.unsafe(statement)
  await sql`rollback`
}
