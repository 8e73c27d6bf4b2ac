import { PassThrough } from 'node:stream'
import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { landingLink } from '@salonback/shared/sms/link.ts'
import { expect, test } from 'vitest'
import type { Sql } from '../../platform/db/open.ts'
import { exportPerson } from '../../platform/privacy/export.ts'
import { listErasure } from '../../platform/privacy/listing.ts'
import { findPerson } from '../../platform/privacy/person.ts'
import { findTraces } from '../../platform/privacy/traces.ts'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeProspect, makeText } from '../../testing/factories.ts'
import { ACCOUNT_SID, SENDER } from '../../testing/start.ts'
import { receiptFor, textFrom } from '../../testing/webhooks.ts'
import { createWorker } from '../../worker/worker.ts'
import { deletePendingAtCarrier } from '../messages/carrierDeletion.ts'
import { isSuppressed } from '../suppressions/suppressions.ts'
import { confirm } from './commands.ts'
import { erase } from './erase.ts'

const PHONE = fictional(123)
const OTHER = fictional(124)
const query = { name: 'Ana', email: 'ana@example.com', subject: 'Hello', message: 'How does it work?' }
const sid = (digit: number) => `SM${String(digit).repeat(32)}`

/** Rows about the person of `seedPeople`, by table. */
const heldRows = {
  prospects: 1,
  campaign_left_out: 1,
  leads: 1,
  waitlist_responses: 1,
  contact_queries: 1,
  messages: 3,
  receipts: 1,
  consent_ledger: 3,
  undeliverable: 1,
  import_errors: 1,
}

/** A carrier that deletes all texts except the listed ones. */
function fakeCarrier(stubborn: string[] = []) {
  const asked: string[] = []
  return {
    asked,
    stubborn,
    find: async () => [] as { sid: string; status: string; errorCode: number | null }[],
    async deleteText(one: string) {
      asked.push(one)
      if (this.stubborn.includes(one)) throw new Error('20500')
    },
  }
}

interface EraseNow {
  phone?: string
  carrier?: Parameters<typeof erase>[2]
  emails?: string[]
}

const eraseNow = ({ sql, env, clock }: App, { carrier = null, ...more }: EraseNow = {}) =>
  erase(sql, env, carrier, { phone: PHONE, ...more, now: clock() })

/** Stores data about one person in every table, and about another person; that data must not change. */
async function seedPeople({ visitor, staff, sql, admin, env }: App) {
  const ana = await makeProspect(sql, { phone: PHONE, name: 'Ana’s Nails' })
  const others = await makeProspect(sql, { phone: OTHER, name: 'Others' })
  await sql`
    with o as (insert into campaigns (state, template, basis, created_by, created_at, watched_from)
      values ('finished', 'Hi, ring 07700 900 123', 'consent', ${admin.id}, now(), now()) returning id)
    insert into campaign_left_out select o.id, p.id, 'landline' from o, prospects p where p.id in (${ana.id}, ${others.id})`
  for (const mobileNumber of [PHONE, OTHER]) await visitor.leads.submit({ mobileNumber })
  await visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: PHONE, email: 'Ana@example.com' })
  await visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: OTHER, mobile: PHONE.slice(1) })
  await visitor.contact.submit(query)
  const message = 'Please ring 07700 900 123 today'
  await visitor.contact.submit({ ...query, email: 'b@example.com', message })
  await visitor.contact.submit({ ...query, email: 'c@example.com' })
  const raw = { From: PHONE, Body: 'yes' }
  await makeText(sql, { direction: 'inbound', phone: PHONE, body: 'yes', sid: sid(1), raw })
  await makeText(sql, { phone: PHONE, body: landingLink(env.PUBLIC_URL, PHONE), sid: sid(2) })
  await makeText(sql, { phone: OTHER, body: 'Ask Ana, +44 7700 900123, she knows', sid: sid(3) })
  await sql`insert into receipts (sid, status, raw, received_at)
    values (${sid(2)}, 'delivered', ${sql.json({ To: PHONE })}, now()),
      (${sid(3)}, 'delivered', ${sql.json({ To: OTHER })}, now())`
  await sql`insert into undeliverable values (${PHONE}, now(), 30006, 'landline')`
  await staff.inbox.recordOptOut({ phoneNumber: PHONE, reason: `rang from ${PHONE}` })
  await rejected(sql, [{ phone: '07700-900123', country: 'GB' }])
  await sql`insert into idempotency_keys (admin_id, call, key, reply)
    values (${admin.id}, 'x', 'y', ${sql.json({ phone: PHONE })})`
}

