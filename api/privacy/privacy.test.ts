import { landingLink } from '@salonback/shared/messages/link.ts'
import { expect, test } from 'vitest'
import type { Sql } from '../db/open.ts'
import { isSuppressed } from '../messages/suppress.ts'
import { ACCOUNT_SID, SENDER, testApp } from '../testing/app.ts'
import { fictional, makeProspect, makeText } from '../testing/factories.ts'
import { erase } from './erase.ts'
import { exportPerson } from './export.ts'
import { patternOf } from './person.ts'

const PHONE = fictional(123)
const OTHER = fictional(124)
const answers = {
  customerCount: '500-1000',
  mobileNumbersCount: '250-500',
  avgSpend: '60-100',
  hasMarketingConsent: 'yes-clearly',
  hardestPartText: 'Nobody answers emails',
  consentAgreed: true,
}
const query = { name: 'Ana', email: 'ana@example.com', subject: 'Hello', message: 'How does it work?' }

type App = Awaited<ReturnType<typeof testApp>>

/** Somebody who left traces everywhere, beside somebody who must not be touched. */
async function livedIn({ visitor, staff, sql, admin, env }: App) {
  const ana = await makeProspect(sql, { phone: PHONE, name: 'Ana’s Nails' })
  const others = await makeProspect(sql, { phone: OTHER, name: 'Others' })
  await sql`
    with o as (insert into outreaches (state, template, basis, created_by, created_at, watched_from)
      values ('finished', 'Hi', 'consent', ${admin.id}, now(), now()) returning id)
    insert into outreach_left_out select o.id, p.id, 'landline' from o, prospects p where p.id in (${ana.id}, ${others.id})`
  for (const mobileNumber of [PHONE, OTHER]) await visitor.leads.submit({ mobileNumber })
  await visitor.waitlist.submit({ ...answers, mobileNumber: PHONE, email: 'Ana@example.com' })
  await visitor.waitlist.submit({ ...answers, mobileNumber: OTHER, mobile: PHONE.slice(1) })
  await visitor.contact.submit(query)
  await visitor.contact.submit({
    ...query,
    email: 'b@example.com',
    message: 'Please ring 07700 900 123 today',
  })
  await visitor.contact.submit({ ...query, email: 'c@example.com' })
  const raw = { From: PHONE, Body: 'yes' }
  await makeText(sql, { direction: 'inbound', phone: PHONE, body: 'yes', sid: `SM${'1'.repeat(32)}`, raw })
  await makeText(sql, { phone: PHONE, body: landingLink(env.PUBLIC_URL, PHONE), sid: `SM${'2'.repeat(32)}` })
  await makeText(sql, {
    phone: OTHER,
    body: 'Ask Ana, +44 7700 900123, she knows',
    sid: `SM${'3'.repeat(32)}`,
  })
  await sql`insert into receipts (sid, status, raw, received_at)
    values (${`SM${'2'.repeat(32)}`}, 'delivered', ${sql.json({ To: PHONE })}, now()),
      (${`SM${'3'.repeat(32)}`}, 'delivered', ${sql.json({ To: OTHER })}, now())`
  await sql`insert into undeliverable values (${PHONE}, now(), 30006, 'landline')`
  await staff.messages.recordOptOut({ phoneNumber: PHONE, reason: `rang from ${PHONE}` })
  const [{ id }] = (await sql`insert into imports (export_id, source_app, total_records, records_added,
    records_duplicated, records_errored) values ('e', 's', 1, 0, 0, 1) returning id`) as unknown as [
    { id: string },
  ]
  await sql`insert into import_errors values (${id}, 0, 'The name is missing', ${sql.json({ phone: '07700-900123' })})`
  await sql`insert into idempotency_keys (admin_id, call, key, reply)
    values (${admin.id}, 'x', 'y', ${sql.json({ phone: PHONE })})`
}

