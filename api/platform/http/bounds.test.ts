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

test('maximum values are stored and longer ones refused with a message', async () => {
  const { request, staffRequest } = await testApp()
  const phoneNumber = fictional(2)
  const asked: Record<string, [Promise<Response>, number]> = {
    'a contact message': [
      request(
        '/api/contact',
        postJson({
          name: wide(200),
          email: `${noise(60)}@${'a.'.repeat(90)}ie`,
          subject: wide(500),
          message: wide(20_000),
        }),
      ),
      200,
    ],
    'a contact message of any length': [
      request(
        '/api/contact',
        postJson({ name: wide(200), email: 'a@b.ie', subject: wide(500), message: noise(20_000) }),
      ),
      200,
    ],
    'a contact name too long': [
      request(
        '/api/contact',
        postJson({ name: noise(201), email: 'a@b.ie', subject: 'a', message: noise(20) }),
      ),
      422,
    ],
    'a number with spaces': [
      request('/api/leads', postJson({ mobileNumber: `+353 87 ${' '.repeat(250)}123 4567` })),
      200,
    ],
    'a number without end': [request('/api/leads', postJson({ mobileNumber: `0${'7'.repeat(5000)}` })), 422],
    'a number of 300': [
      request('/api/waitlist', postJson({ ...answers, mobileNumber: `0${'123456789'.repeat(33)}` })),
      422,
    ],
    'a questionnaire': [
      request(
        `/api/waitlist?mobile=${'4'.repeat(40)}`,
        postJson({
          ...answers,
          hardestPartText: wide(200),
          salonSoftwareName: wide(200),
          motivatingOfferText: wide(2000),
          magicWandText: noise(2000),
        }),
      ),
      201,
    ],
    'a login': [request('/api/admin/login', postJson({ username: wide(200), password: noise(1000) })), 401],
    'a reply': [
      staffRequest('/api/admin/send-reply-sms', postJson({ phoneNumber, message: wide(1600) })),
      200,
    ],
    'a reply with a key': [
      staffRequest(
        '/api/admin/send-reply-sms',
        postJson({ phoneNumber, message: 'a' }, { 'idempotency-key': noise(200) }),
      ),
      200,
    ],
    'an opt-out': [
      staffRequest('/api/admin/opt-outs', postJson({ phoneNumber: fictional(4), reason: wide(500) })),
      201,
    ],
    'a setting': [staffRequest(`/api/admin/settings/${noise(5000)}`), 404],
    'a conversation': [staffRequest(`/api/admin/conversation/${'%F0%9F%92%87'.repeat(20)}`), 200],
    'the last page': [
      staffRequest(`/api/admin/campaigns/${crypto.randomUUID()}/recipients?page=1000000&pageSize=1000`),
      404,
    ],
    'a page beyond': [staffRequest(`/api/admin/campaigns/${crypto.randomUUID()}/recipients?page=1e15`), 422],
  }
  const got = await Promise.all(
    Object.entries(asked).map(async ([name, [answer]]) => [name, (await answer).status]),
  )
  expect(got).toEqual(Object.entries(asked).map(([name, [, status]]) => [name, status]))
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
