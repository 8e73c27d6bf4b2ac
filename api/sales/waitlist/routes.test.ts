import { filledQuestionnaire, leftOut } from '@salonback/shared/sales/waitlist/testing.ts'
import { expect, test } from 'vitest'
import type { Sql } from '../../platform/db/open.ts'
import { testApp } from '../../testing/app.ts'
import { fictional, makeProspect, makeSalon } from '../../testing/factories.ts'
import { postJson } from '../../testing/postJson.ts'

const answers = { ...filledQuestionnaire, hardestPartText: ' They forget us ', mobileNumber: '+447700900123' }
const ALERTS = '+447700900199'

const statusOf = async (sql: Sql, id: string) =>
  (await sql`select contact_status from prospects where id = ${id}`)[0]?.contactStatus as string | null
const alertsIn = (sql: Sql) => sql<{ phone: string; body: string }[]>`
  select phone, body from messages where kind = 'alert'`

test('a questionnaire is stored with its consent and shown to staff', async () => {
  const { visitor, staff, sql } = await testApp()
  const reply = await visitor.waitlist.submit({ ...answers, email: ' ana@example.com ' })
  expect(reply).toEqual({ id: expect.any(String), message: 'Thank you for joining our waitlist!' })
  const stored = { id: reply.id, submittedAt: '2026-03-10T12:00:00.000Z', knownAs: null, ...leftOut }
  const trimmed = { email: 'ana@example.com', hardestPartText: 'They forget us' }
  expect(await staff.waitlist.list()).toEqual([{ ...answers, ...stored, ...trimmed }])
  const wording = 'I agree to be contacted about the product services.'
  const ledger = await sql`select phone, change, source, wording from consent_ledger`
  expect(ledger).toEqual([{ phone: '+447700900123', change: 'request', source: 'waitlist form', wording }])
})

test('a response names the salon or the prospect of its number, or of the number in its link', async () => {
  const { visitor, staff, sql } = await testApp()
  const submit = (n: number, mobile?: string) =>
    visitor.waitlist.submit({ ...answers, mobileNumber: fictional(n), ...(mobile && { mobile }) })
  await makeProspect(sql, { name: 'Glow', phone: fictional(1) })
  await makeProspect(sql, { name: 'Brows', phone: fictional(2) })
  await submit(9)
  await submit(1)
  await submit(8, fictional(2))
  await submit(3)
  const { id } = await submit(4)
  const owned = await makeSalon(sql, { name: 'The Lash Room', ownerPhone: fictional(3) })
  const made = await makeSalon(sql, { name: 'Aoife Hair', sourceId: id })
  const found = (await staff.waitlist.list()).map(({ mobileNumber, knownAs }) => [mobileNumber, knownAs])
  expect(Object.fromEntries(found)).toEqual({
    [fictional(9)]: null,
    [fictional(1)]: { name: 'Glow', salonId: null },
    [fictional(8)]: { name: 'Brows', salonId: null },
    [fictional(3)]: { name: 'The Lash Room', salonId: owned.id },
    [fictional(4)]: { name: 'Aoife Hair', salonId: made.id },
  })
})

test('a submission answers 201', async () => {
  const { request } = await testApp()
  expect((await request('/api/waitlist', postJson(answers))).status).toBe(201)
})

test('responses are listed newest first', async () => {
  const { visitor, staff, clock } = await testApp()
  const ids = []
  for (let i = 0; i < 3; i++) {
    ids.push((await visitor.waitlist.submit(answers)).id)
    clock.advance(1000)
  }
  expect((await staff.waitlist.list()).map(({ id }) => id)).toEqual(ids.reverse())
})

test.each([
  ['customerCount', '', 'Please select how many customers you have'],
  ['avgSpend', undefined, 'Please select your average customer spend'],
  ['hardestPartText', 'x'.repeat(201), 'Please keep it to 200 characters'],
  ['consentAgreed', 'true', 'You must agree to continue'],
  ['mobileNumber', null, 'Please enter a valid mobile number'],
])('refuses %s %o with the message of the form', async (field, value, sentence) => {
  const { request, sql } = await testApp()
  const response = await request('/api/waitlist', postJson({ ...answers, [field]: value }))
  expect(response.status).toBe(422)
  expect(await response.json()).toEqual({ message: sentence, fields: { [field]: sentence } })
  expect(await sql`select 1 from waitlist_responses`).toHaveLength(0)
})

