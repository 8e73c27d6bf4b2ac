import { expect, test } from 'vitest'
import type { ServerRequest, ServerResponse } from './callServer.ts'
import { forward, requestHeaders } from './forward.ts'
import { openSecrets } from './secrets.ts'
import { openSession } from './session.ts'

const origin = 'https://texts.example.com'
const token = 'salonback_session=the-secret-token'

function response(status: number, body = '', headers: [string, string][] = []): ServerResponse {
  return { status, statusText: '', headers, body: new Response(body).body ?? new ReadableStream() }
}

/** A fake server with its session; records the calls. */
async function target(
  reply: (call: ServerRequest) => ServerResponse | Promise<ServerResponse>,
  signedIn = true,
) {
  const calls: ServerRequest[] = []
  const monitored: string[] = []
  const session = openSession(openSecrets('ours', { load: () => Promise.reject(new Error('none')) }), origin)
  if (signedIn) await session.save(token)
  const target = {
    ...{ origin, session, agent: 'Salonback/1.0.0 (linux)' },
    connection: { failed: () => monitored.push('failed'), succeeded: () => monitored.push('succeeded') },
    send: async (call: ServerRequest) => {
      calls.push(call)
      return reply(call)
    },
  }
  return { calls, monitored, session, target }
}

const page = (path: string, init: RequestInit = {}) => new Request(`app://salonback${path}`, init)

test('a call is sent to the same path and query of the server, with session cookie and origin', async () => {
  const { calls, target: to } = await target(() => response(200, '[]'))
  await forward(page('/api/admin/inbound-sms?limit=5'), to)
  expect(calls[0]).toMatchObject({
    method: 'GET',
    url: `${origin}/api/admin/inbound-sms?limit=5`,
    headers: { origin, cookie: token, 'user-agent': 'Salonback/1.0.0 (linux)' },
  })
})

test('only allowed headers are forwarded; the page cannot set the session cookie', () => {
  const allowed = { 'content-type': 'application/json', 'idempotency-key': 'k1' }
  const others = { authorization: 'Bearer made-up', 'x-forwarded-for': '1.2.3.4' }
  const headers = requestHeaders(new Headers({ ...allowed, ...others }), origin, token, 'agent')
  expect(headers).toEqual({ ...allowed, origin, cookie: token, 'user-agent': 'agent' })
})

test('the request body is streamed', async () => {
  const { calls, target: to } = await target(() => response(200, '{}'))
  const body = JSON.stringify({ message: 'Hello ☀' })
  await forward(page('/api/admin/send-reply-sms', { method: 'POST', body }), to)
  const pieces: Uint8Array[] = []
  for await (const piece of calls[0]?.body ?? []) pieces.push(piece)
  expect(Buffer.concat(pieces).toString()).toBe(body)
})

test('the session token of a login is stored and does not reach the page', async () => {
  const headers: [string, string][] = [
    ['set-cookie', 'salonback_session=brand-new; Path=/; HttpOnly'],
    ['set-cookie2', 'x'],
    ['etag', '"1"'],
  ]
  const { session, target: to } = await target(() => response(200, '{"username":"maya"}', headers), false)
  const reply = await forward(page('/api/admin/login', { method: 'POST', body: '{}' }), to)
  expect(await session.token()).toBe('salonback_session=brand-new')
  expect(JSON.stringify([...reply.headers])).not.toMatch(/cookie|brand-new/)
  expect(await reply.text()).toBe('{"username":"maya"}')
})

test('the device cookie is stored and sent with logins only, also after a logout', async () => {
  const cookies: [string, string][] = [
    ['set-cookie', 'salonback_session=new; Path=/; HttpOnly'],
    ['set-cookie', 'salonback_device=known-device; Path=/; HttpOnly'],
  ]
  const { calls, target: to } = await target(() => response(200, '{}', cookies))
  const login = () => forward(page('/api/admin/login', { method: 'POST', body: '{}' }), to)
  await login()
  await forward(page('/api/admin/leads'), to)
  await to.session.clear()
  const reply = await login()
  expect(calls.map(({ headers }) => headers.cookie)).toEqual([
    token,
    'salonback_session=new',
    'salonback_device=known-device',
  ])
  expect(JSON.stringify([...reply.headers])).not.toContain('device')
})

test.each([
  ['a logout deletes', '/api/admin/logout', 200, 'Logged out', null],
  ['a failed logout, which can be repeated, keeps', '/api/admin/logout', 500, 'No', token],
  ['a 401 deletes', '/api/admin/leads', 401, 'Not logged in', null],
  ['a wrong password keeps', '/api/admin/login', 401, 'Invalid credentials', token],
])('%s the session', async (_, path, status, message, kept) => {
  const { session, target: to } = await target(() => response(status, JSON.stringify({ message })))
  const init = path === '/api/admin/leads' ? {} : { method: 'POST', body: '{}' }
  await forward(page(path, init), to)
  expect(await session.token()).toBe(kept)
})

test('a late 401 for the old session keeps the new one', async () => {
  const { session, target: to } = await target(async () => {
    await session.save('salonback_session=newer')
    return response(401, '{}')
  })
  await forward(page('/api/admin/leads'), to)
  expect(await session.token()).toBe('salonback_session=newer')
})

test('without a session /me is answered without a request to the server', async () => {
  const { calls, target: to } = await target(() => response(200), false)
  expect((await forward(page('/api/admin/me'), to)).status).toBe(401)
  expect(calls).toEqual([])
})

test('an unreachable server is a network error to the page, and the connection counts as failed', async () => {
  const { monitored, target: to } = await target(() =>
    Promise.reject(new Error('net::ERR_CONNECTION_REFUSED')),
  )
  const reply = await forward(page('/api/admin/leads'), to)
  expect(reply.type).toBe('error')
  expect(monitored).toEqual(['failed'])
})

test.each([204, 304])('a response %i has no body', async (status) => {
  const { target: to } = await target(() => response(status))
  const reply = await forward(page('/api/admin/leads'), to)
  expect(reply.status).toBe(status)
  expect(reply.body).toBeNull()
})

test.each([101, 199, 600, 999])('an invalid status %i is a network error', async (status) => {
  const { target: to } = await target(() => response(status, '{}'))
  expect((await forward(page('/api/admin/leads'), to)).type).toBe('error')
})

test('a reason phrase with control characters is dropped', async () => {
  const { target: to } = await target(() => ({
    ...response(418, '{}'),
    statusText: 'tea\r\nset-cookie: a=b',
  }))
  const reply = await forward(page('/api/admin/leads'), to)
  expect([reply.status, reply.statusText]).toEqual([418, ''])
})

test('HTML from the server reaches the page as bytes with our policy', async () => {
  const html = '<script>desktop.changeServer()</script>'
  const { target: to } = await target(() => response(200, html, [['content-type', 'text/html']]))
  const reply = await forward(page('/api/admin/leads'), to)
  expect(reply.headers.get('content-type')).toBe('application/octet-stream')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/)
})
