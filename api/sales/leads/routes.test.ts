import { LEAD_CONSENT } from '@salonback/shared/sales/leads/rules.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { makeSalon, makeText } from '../../testing/factories.ts'
import { postJson } from '../../testing/postJson.ts'

test('a submitted number becomes a lead with details text and consent', async () => {
  const { visitor, staff, sql, env } = await testApp()
  const answer = await visitor.leads.submit({ mobileNumber: '+44 7700 900123' })
  expect(answer.message).toMatch(/thank you/i)
  expect(await staff.leads.list()).toEqual([
    {
      id: expect.any(String),
      mobileNumber: '+447700900123',
      createdAt: '2026-03-10T12:00:00.000Z',
      withheld: null,
      details: { status: 'queued', at: '2026-03-10T12:00:00.000Z' },
      answeredAt: null,
    },
  ])
  const phone = '+447700900123'
  const body = expect.stringContaining(`${env.PUBLIC_URL}/uksalon?mobile=447700900123`)
  const texts = await sql`select kind, phone, body, status, carries_link from messages`
  expect(texts).toEqual([{ kind: 'details', phone, body, status: 'queued', carriesLink: true }])
  const ledger = await sql`select phone, change, source, wording from consent_ledger`
  expect(ledger).toEqual([{ phone, change: 'request', source: 'lead form', wording: LEAD_CONSENT }])
})

test('a lead tells the state of its details text, and when it answered', async () => {
  const { visitor, staff, sql, clock } = await testApp()
  const phone = '+447700900123'
  const state = async () => {
    const [lead] = await staff.leads.list()
    return [lead?.details?.status, lead?.answeredAt]
  }
  await makeText(sql, { phone, direction: 'inbound', body: 'Who are you?' })
  await visitor.leads.submit({ mobileNumber: phone })
  expect(await state()).toEqual(['queued', null])
  await sql`update messages set status = 'delivered', status_at = ${clock()} where kind = 'details'`
  clock.advance(60_000)
  const answer = { phone, direction: 'inbound', createdAt: clock() } as const
  await makeText(sql, { ...answer, body: 'I am on holiday', intent: 'automatic_reply' })
  expect(await state()).toEqual(['delivered', null])
  const { id: salonId } = await makeSalon(sql)
  await makeText(sql, { ...answer, body: 'To a salon', salonId })
  expect(await state()).toEqual(['delivered', null])
  await makeText(sql, { ...answer, body: 'Yes please', intent: 'positive' })
  expect(await state()).toEqual(['delivered', '2026-03-10T12:01:00.000Z'])
})

test('a withheld lead has no details text', async () => {
  const { visitor, staff } = await testApp({ PUBLIC_TEXTS_PER_HOUR: '0' })
  await visitor.leads.submit({ mobileNumber: '+447700900123' })
  expect(await staff.leads.list()).toMatchObject([{ withheld: 'budget', details: null, answeredAt: null }])
})

test('a number in two spellings is one lead with one text and the same answer', async () => {
  const { visitor, staff, sql } = await testApp()
  const first = await visitor.leads.submit({ mobileNumber: '+353 20 912 0142' })
  expect(await visitor.leads.submit({ mobileNumber: '(353) 20-912 0142' })).toEqual(first)
  expect(await visitor.leads.submit({ mobileNumber: '020 912 0142', country: 'IE' })).toEqual(first)
  expect(await staff.leads.list()).toHaveLength(1)
  expect(await sql`select 1 from messages`).toHaveLength(1)
})

test('twenty parallel submissions of a number are one lead with one text', async () => {
  const { visitor, staff, sql } = await testApp()
  await Promise.all(Array.from({ length: 20 }, () => visitor.leads.submit({ mobileNumber: '07700 900123' })))
  expect(await staff.leads.list()).toHaveLength(1)
  expect(await sql`select 1 from messages`).toHaveLength(1)
})

test('a local number uses the chosen country, else the country of the visitor', async () => {
  const { visitor, staff } = await testApp({ DEFAULT_COUNTRY: 'IE' })
  await visitor.leads.submit({ mobileNumber: '020 912 0101' })
  await visitor.leads.submit({ mobileNumber: '07700 900101', country: 'GB' })
  await visitor.leads.submit({ mobileNumber: '(202) 555-0101', country: 'US' })
  const numbers = (await staff.leads.list()).map((lead) => lead.mobileNumber)
  expect(numbers.sort()).toEqual(['+12025550101', '+353209120101', '+447700900101'])
})