async function rejected(sql: Sql, records: object[]) {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into imports (export_id, source_app, total_records, records_added, records_duplicated, records_errored)
    values ('e', 's', 1, 0, 0, 1) returning id`
  for (const [index, record] of records.entries()) {
    await sql`insert into import_errors values (${id}, ${index}, 'The name is missing', ${sql.json(record as never)})`
  }
}

test('an erasure deletes rows about the person and removes the number elsewhere', async () => {
  const app = await testApp()
  const { sql } = app
  await seedPeople(app)
  const others = async () => ({
    leads: (await app.staff.leads.list()).filter(({ mobileNumber }) => mobileNumber === OTHER),
    prospects: (await app.staff.prospects.list()).filter(({ phone }) => phone === OTHER),
    responses: (await app.staff.waitlist.list()).filter(({ mobileNumber }) => mobileNumber === OTHER),
    queries: (await app.staff.contact.list()).queries.filter(({ email }) => email === 'c@example.com'),
    receipts: await sql`select * from receipts where raw->>'To' = ${OTHER}`,
    ledger: await sql`select * from consent_ledger where phone = ${OTHER}`,
  })
  const before = await others()
  const { erased, redacted } = await eraseNow(app)
  expect(erased).toEqual(heldRows)
  const shared = ['audit_log', 'contact_queries', 'idempotency_keys', 'messages', 'campaigns']
  const eachOne = [...shared, 'waitlist_responses'].map((table) => [table, 1])
  expect(redacted).toEqual(Object.fromEntries(eachOne))
  expect(await others()).toEqual(before)
  expect(await sql`select body from messages where phone = ${OTHER} and kind = 'reply'`).toEqual([
    { body: 'Ask Ana, [erased], she knows' },
  ])
  expect(await sql`select message from contact_queries where email = 'b@example.com'`).toEqual([
    { message: 'Please ring [erased] today' },
  ])
  expect(await sql`select template from campaigns`).toEqual([{ template: 'Hi, ring [erased]' }])
  const errors = await sql`select reason, record from import_errors`
  expect(errors).toEqual([{ reason: 'The name is missing', record: null }])
  expect(await sql`select linked_phone from waitlist_responses`).toEqual([{ linkedPhone: null }])
})

test('an erased number stays suppressed by its hash', async () => {
  const app = await testApp()
  const { sql, env, staff } = app
  await seedPeople(app)
  await eraseNow(app)
  expect(await isSuppressed(sql, env, PHONE)).toBe(true)
  expect(await sql`select phone, wording, recorded_by, message_id from suppressions`).toEqual([
    { phone: null, wording: 'Erased on request', recordedBy: null, messageId: null },
  ])
  expect(await staff.inbox.optOuts()).toEqual([])
})

test('an erasure suppresses a number that never opted out', async () => {
  const app = await testApp()
  await makeProspect(app.sql, { phone: PHONE })
  await eraseNow(app)
  expect(await isSuppressed(app.sql, app.env, PHONE)).toBe(true)
  expect(await eraseNow(app)).toEqual({ erased: {}, redacted: {}, deleted: 0, pending: 0, unsure: 0 })
})

test.each([
  // Unchanged: numbers of others with the same digits.
  ['+6591234567', ['+447912345678', '447912345678', '07912345678']],
  ['+6834002', ['+16834002000', '6834002', '06834002', '16834002000']],
  ['+447700900123', ['+627700900123', '7700900123', '077009001234', '+44770090012']],
])('%s does not match similar numbers', async (phone, strangers) => {
  const app = await testApp()
  const { sql, clock } = app
  for (const number of strangers) {
    await sql`insert into leads (mobile_number) values (${number})`
    await sql`insert into consent_ledger (phone, at, change, source, wording) values (${number}, now(), 'request', 'x', 'y')`
    if (number.startsWith('+')) {
      await makeProspect(sql, { phone: number })
      await makeText(sql, { phone: number, body: `You are ${number}` })
    }
    await app.visitor.contact.submit({ ...query, message: `Ring me on ${number} please` })
  }
  const tables = ['leads', 'consent_ledger', 'prospects', 'messages', 'contact_queries']
  const rowsOf = (table: string) => sql`select to_jsonb(t)::text from ${sql(table)} t order by 1`
  const everything = () => Promise.all(tables.map(rowsOf))
  const before = await everything()
  const exported = await exportPerson(sql, { phone, now: clock() })
  expect(exported).toMatchObject({ held: {}, named: {} })
  expect(await listErasure(sql, phone)).toEqual(['Nothing is stored about this number.'])
  expect(await eraseNow(app, { phone })).toMatchObject({ erased: {}, redacted: {} })
  expect(await everything()).toEqual(before)
})

test('a lead stored as typed is found only if it is this number', async () => {
  const app = await testApp()
  for (const number of ['07700900123', '447700900123', '7700900123', '077009001234', '0770090012']) {
    await app.sql`insert into leads (mobile_number) values (${number})`
  }
  expect(await eraseNow(app)).toMatchObject({ erased: { leads: 2 }, redacted: {} })
  const left = await app.sql<{ mobileNumber: string }[]>`select mobile_number from leads order by 1`
  expect(left.map(({ mobileNumber }) => mobileNumber)).toEqual(['0770090012', '077009001234', '7700900123'])
})

test('a national spelling from another country is another number', async () => {
  const app = await testApp()
  const { sql } = app
  const abroad = { ...filledQuestionnaire, mobileNumber: '07700 900123' }
  await sql`
    insert into waitlist_responses (mobile_number, phone, email, customer_count, mobile_numbers_count, avg_spend,
      has_marketing_consent, hardest_part_text, consent_agreed)
    values (${abroad.mobileNumber}, '+627700900123', 'dewi@example.com', 'x', 'x', 'x', 'x', 'My cousin is +447700900123', true)`
  await rejected(sql, [
    { phone: '07700900123', country: 'ID', address: 'Jalan 1, ring 07700 900123' },
    { phone: 7700900123, country: 'GB' },
    { phone: 'n/a', country: 'GB', address: '07700 900123' },
  ])
  await eraseNow(app)
  expect(await sql`select mobile_number, phone, hardest_part_text from waitlist_responses`).toEqual([
    { mobileNumber: '07700 900123', phone: '+627700900123', hardestPartText: 'My cousin is [erased]' },
  ])
  const records = await sql<{ record: unknown }[]>`select record from import_errors order by index`
  expect(records.map(({ record }) => record)).toEqual([
    { phone: '07700900123', country: 'ID', address: 'Jalan 1, ring [erased]' },
    null,
    { phone: 'n/a', country: 'GB', address: '[erased]' },
  ])
})

test('messages from a shared address are listed and erased only with --email', async () => {
  const app = await testApp()
  const { visitor, sql, clock } = app
  await visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: PHONE, email: 'desk@example.com' })
  await visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: OTHER, email: 'Desk@example.com' })
  await visitor.contact.submit({ ...query, email: 'desk@example.com' })
  expect((await listErasure(sql, PHONE)).at(-1)).toBe(
    'desk@example.com was given with another number too, so messages from it stay. If they are this person’s: --email desk@example.com',
  )
  const { held, sharedEmails } = await exportPerson(sql, { phone: PHONE, now: clock() })
  expect([held.contact_queries, sharedEmails]).toEqual([undefined, ['desk@example.com']])
  expect((await eraseNow(app)).erased).toEqual({ waitlist_responses: 1, consent_ledger: 1 })
  expect(await sql`select phone from waitlist_responses`).toEqual([{ phone: OTHER }])
  expect((await eraseNow(app, { emails: ['Desk@Example.com'] })).erased).toEqual({ contact_queries: 1 })
  expect(await sql`select phone from waitlist_responses`).toEqual([{ phone: OTHER }])
})

test('the list describes the rows and changes nothing', async () => {
  const app = await testApp()
  await seedPeople(app)
  await makeText(app.sql, { phone: PHONE, body: 'An \u001b[31mescape\u202e to the terminal' })
  const everything = () => app.sql`select to_jsonb(t)::text from messages t order by 1`
  const before = await everything()
  const list = (await listErasure(app.sql, PHONE)).join('\n')
  expect(list).toContain('These rows will be erased:')
  expect(list).toMatch(/ {2}prospects: 1\n {4}.*Ana’s Nails · Nail Salon/)
  expect(list).toMatch(/ {2}contact_queries: 1\n {4}.*Ana · ana@example.com · Hello · How does it work\?/)
  expect(list).toMatch(/ {2}messages: 4\n/)
  expect(list).toContain('In these other rows the number is replaced by [erased]:')
  expect(list).toContain('    body: Ask Ana, +44 7700 900123, she knows')
  expect(list).toContain('    template: Hi, ring 07700 900 123')
  expect(list).not.toContain('c@example.com')
  for (const control of ['\u001b', '\u202e']) expect(list).not.toContain(control)
  expect(await everything()).toEqual(before)
})

test('pending deletions keep only sids and a later run finishes them', async () => {
  const app = await testApp()
  const { sql, clock } = app
  await seedPeople(app)
  expect(await eraseNow(app)).toMatchObject({ deleted: 0, pending: 3, unsure: 0 })
  const kept = await sql<{ sid: string }[]>`select * from pending_carrier_deletions order by sid`
  expect(kept.map((row) => row.sid)).toEqual([sid(1), sid(2), sid(3)])
  expect(JSON.stringify(kept)).not.toContain(PHONE.slice(3))
  const carrier = fakeCarrier([sid(1)])
  expect(await deletePendingAtCarrier(sql, carrier, clock())).toEqual({ deleted: 2, pending: 1 })
  expect(carrier.asked.sort()).toEqual([sid(1), sid(2), sid(3)])
  carrier.stubborn = []
  expect(await eraseNow(app, { phone: fictional(500), carrier })).toMatchObject({ deleted: 1, pending: 0 })
  expect(await sql`select 1 from pending_carrier_deletions`).toHaveLength(0)
})

test('the service finishes pending deletions', async () => {
  const app = await testApp()
  const { sql, deps } = app
  await seedPeople(app)
  await eraseNow(app)
  await app.worker.round()
  expect(await sql`select 1 from pending_carrier_deletions`).toHaveLength(3)
  const carrier = { ...deps.carrier, simulated: false, deleteText: async () => undefined }
  await createWorker({ ...deps, carrier }).round()
  expect(await sql`select 1 from pending_carrier_deletions`).toHaveLength(0)
})

test('an unknown text is looked up and deleted at the carrier too', async () => {
  const app = await testApp()
  await makeText(app.sql, { phone: PHONE, status: 'unknown', body: 'Did it go?' })
  const carrier = {
    ...fakeCarrier(),
    find: async ({ to, body }: { to: string; body: string }) =>
      to === PHONE && body === 'Did it go?' ? [{ sid: sid(7), status: 'delivered', errorCode: null }] : [],
  }
  expect(await eraseNow(app, { carrier })).toMatchObject({ deleted: 1, unsure: 0 })
  expect(carrier.asked).toEqual([sid(7)])
  await makeText(app.sql, { phone: PHONE, status: 'unknown', body: 'And this one?' })
  expect(await eraseNow(app)).toMatchObject({ deleted: 0, unsure: 1 })
})

test('the simulated network deletes texts and its tables are erased too', async () => {
  const app = await testApp()
  const { sql, deps, request } = app
  const authorization = `Basic ${Buffer.from(`${ACCOUNT_SID}:simulated-auth-token`).toString('base64')}`
  const send = async () => {
    const made = await request(`/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ To: PHONE, From: SENDER, Body: 'Hello' }),
    })
    const { sid } = (await made.json()) as { sid: string }
    await makeText(sql, { phone: PHONE, sid })
    return sid
  }
  const first = await send()
  expect(await deps.carrier.fetchStatus(first)).not.toBeNull()
  expect(await eraseNow(app, { carrier: deps.carrier })).toMatchObject({ deleted: 1, pending: 0 })
  expect(await deps.carrier.fetchStatus(first)).toBeNull()
  await send()
  expect(await eraseNow(app)).toMatchObject({ deleted: 0, pending: 0 })
  expect(await sql`select 1 from simulator.texts`).toHaveLength(0)
})

