import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { postJson } from '../../testing/postJson.ts'

const post = (body: string, headers: Record<string, string> = {}) => ({ ...postJson({}, headers), body })
const reason = String.raw`{"phoneNumber":"+447700900123","reason":"\ud800"}`
const nul = String.raw`{"phoneNumber":"+447700900123","reason":"a\u0000b"}`
const noNumber = String.raw`{"phoneNumber":"\u0000","message":"a"}`
const reply = '{"phoneNumber":"+447700900123","message":"a"}'
const replyPath = '/api/admin/send-reply-sms'

test('hostile input gets the error shape and never a 500', async () => {
  const { request, staffRequest } = await testApp()
  const asked: [string, Promise<Response>, number][] = [
    ['half a percent', staffRequest('/api/admin/conversation/%E0%A4%A'), 200],
    ['NUL in a path', staffRequest('/api/admin/conversation/%00'), 404],
    ['half a percent for an id', staffRequest('/api/admin/campaigns/%E0%A4%A'), 404],
    ['half a surrogate', staffRequest('/api/admin/opt-outs', post(reason)), 400],
    ['NUL', staffRequest('/api/admin/opt-outs', post(nul)), 400],
    ['almost JSON', request('/api/leads', post('{}', { 'content-type': 'application/json-lines' })), 415],
    [
      'capitals',
      request('/api/leads', post('{}', { 'content-type': 'Application/JSON;charset=UTF-8' })),
      422,
    ],
    ['an unknown limit', staffRequest('/api/admin/inbound-sms?limit=all'), 422],
    ['an unknown call', request('/api/nothing'), 404],
    ['another method', request('/api/leads', { method: 'PUT' }), 404],
    ['OPTIONS', request('/api/leads', { method: 'OPTIONS' }), 404],
    ['a login of numbers', request('/api/admin/login', post('{"username":1,"password":2}')), 422],
    ['a reply to nobody', staffRequest(replyPath, post(noNumber)), 422],
    ['a long key', staffRequest(replyPath, post(reply, { 'idempotency-key': 'k'.repeat(201) })), 422],
    ['an odd cookie', request('/api/admin/me', { headers: { cookie: 'salonback_session=%E0%A4%A' } }), 401],
  ]
  const got = await Promise.all(
    asked.map(async ([name, answer]) => {
      const response = await answer
      const body = (await response.json()) as { message?: unknown }
      return [name, response.status, response.ok || typeof body.message === 'string']
    }),
  )
  expect(got).toEqual(asked.map(([name, , status]) => [name, status, true]))
})

test('HEAD is answered like GET without a body', async () => {
  const { request, staffRequest } = await testApp()
  expect((await request('/api/admin/leads', { method: 'HEAD' })).status).toBe(401)
  const head = await staffRequest('/api/admin/leads', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('a session ends after 12 idle hours, 30 days, or when its admin is disabled', async () => {
  const { staffRequest, clock, sql } = await testApp()
  const status = async () => (await staffRequest('/api/admin/me')).status
  const hours = (n: number) => n * 3_600_000
  for (let n = 0; n < 65; n++) {
    clock.advance(hours(11))
    expect(await status()).toBe(200)
  }
  clock.advance(hours(6))
  expect(await status()).toBe(401)
  await sql`update sessions set created_at = ${clock()}, last_seen_at = ${clock()}`
  clock.advance(hours(12))
  expect(await status()).toBe(401)
  await sql`update sessions set last_seen_at = ${clock()}`
  expect(await status()).toBe(200)
  await sql`update admins set disabled_at = ${clock()}`
  expect(await status()).toBe(401)
})