test('the answer no is stored as no-consent', async () => {
  const { visitor, staff } = await testApp()
  await visitor.waitlist.submit({ ...answers, hasMarketingConsent: 'no' })
  await visitor.waitlist.submit({ ...answers, hasMarketingConsent: 'no-consent' })
  const kept = (await staff.waitlist.list()).map(({ hasMarketingConsent }) => hasMarketingConsent)
  expect(kept).toEqual(['no-consent', 'no-consent'])
})

test('valid fields of the older questionnaire are stored; invalid and unknown ones are dropped', async () => {
  const { request, staff } = await testApp()
  const valid = { whenToStart: 'immediately', magicWandText: 'Fill Tuesdays' }
  const wrong = { email: '', usedOffers: 'sometimes', salonSoftwareName: 7, priority: 'High' }
  const response = await request('/api/waitlist', postJson({ ...answers, ...valid, ...wrong }))
  expect(response.status).toBe(201)
  const [kept] = await staff.waitlist.list()
  expect(kept).toMatchObject({ ...valid, email: null, usedOffers: null, salonSoftwareName: null })
  expect(kept).not.toHaveProperty('priority')
})

test('the prospects with the typed and the linked number become Submitted', async () => {
  const { visitor, sql } = await testApp()
  const own = await makeProspect(sql, { phone: fictional(123), contactStatus: 'Responded' })
  const linked = await makeProspect(sql, { phone: fictional(124) })
  const other = await makeProspect(sql, { phone: fictional(125), contactStatus: 'Contacted' })
  await visitor.waitlist.submit({ ...answers, mobile: '447700900124' })
  expect(await statusOf(sql, own.id)).toBe('Submitted')
  expect(await statusOf(sql, linked.id)).toBe('Submitted')
  expect(await statusOf(sql, other.id)).toBe('Contacted')
})

test.each(['447700900124', '+447700900124', '4407700900124', ' 447700900124 '])(
  'the link may spell its number %o',
  async (mobile) => {
    const { visitor, sql } = await testApp()
    const { id } = await makeProspect(sql, { phone: fictional(124) })
    await visitor.waitlist.submit({ ...answers, mobile })
    expect(await statusOf(sql, id)).toBe('Submitted')
  },
)

test('a link without a readable number is ignored', async () => {
  const { visitor, sql } = await testApp()
  await visitor.waitlist.submit({ ...answers, mobile: 'hello' })
  expect((await sql`select linked_phone from waitlist_responses`)[0]).toEqual({ linkedPhone: null })
})

test('an alert with priority and size is sent while the setting is on', async () => {
  const { visitor, staff, sql } = await testApp({ ALERT_SMS_NUMBER: ALERTS })
  await visitor.waitlist.submit({ ...answers, customerCount: '1000+', whenToStart: 'immediately' })
  const [alert] = await alertsIn(sql)
  expect(alert?.phone).toBe(ALERTS)
  expect(alert?.body).toContain('High priority, 250-500 numbers')
  expect(alert?.body).not.toContain('7700900123')
  await staff.settings.set({ key: 'waitlist_sms_enabled', value: 'false' })
  await visitor.waitlist.submit(answers)
  expect(await alertsIn(sql)).toHaveLength(1)
})

test('no alert is sent without a number or to an opted-out number', async () => {
  const without = await testApp()
  await without.visitor.waitlist.submit(answers)
  expect(await alertsIn(without.sql)).toHaveLength(0)
  const { visitor, staff, sql } = await testApp({ ALERT_SMS_NUMBER: ALERTS })
  await staff.inbox.recordOptOut({ phoneNumber: ALERTS, reason: 'asked by phone' })
  await visitor.waitlist.submit(answers)
  expect(await alertsIn(sql)).toHaveLength(0)
})

test('a filled honeypot field gets the usual answer and stores nothing', async () => {
  const { visitor, staff, sql } = await testApp({ ALERT_SMS_NUMBER: ALERTS })
  const reply = await visitor.waitlist.submit({ ...answers, website: 'https://spam.example' })
  expect(reply).toEqual({ id: expect.any(String), message: 'Thank you for joining our waitlist!' })
  expect(await staff.waitlist.list()).toEqual([])
  expect(await alertsIn(sql)).toHaveLength(0)
})