test.each([
  ['0000-000-000', 'US', '0000000000', 'number'],
  ['1102555014', 'US', '1102555014', 'number'],
  ['1102555014', 'IE', '1102555014', 'number'],
  ['+441102555014', 'GB', '+441102555014', 'range'],
] as const)(
  '%s of %s is thanked for, stored and not texted; staff see why',
  async (typed, country, kept, why) => {
    const { visitor, staff, sql } = await testApp()
    const { message } = await visitor.leads.submit({ mobileNumber: typed, country })
    expect(message).toMatch(/^Thank you! If no text/)
    expect(await staff.leads.list()).toMatchObject([{ mobileNumber: kept, withheld: why }])
    expect(await sql`select 1 from messages`).toHaveLength(0)
  },
)

test('the answer depends on the digits only, not on opt-outs', async () => {
  const { visitor, staff } = await testApp()
  await staff.inbox.recordOptOut({ phoneNumber: '+447700900999', reason: 'asked by phone' })
  for (const [mobileNumber, country, readable] of [
    ['110255501', 'US', false],
    ['110255501', 'GB', false],
    ['0871234567', 'GB', false],
    ['0871234567', 'IE', true],
    ['07700 900123', 'GB', true],
    ['07700 900999', 'GB', true],
    ['(202) 555-0142', 'US', true],
    ['020 7946 0123', 'GB', true],
  ] as const) {
    const answer = await visitor.leads.submit({ mobileNumber, country })
    const message = readable
      ? 'Thank you! The details are on their way to your phone.'
      : 'Thank you! If no text arrives, please check your number and its country, and send it again.'
    expect([mobileNumber, country, answer]).toEqual([mobileNumber, country, { message }])
  }
})

test('leads are listed newest first', async () => {
  const { visitor, staff, clock } = await testApp()
  await visitor.leads.submit({ mobileNumber: '+447700900101' })
  clock.advance(1000)
  await visitor.leads.submit({ mobileNumber: '+447700900102' })
  clock.advance(1000)
  await visitor.leads.submit({ mobileNumber: '+447700900101' })
  const numbers = (await staff.leads.list()).map((lead) => lead.mobileNumber)
  expect(numbers).toEqual(['+447700900102', '+447700900101'])
})

test('an opted-out number gets no details', async () => {
  const { visitor, staff, sql } = await testApp()
  await staff.inbox.recordOptOut({ phoneNumber: '+447700900123', reason: 'asked by phone' })
  await visitor.leads.submit({ mobileNumber: '+447700900123' })
  expect(await sql`select 1 from messages where kind = 'details'`).toHaveLength(0)
  expect(await staff.leads.list()).toHaveLength(1)
})

test('a filled honeypot field gets the usual answer and stores nothing', async () => {
  const { visitor, staff, sql } = await testApp()
  const website = 'https://spam.example'
  const answer = await visitor.leads.submit({ mobileNumber: '+447700900123', website })
  expect(answer).toEqual(await visitor.leads.submit({ mobileNumber: '+447700900124' }))
  expect(await staff.leads.list()).toHaveLength(1)
  expect(await sql`select 1 from consent_ledger`).toHaveLength(1)
})

test.each([
  ['too short', { mobileNumber: '12345678' }],
  ['not a mobile number', { mobileNumber: 'ring me please' }],
  ['missing', {}],
  ['no text', { mobileNumber: 447700900123 }],
])('refuses a number that is %s with the message of the form', async (_, body) => {
  const { request, sql } = await testApp()
  const response = await request('/api/leads', postJson(body))
  expect(response.status).toBe(422)
  const message = 'Please enter a valid mobile number'
  expect(await response.json()).toEqual({ message, fields: { mobileNumber: message } })
  expect(await sql`select 1 from leads`).toHaveLength(0)
})

test('submissions are rate limited per address', async () => {
  const { visitor, clock } = await testApp({ PUBLIC_POSTS_PER_MINUTE: '2' })
  await visitor.leads.submit({ mobileNumber: '+447700900101' })
  await visitor.leads.submit({ mobileNumber: '+447700900102' })
  const refused = visitor.leads.submit({ mobileNumber: '+447700900103' })
  await expect(refused).rejects.toMatchObject({ status: 429, retryAfter: 60 })
  clock.advance(60_000)
  await visitor.leads.submit({ mobileNumber: '+447700900103' })
})