/** Tables of ours and of the simulated network in which the number can still be read. */
async function tablesNaming(sql: Sql, phone: string) {
  const tables = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'simulator')`
  const naming: string[] = []
  for (const { name } of tables) {
    const { count } = await sql`select 1 from ${sql(name)} t where t::text ~ ${patternOf(phone)}`
    if (count > 0) naming.push(name)
  }
  return naming
}

test('erasing leaves the number nowhere, and others untouched', async () => {
  const app = await testApp()
  const { sql, env, clock } = app
  await livedIn(app)
  expect((await tablesNaming(sql, PHONE)).length).toBeGreaterThan(9)
  const others = async () => ({
    leads: (await app.staff.leads.list()).filter(({ mobileNumber }) => mobileNumber === OTHER),
    prospects: (await app.staff.prospects.list()).filter(({ phone }) => phone === OTHER),
    responses: (await app.staff.waitlist.list()).filter(({ mobileNumber }) => mobileNumber === OTHER),
    queries: (await app.staff.contact.list()).queries.filter(({ email }) => email === 'c@example.com'),
    receipts: await sql`select * from receipts where raw->>'To' = ${OTHER}`,
    ledger: await sql`select * from consent_ledger where phone = ${OTHER}`,
  })
  const before = await others()
  const { erased } = await erase(sql, env, null, PHONE, clock())
  expect(erased).toEqual({
    prospects: 1,
    outreachLeftOut: 1,
    leads: 1,
    waitlistResponses: 1,
    contactQueries: 2,
    messages: 3,
    receipts: 1,
    consentLedger: 3,
    undeliverable: 1,
  })
  expect(await tablesNaming(sql, PHONE)).toEqual([])
  expect(await others()).toEqual(before)
  const [text] = await sql`select body from messages where phone = ${OTHER} and kind = 'reply'`
  expect(text).toEqual({ body: 'Ask Ana, [erased], she knows' })
})

test('an erased number stays suppressed, by its hash alone', async () => {
  const app = await testApp()
  const { sql, env, staff, clock } = app
  await livedIn(app)
  await erase(sql, env, null, PHONE, clock())
  expect(await isSuppressed(sql, env, PHONE)).toBe(true)
  expect(await sql`select phone, wording, recorded_by, message_id from suppressions`).toEqual([
    { phone: null, wording: 'Erased on request', recordedBy: null, messageId: null },
  ])
  expect(await staff.messages.optOuts()).toEqual([])
})

test('a number that never opted out is suppressed by being erased', async () => {
  const { sql, env, clock } = await testApp()
  await makeProspect(sql, { phone: PHONE })
  await erase(sql, env, null, PHONE, clock())
  expect(await isSuppressed(sql, env, PHONE)).toBe(true)
  expect(await erase(sql, env, null, PHONE, clock())).toEqual({ erased: {}, forgotten: 0, notForgotten: [] })
})

test('the carrier is asked to forget every text, and what it would not forget is written down', async () => {
  const app = await testApp()
  const { sql, env, clock } = app
  await livedIn(app)
  const asked: string[] = []
  const stubborn = `SM${'1'.repeat(32)}`
  const carrier = {
    async forget(sid: string) {
      asked.push(sid)
      if (sid === stubborn) throw new Error('20500')
    },
  }
  const result = await erase(sql, env, carrier, PHONE, clock())
  expect(asked.sort()).toEqual([stubborn, `SM${'2'.repeat(32)}`])
  expect(result).toMatchObject({ forgotten: 1, notForgotten: [stubborn] })
  const [line] = await sql`select detail from audit_log where action = 'privacy.erase'`
  expect(line).toMatchObject({ detail: { notForgotten: [stubborn] } })
})

test('the simulated network forgets a text when the carrier is asked to', async () => {
  const { sql, clock, deps, request } = await testApp()
  const authorization = `Basic ${Buffer.from(`${ACCOUNT_SID}:simulated-auth-token`).toString('base64')}`
  const made = await request(`/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ To: PHONE, From: SENDER, Body: 'Hello' }),
  })
  const { sid } = (await made.json()) as { sid: string }
  await makeText(sql, { phone: PHONE, sid })
  expect(await deps.carrier.look(sid)).not.toBeNull()
  expect(await erase(sql, deps.env, deps.carrier, PHONE, clock())).toMatchObject({
    forgotten: 1,
    notForgotten: [],
  })
  expect(await deps.carrier.look(sid)).toBeNull()
  expect(await tablesNaming(sql, PHONE)).toEqual([])
})

test('nothing is erased while a text is on its way, but no further text leaves', async () => {
  const { sql, env, clock } = await testApp()
  await makeProspect(sql, { phone: PHONE })
  await makeText(sql, { phone: PHONE, status: 'sending' })
  await expect(erase(sql, env, null, PHONE, clock())).rejects.toThrow(/try again in a minute/)
  expect(await sql`select 1 from prospects`).toHaveLength(1)
  expect(await isSuppressed(sql, env, PHONE)).toBe(true)
})

test('an export holds every row about the number and none about others', async () => {
  const app = await testApp()
  await livedIn(app)
  const { phone, exportedAt, held } = await exportPerson(app.sql, PHONE, app.clock())
  expect({ phone, exportedAt }).toEqual({ phone: PHONE, exportedAt: '2026-03-10T12:00:00.000Z' })
  expect(Object.fromEntries(Object.entries(held).map(([name, rows]) => [name, rows.length]))).toEqual({
    prospects: 1,
    outreachLeftOut: 1,
    leads: 1,
    waitlistResponses: 1,
    contactQueries: 2,
    messages: 3,
    receipts: 1,
    consentLedger: 3,
    undeliverable: 1,
    suppressions: 1,
    importErrors: 1,
    auditLog: 1,
  })
  expect(held.prospects[0]).toMatchObject({ name: 'Ana’s Nails', phone: PHONE })
  expect(JSON.stringify(held)).not.toContain(OTHER)
  expect(await app.sql`select 1 from audit_log where action = 'privacy.export'`).toHaveLength(1)
})
