import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeProspect } from '../../testing/factories.ts'
import { stateOf } from '../../testing/queuedTexts.ts'
import { rawRequest } from '../../testing/rawHttp.ts'
import {
  inboundParams,
  messageSid,
  postWebhook,
  receiptFor,
  signedWebhook,
  textFrom,
} from '../../testing/webhooks.ts'

const path = '/api/webhooks/twilio/inbound'
const counted = async (sql: App['sql']) => {
  const [row] = await sql<[{ texts: number; receipts: number; suppressions: number }]>`
    select (select count(*)::int from messages) as texts, (select count(*)::int from receipts) as receipts,
      (select count(*)::int from suppressions) as suppressions`
  return row
}

test('a signed text is stored and answered with empty TwiML', async () => {
  const { origin, staff } = await testApp()
  const response = await textFrom(origin, fictional(1), 'Who is this?')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/xml')
  expect(await response.text()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response/>')
  const stored = { from: fictional(1), body: 'Who is this?', processed: false }
  expect(await staff.inbox.inbound()).toMatchObject([stored])
})

test.each([
  ['a plain number', {}],
  ['a Messaging Service', { MessagingServiceSid: `MG${'a'.repeat(32)}` }],
  ['extra parameters nobody documented', { ReferralNumMedia: '0', Zebra: 'ü & =?', aardvark: '' }],
  ['empty values', { FromCity: '', ToZip: '', Body: '' }],
  [
    'a picture without words',
    { Body: '', NumMedia: '1', MediaUrl0: 'https://example.test/a', MessageSid: `MM${'b'.repeat(32)}` },
  ],
  ['outer spaces and new lines', { Body: '  yes\r\nplease \n' }],
  ['a short code', { From: '85500' }],
])('a valid signature is accepted: %s', async (_, more) => {
  const { origin, sql } = await testApp()
  const params: Record<string, string> = { ...inboundParams({ From: fictional(2), Body: 'hello' }), ...more }
  expect((await postWebhook({ origin, path, params })).status).toBe(200)
  const [row] = await sql<[{ body: string; phone: string }]>`select body, phone from messages`
  expect(row).toEqual({ body: params.Body, phone: params.From })
})

test('a repeated parameter is signed over its unique values and stored', async () => {
  const { origin, sql } = await testApp()
  const params = { ...inboundParams({ From: fictional(2), Body: 'hello' }), Tag: ['b', 'a'] }
  expect((await postWebhook({ origin, path, params })).status).toBe(200)
  const [row] = await sql<[{ raw: { Tag: string[] } }]>`select raw from messages`
  expect(row.raw.Tag).toEqual(['b', 'a'])
})

test('the signature covers the port of PUBLIC_URL, not the Host header', async () => {
  const { origin } = await testApp({ PUBLIC_URL: 'https://texts.example.test:8443' })
  const params = inboundParams({ From: fictional(2), Body: 'hello' })
  const signed = { url: `https://texts.example.test:8443${path}` }
  expect((await postWebhook({ origin, path, params, signed })).status).toBe(200)
  expect((await postWebhook({ origin, path, params, signed: { url: origin + path } })).status).toBe(403)
})

test('the signature covers the query string', async () => {
  const { origin } = await testApp()
  const params = inboundParams({ From: fictional(2), Body: 'hello' })
  const webhook = { origin, path: `${path}?tenant=a%20b&x=1`, params }
  expect((await postWebhook(webhook)).status).toBe(200)
  expect((await postWebhook({ ...webhook, signed: { url: origin + path } })).status).toBe(403)
})

test.each([
  ['no signature', { signature: null }],
  ['an empty signature', { signature: '' }],
  ['a made-up signature', { signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' }],
  ['another token', { signed: { token: 'another' } }],
  ['another address', { signed: { url: 'https://elsewhere.test/api/webhooks/twilio/inbound' } }],
  ['an altered body', { signed: { params: inboundParams({ From: fictional(2), Body: 'STOP' }) } }],
])('%s is refused with 403 and writes nothing', async (_, wrong) => {
  const { origin, sql } = await testApp()
  const params = inboundParams({ From: fictional(2), Body: 'stop' })
  const before = await counted(sql)
  expect((await postWebhook({ origin, path, params, ...wrong })).status).toBe(403)
  const receipt = { path: '/api/webhooks/twilio/status', params: { ...params, MessageStatus: 'delivered' } }
  expect((await postWebhook({ origin, ...receipt, ...wrong })).status).toBe(403)
  expect(await counted(sql)).toEqual(before)
})

test('a signed text of another account is refused', async () => {
  const { origin, sql } = await testApp()
  const params = inboundParams({ From: fictional(2), Body: 'stop', AccountSid: `AC${'9'.repeat(32)}` })
  expect((await postWebhook({ origin, path, params })).status).toBe(403)
  expect(await counted(sql)).toEqual({ texts: 0, receipts: 0, suppressions: 0 })
})

test('100 concurrent posts of one MessageSid store one text with one effect', async () => {
  const { origin, sql } = await testApp()
  await makeProspect(sql, { phone: fictional(3) })
  const params = inboundParams({ From: fictional(3), Body: 'Yes please' })
  const post = () => postWebhook({ origin, path, params })
  const responses = await Promise.all(Array.from({ length: 100 }, post))
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
  const kinds = await sql`select kind from messages order by kind`
  expect(kinds).toEqual([{ kind: 'followup' }, { kind: 'inbound' }])
})

test('a receipt for an erased text stores nothing', async () => {
  const { origin, sql } = await testApp()
  const id = '00000000-0000-4000-8000-000000000000'
  const response = await receiptFor(origin, { id, sid: messageSid(), to: fictional(9) }, 'delivered')
  expect(response.status).toBe(204)
  expect(await sql`select 1 from receipts`).toHaveLength(0)
})

test('receipts record opt-outs and undeliverable numbers; unknown codes change nothing', async () => {
  const { origin, sql, staff } = await testApp()
  const send = async (n: number) => {
    const { id } = await staff.inbox.reply({ phoneNumber: fictional(n), message: 'Hello' })
    const { sid } = await stateOf({ sql }, id)
    return { id, sid: sid ?? '', to: fictional(n) }
  }
  await receiptFor(origin, await send(6), 'undelivered', { ErrorCode: '21610' })
  await receiptFor(origin, await send(7), 'undelivered', { ErrorCode: '30005' })
  await receiptFor(origin, await send(8), 'failed', { ErrorCode: '39999' })
  expect(await sql`select phone from suppressions`).toMatchObject([{ phone: fictional(6) }])
  const dead = await sql`select phone, error_code from undeliverable`
  expect(dead).toEqual([{ phone: fictional(7), errorCode: 30005 }])
  const { messages } = await staff.inbox.conversation({ number: fictional(8) })
  const explanation = 'The carrier gave error 39999'
  expect(messages).toMatchObject([{ status: 'failed', errorCode: 39999, explanation }])
})

/** Sends a webhook as raw bytes. */
const postForm = (origin: string, body: BodyInit, signature: string | null) =>
  fetch(origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(signature !== null && { 'x-twilio-signature': signature }),
    },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit)

test('the body of an unsigned request is not read', async () => {
  const { origin } = await testApp()
  // The body never completes: a handler that reads it would not answer.
  const endless = new ReadableStream({
    start: (body) => body.enqueue(new TextEncoder().encode('Body=stop&')),
  })
  const answer = await postForm(origin, endless, null)
  expect([answer.status, await answer.json()]).toEqual([403, { message: 'The signature is missing' }])
})

test.each([
  ['64 KB', `Body=${'x'.repeat(64 * 1024 - 5)}`, 403],
  ['a byte more', `Body=${'x'.repeat(64 * 1024 - 4)}`, 413],
  ['200 parameters', `a=1${'&a=1'.repeat(199)}`, 403],
  ['one more', `a=1${'&a=1'.repeat(200)}`, 400],
])('the size of a webhook body is limited: %s', async (_, body, status) => {
  const { origin } = await testApp()
  for (const sent of [body, new Blob([body]).stream()]) {
    const answer = await postForm(origin, sent, 'made up')
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ message: expect.any(String) })
  }
})

