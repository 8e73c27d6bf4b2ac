import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findConversationMessages } from '../../core/inbox/queries.ts'
import { chooseAgencySender } from '../../core/messages/senders.ts'
import { type Env, readEnv } from '../../env.ts'
import { emptyDatabase, waitingForLocks } from '../../testing/database.ts'
import { fictional, makeSender } from '../../testing/factories.ts'
import { shownAndCountedFigures } from '../../testing/figures.ts'
import { MIGRATIONS_TABLE, migrate } from './migrate.ts'
import { type Database, inTransaction, type Sql } from './open.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))

const NUMBER = '+447700900100'
const FORMER = '+447700900199'
const SERVICE = `MG${'a'.repeat(32)}`
/** A number of the Messaging Service. */
const POOLED = '+447700900150'
const [ANN, BEA, CLO] = [fictional(301), fictional(302), fictional(303)]

const settings = (more: Record<string, string>): Env =>
  readEnv({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost:3000',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'token',
    ...more,
  })
const withNumber = settings({ TWILIO_FROM_NUMBER: NUMBER })
const withService = settings({ TWILIO_MESSAGING_SERVICE_SID: SERVICE })

/** A database of release 1.0 with texts in and out, an opt-out, and a campaign that is half sent. */
async function release1() {
  const { sql } = await emptyDatabase()
  await sql.unsafe(MIGRATIONS_TABLE)
  for (const name of (await readdir(folder)).sort().filter((name) => name < '0026')) {
    await inTransaction(sql, async (open) => {
      await open.unsafe(await readFile(folder + name, 'utf8'))
      await open`insert into migrations (name) values (${name})`
    })
  }
  await sql`insert into prospects (name, phone) values ('Ann', ${ANN}), ('Bea', ${BEA}), ('Clo', ${CLO})`
  await sql`insert into admins (username, password_hash) values ('maya', '')`
  await sql`
    insert into campaigns (state, template, basis, created_by, created_at, watched_from)
    select 'running', 'Hi {name}', 'consent', id, now(), now() from admins`
  const [campaign] = await sql<[{ id: string }]>`select id from campaigns`
  await sql`
    insert into messages ${sql(
      [
        { phone: ANN, status: 'delivered', acceptedAt: new Date(), kind: 'first_text' },
        { phone: BEA, status: 'queued', dueAt: new Date(), dueUntil: new Date(), kind: 'first_text' },
        { phone: CLO, status: 'queued', dueAt: new Date(), dueUntil: new Date(), kind: 'first_text' },
      ].map((text) => ({
        direction: 'outbound',
        body: `Hi ${text.phone}`,
        campaignId: campaign.id,
        createdAt: new Date(),
        acceptedAt: null,
        dueAt: null,
        dueUntil: null,
        ...text,
      })),
    )}`
  await sql`
    insert into messages ${sql(
      [
        { phone: ANN, status: 'sent', body: 'Nothing up front.' },
        { phone: ANN, status: 'unknown', body: 'Are you there?' },
        { phone: BEA, status: 'queued', body: 'It waits.' },
      ].map((text) => ({ direction: 'outbound', kind: 'reply', createdAt: new Date(), ...text })),
    )}`
  const inbound = (body: string, ourNumber: string, raw: Record<string, string> = {}, more: object = {}) => ({
    direction: 'inbound',
    kind: 'inbound',
    phone: ANN,
    status: 'received',
    createdAt: new Date(),
    body,
    ourNumber,
    intent: 'unclear',
    isOptOut: false,
    raw: sql.json({ To: ourNumber, ...raw }),
    ...more,
  })
  const received = [
    inbound('to the number', NUMBER),
    inbound('to the former number', FORMER, {}, { intent: 'positive' }),
    inbound('to the service', POOLED, { MessagingServiceSid: SERVICE }),
    inbound('STOP', FORMER, {}, { phone: CLO, intent: 'opt_out', isOptOut: true }),
  ]
  for (const text of received) await sql`insert into messages ${sql(text)}`
  await sql`
    insert into suppressions (phone, since, source, wording, message_id)
    select phone, now(), 'keyword', 'STOP', id from messages where body = 'STOP'`
  return sql
}

/** All texts with the columns of 1.0. */
const textsOf = (sql: Sql) => sql`
  select id, seq, direction, kind, phone, our_number, body, status, created_at, due_at, due_until, accepted_at, campaign_id,
    intent, is_opt_out, processed, raw::text as raw
  from messages order by seq`

/** Each text with the address of its sender. */
const addressesOf = async (sql: Sql) =>
  (
    await sql<{ body: string; address: string | null }[]>`
      select m.body, s.address from messages m left join senders s on s.id = m.sender_id order by m.seq`
  ).map(({ body, address }) => `${body}: ${address}`)

/** Applies the migrations after 1.0, then starts with these settings. */
async function upgrade(sql: Database, env: Env) {
  expect((await migrate(sql))[0]).toBe('0026_senders.sql')
  await chooseAgencySender(sql, env)
}