test('an erasure is refused while a text is on its way, and further texts are blocked', async () => {
  const app = await testApp()
  const { sql, env } = app
  await makeProspect(sql, { phone: PHONE })
  await makeText(sql, { phone: PHONE, status: 'sending' })
  await expect(eraseNow(app)).rejects.toThrow(/try again in a minute/)
  expect(await sql`select 1 from prospects`).toHaveLength(1)
  expect(await isSuppressed(sql, env, PHONE)).toBe(true)
})

test('an erasure is refused while a running template contains the number', async () => {
  const app = await testApp()
  const { sql, admin } = app
  await sql`
    insert into campaigns (state, template, basis, created_by, created_at, watched_from)
    values ('paused', 'Ring 07700 900123', 'consent', ${admin.id}, now(), now())`
  await expect(eraseNow(app)).rejects.toThrow(/Cancel the campaign first/)
  await sql`update campaigns set state = 'canceled'`
  expect(await eraseNow(app)).toMatchObject({ redacted: { campaigns: 1 } })
})

test('a redacted text to another number is never retried', async () => {
  const app = await testApp()
  const { sql } = app
  const alert = { phone: OTHER, kind: 'alert', status: 'unknown' }
  await makeText(sql, { ...alert, body: 'New response from +447700900123' })
  await makeText(sql, { ...alert, body: 'New response' })
  await eraseNow(app)
  expect(await sql`select body, retried from messages order by body`).toEqual([
    { body: 'New response', retried: false },
    { body: 'New response from [erased]', retried: true },
  ])
})