test('200 parameters with any names and repetitions are accepted', async () => {
  const { origin, sql } = await testApp()
  const more = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`Extra${n}`, `${n}`]))
  const params = inboundParams({ From: fictional(2), Body: 'hello', ...more })
  const tags = Array.from({ length: 199 - Object.keys(params).length }, (_, n) => `${n % 7}`)
  const all = Object.fromEntries([...Object.entries(params), ['Tag', tags], ['__proto__', 'mine']])
  expect((await postWebhook({ origin, path, params: all })).status).toBe(200)
  const [row] = await sql<[{ raw: string }]>`select raw::text as raw from messages`
  expect(JSON.parse(row.raw)).toMatchObject({ Tag: tags, Extra99: '99' })
  expect(row.raw).toContain('"__proto__": "mine"')
})

test.each(['STOP', 'START', 'Who is this?'])(
  'a webhook read late by a suspended process is backfilled with its original time: %s',
  async (Body) => {
    const { origin, sql, deps } = await testApp()
    const phone = fictional(9)
    await textFrom(origin, phone, 'START')
    await textFrom(origin, phone, 'STOP')
    const before = await counted(sql)
    const { body, headers } = signedWebhook({ origin, path, params: inboundParams({ From: phone, Body }) })
    const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const request = Buffer.from(rawRequest(`POST ${path}`, headerLines, body)).toString('base64')
    // The sender closes the request while this process is blocked.
    const send = `
      const socket = require('node:net').connect(${new URL(origin).port}, '127.0.0.1')
      socket.end(Buffer.from('${request}', 'base64'))
      socket.on('finish', () => process.exit(0))`
    execFileSync(process.execPath, ['-e', send])
    await expect.poll(() => deps.ingestFailures.take()).not.toBeNull()
    expect(await counted(sql)).toEqual(before)
    expect((await textFrom(origin, phone, 'Hello')).status).toBe(200)
  },
)