test('an upgrade of 1.0 keeps texts and figures, and stores a sender with every text', async () => {
  const sql = await release1()
  const texts = await textsOf(sql)
  await upgrade(sql, withNumber)
  expect(await textsOf(sql)).toEqual(texts)
  expect(await addressesOf(sql)).toEqual([
    `Hi ${ANN}: ${NUMBER}`,
    `Hi ${BEA}: ${NUMBER}`,
    `Hi ${CLO}: ${NUMBER}`,
    `Nothing up front.: ${NUMBER}`,
    `Are you there?: ${NUMBER}`,
    `It waits.: ${NUMBER}`,
    `to the number: ${NUMBER}`,
    `to the former number: ${FORMER}`,
    `to the service: ${POOLED}`,
    `STOP: ${FORMER}`,
  ])
  expect(await sql`select address, salon_id from senders where id = agency_sender()`).toEqual([
    { address: NUMBER, salonId: null },
  ])
  expect(await sql`select salon_id from messages where salon_id is not null`).toEqual([])
  expect(await sql`select phone, wording, sender_id, salon_id from suppressions`).toEqual([
    { phone: CLO, wording: 'STOP', senderId: null, salonId: null },
  ])
  const conversation = await findConversationMessages(sql, ANN)
  expect(conversation.map(({ json }) => JSON.parse(json).from)).toEqual([
    ...Array(3).fill(NUMBER),
    ...Array(3).fill(ANN),
  ])

  const { shown, counted } = await shownAndCountedFigures(sql, new Date())
  expect(shown).toEqual(counted)
  expect(shown.inbox).toMatchObject({ all: 4, optout: 1 })
  expect(shown.campaigns).toMatchObject([{ total: 3, queued: 2, delivered: 1 }])
})

test('texts received by the Messaging Service of the settings belong to it', async () => {
  const sql = await release1()
  await upgrade(sql, withService)
  expect((await addressesOf(sql)).slice(-5)).toEqual([
    `It waits.: ${SERVICE}`,
    `to the number: ${NUMBER}`,
    `to the former number: ${FORMER}`,
    `to the service: ${SERVICE}`,
    `STOP: ${FORMER}`,
  ])
})

test('a text that a process of 1.0 stores during the upgrade has the sender of the agency', async () => {
  const sql = await release1()
  const insert = (body: string) => sql`
    insert into messages (direction, kind, phone, our_number, body, status, created_at)
    values ('inbound', 'inbound', ${BEA}, ${NUMBER}, ${body}, 'received', now())`
  await migrate(sql)
  await insert('before the start')
  await chooseAgencySender(sql, withNumber)
  await insert('after the start')
  expect((await addressesOf(sql)).slice(-2)).toEqual([
    `before the start: ${NUMBER}`,
    `after the start: ${NUMBER}`,
  ])
  const { shown, counted } = await shownAndCountedFigures(sql, new Date())
  expect(shown).toEqual(counted)
})

test('texts can be stored while the history is divided by number', async () => {
  const sql = await release1()
  await migrate(sql)
  let chosen: Promise<void> | undefined
  await inTransaction(sql, async (open) => {
    await open`select 1 from messages where body = 'to the former number' for update`
    chosen = chooseAgencySender(sql, withNumber)
    await expect.poll(() => waitingForLocks(sql)).toHaveLength(1)
    // Fails after the lock timeout if the row of the sender is locked.
    await sql`
      insert into messages (direction, kind, phone, our_number, body, status, created_at)
      values ('inbound', 'inbound', ${BEA}, ${NUMBER}, 'meanwhile', 'received', now())`
  })
  await chosen
  expect((await addressesOf(sql)).at(-1)).toBe(`meanwhile: ${NUMBER}`)
})

test('a second start with the same setting writes nothing', async () => {
  const sql = await release1()
  await upgrade(sql, withNumber)
  // xmin changes with every write of a row.
  const rows = async () => [
    await sql`select *, xmin::text from senders order by address`,
    await sql`select id, sender_id, xmin::text from messages order by seq`,
    await sql`select id, sender_id, xmin::text from campaigns`,
  ]
  const before = await rows()
  await chooseAgencySender(sql, withNumber)
  expect(await rows()).toEqual(before)
})

test('a start with another number moves what is queued and leaves sent texts', async () => {
  const sql = await release1()
  await sql`
    insert into campaigns (state, template, basis, created_by, created_at, watched_from)
    select 'finished', 'Hi', 'consent', id, now(), now() from admins`
  await upgrade(sql, withNumber)
  const NEW = '+447700900555'
  await chooseAgencySender(sql, settings({ TWILIO_FROM_NUMBER: NEW }))
  expect((await addressesOf(sql)).slice(0, 8)).toEqual([
    `Hi ${ANN}: ${NUMBER}`,
    `Hi ${BEA}: ${NEW}`,
    `Hi ${CLO}: ${NEW}`,
    `Nothing up front.: ${NUMBER}`,
    `Are you there?: ${NUMBER}`,
    `It waits.: ${NEW}`,
    `to the number: ${NUMBER}`,
    `to the former number: ${FORMER}`,
  ])
  const campaigns = await sql`
    select state, address from campaigns c join senders s on s.id = c.sender_id order by state`
  expect(campaigns).toEqual([
    { state: 'finished', address: NUMBER },
    { state: 'running', address: NEW },
  ])
  const senders = await sql`select address from senders order by chosen_at desc nulls last, address`
  expect(senders.map(({ address }) => address)).toEqual([NEW, NUMBER, POOLED, FORMER])
})

test.each([
  ['number', NUMBER, 'TWILIO_FROM_NUMBER', withNumber],
  ['messaging_service', SERVICE, 'TWILIO_MESSAGING_SERVICE_SID', withService],
])('a %s that a salon has is refused with the name of the setting', async (kind, address, name, env) => {
  const sql = await release1()
  await migrate(sql)
  await makeSender(sql, address, { kind })
  const error = await chooseAgencySender(sql, env).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ message: `${name}: a salon has the sender ${address}` })
  expect(await sql`select 1 from senders where address = ''`).toHaveLength(1)
})