test('an erasure asks on a terminal and needs a yes', async () => {
  const answer = (words: string, yes = false, isInteractive = true) => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    input.end(`${words}\n`)
    return confirm('Erase this?', yes, { input, output, isInteractive }).then(
      () => 'done',
      (error: Error) => error.message,
    )
  }
  expect(await answer('yes')).toBe('done')
  expect(await answer(' YES ')).toBe('done')
  for (const words of ['', 'y', 'no', 'yes please']) expect(await answer(words)).toBe('Nothing was changed')
  expect(await answer('yes', false, false)).toMatch(/^Nothing was changed: there is no terminal/)
  expect(await answer('', true, false)).toBe('done')
})

test('texts of others continue during an erasure', async () => {
  const app = await testApp()
  const { sql, visitor, worker } = app
  await seedPeople(app)
  await sql.begin(async (open) => {
    const person = await findPerson(open as unknown as Sql, PHONE)
    expect((await findTraces(open as unknown as Sql, person, { lock: true })).length).toBeGreaterThan(10)
    expect((await textFrom(app.origin, OTHER, 'Yes please')).status).toBe(200)
    await visitor.leads.submit({ mobileNumber: fictional(125) })
    await worker.round()
    const [sent] = await sql<{ id: string; sid: string }[]>`
      select id, sid from messages where phone = ${fictional(125)} and status in ('sent', 'delivered')`
    const text = { ...(sent as NonNullable<typeof sent>), to: fictional(125) }
    expect((await receiptFor(app.origin, text, 'delivered')).status).toBe(204)
  })
})

test('an export contains all rows about the number and no others', async () => {
  const app = await testApp()
  await seedPeople(app)
  const { phone, exportedAt, held, named } = await exportPerson(app.sql, { phone: PHONE, now: app.clock() })
  expect({ phone, exportedAt }).toEqual({ phone: PHONE, exportedAt: '2026-03-10T12:00:00.000Z' })
  expect(Object.fromEntries(Object.entries(held).map(([name, rows]) => [name, rows.length]))).toEqual({
    ...heldRows,
    suppressions: 1,
  })
  expect(held.prospects?.[0]).toMatchObject({ name: 'Ana’s Nails', phone: PHONE })
  expect(named).toEqual({
    'audit_log.detail': 1,
    'contact_queries.message': 1,
    'idempotency_keys.reply': 1,
    'messages.body': 1,
    'campaigns.template': 1,
    'waitlist_responses.linked_phone': 1,
  })
  expect(JSON.stringify(held)).not.toContain(OTHER)
  expect(JSON.stringify(held)).not.toContain('b@example.com')
  expect(await app.sql`select 1 from audit_log where action = 'privacy.export'`).toHaveLength(1)
})
