import { createHash } from 'node:crypto'
import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional, makeText } from '../../testing/factories.ts'
import { postJson } from '../../testing/postJson.ts'
import { inboundParams, messageSid, postWebhook } from '../../testing/webhooks.ts'

/** Text that cannot be compressed. Index entries have a limited size, and Postgres compresses them. */
function noise(length: number): string {
  let text = ''
  for (let n = 0; text.length < length; n++)
    text += createHash('sha512').update(String(n)).digest('base64url')
  return text.slice(0, length)
}

/** The longest UTF-8 encoding of this many UTF-16 units: four bytes for two. */
const wide = (length: number) => '💇'.repeat(length / 2)

const answers = { ...filledQuestionnaire, mobileNumber: fictional(1) }

const contact = { name: wide(200), email: 'a@b.ie', subject: wide(500), message: noise(20_000) }
const nameTooLong = { name: noise(201), subject: 'a', message: noise(20) }
const longEmail = `${noise(60)}@${'a.'.repeat(90)}ie`
const longest = {
  ...{ hardestPartText: wide(200), salonSoftwareName: wide(200), motivatingOfferText: wide(2000) },
  magicWandText: noise(2000),
}
const reply = { phoneNumber: fictional(2), message: 'a' }
const recipients = `/api/admin/campaigns/${crypto.randomUUID()}/recipients`
const replyPath = '/api/admin/send-reply-sms'

const asked: [name: string, status: number, path: string, body?: object, headers?: Record<string, string>][] =
  [
    ['a contact message', 200, '/api/contact', { ...contact, email: longEmail, message: wide(20_000) }],
    ['a contact message of any length', 200, '/api/contact', contact],
    ['a contact name too long', 422, '/api/contact', { ...contact, ...nameTooLong }],
    ['a number with spaces', 200, '/api/leads', { mobileNumber: `+353 87 ${' '.repeat(250)}123 4567` }],
    ['a number without end', 422, '/api/leads', { mobileNumber: `0${'7'.repeat(5000)}` }],
    ['a number of 300', 422, '/api/waitlist', { ...answers, mobileNumber: `0${'123456789'.repeat(33)}` }],
    ['a questionnaire', 201, `/api/waitlist?mobile=${'4'.repeat(40)}`, { ...answers, ...longest }],
    ['a login', 401, '/api/admin/login', { username: wide(200), password: noise(1000) }],
    ['a reply', 200, replyPath, { ...reply, message: wide(1600) }],
    ['a reply with a key', 200, replyPath, reply, { 'idempotency-key': noise(200) }],
    ['an opt-out', 201, '/api/admin/opt-outs', { phoneNumber: fictional(4), reason: wide(500) }],
    ['a setting', 404, `/api/admin/settings/${noise(5000)}`],
    ['a conversation', 200, `/api/admin/conversation/${'%F0%9F%92%87'.repeat(20)}`],
    ['the last page', 404, `${recipients}?page=1000000&pageSize=1000`],
    ['a page beyond', 422, `${recipients}?page=1e15`],
  ]

test('maximum values are stored and longer ones refused with a message', async () => {
  const { request, staffRequest } = await testApp()
  const got = asked.map(async ([name, , path, body, headers]) => {
    const ask = path.startsWith('/api/admin/') ? staffRequest : request
    const answer = await ask(path, body && postJson(body, headers))
    return [name, answer.status]
  })
  expect(await Promise.all(got)).toEqual(asked.map(([name, status]) => [name, status]))
})

test('signed webhooks with values of any length are stored and cause no 500', async () => {
  const { origin, logged, sql } = await testApp({ LOG_LEVEL: 'error' })
  const inbound = (more: Record<string, string>) =>
    postWebhook({
      origin,
      path: '/api/webhooks/twilio/inbound',
      params: inboundParams({ From: fictional(1), Body: 'Hello', ...more }),
    })
  const status = async (more: Record<string, string>) => {
    const sid = messageSid()
    await makeText(sql, { phone: fictional(2), sid })
    const { Body: _, ...params } = inboundParams({ From: fictional(2), Body: '', MessageSid: sid, ...more })
    return postWebhook({ origin, path: '/api/webhooks/twilio/status', params })
  }
  const answers = [
    await inbound({ From: noise(5000) }),
    await inbound({ To: noise(5000) }),
    await inbound({ Body: noise(30_000) }),
    await inbound({ OptOutType: noise(5000) }),
    await inbound({ NumMedia: '99999999999' }),
    await inbound({ NumSegments: '1e99' }),
    await status({ MessageStatus: noise(5000) }),
    await status({ MessageStatus: 'failed', ErrorCode: '99999999999999' }),
    await status({ MessageStatus: 'failed', ErrorCode: noise(5000) }),
    await status({ MessageStatus: 'failed', ErrorMessage: noise(30_000) }),
  ]
  const taken = [200, 200, 200, 200, 200, 200, 204, 204, 204, 204]
  expect(answers.map((response) => response.status)).toEqual(taken)
  expect(logged).toEqual([])
})

test('a forwarding header of any length causes no 500', async () => {
  const { request } = await testApp({ TRUST_PROXY: '1' })
  const headers = { 'x-forwarded-for': noise(8000) }
  const login = await request('/api/admin/login', postJson({ username: noise(200), password: 'a' }, headers))
  const lead = await request('/api/leads', postJson({ mobileNumber: fictional(3) }, headers))
  expect([login.status, lead.status]).toEqual([401, 200])
})
