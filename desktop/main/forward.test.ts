import { expect, test } from 'vitest'
import type { ServerAnswer, ServerCall } from './call.ts'
import { forward, requestHeaders } from './forward.ts'
import { openSecrets } from './secrets.ts'
import { openSession } from './session.ts'

const origin = 'https://texts.example.com'
const token = 'salonback_session=the-secret-token'

function answer(status: number, body = '', headers: [string, string][] = []): ServerAnswer {
  return { status, statusText: '', headers, body: new Response(body).body ?? new ReadableStream() }
}

/** A server that answers as told, and what it was sent. */
async function target(reply: (call: ServerCall) => ServerAnswer | Promise<ServerAnswer>, signedIn = true) {
  const calls: ServerCall[] = []
  const monitored: string[] = []
  const session = openSession(
    openSecrets('ours', () => Promise.reject(new Error('none'))),
    origin,
  )
  if (signedIn) await session.keep(token)
  return {
    calls,
    monitored,
    session,
    target: {
      origin,
      session,
      agent: 'Salonback/1.0.0 (linux)',
      connection: { lost: () => monitored.push('lost'), works: () => monitored.push('works') },
      send: async (call: ServerCall) => {
        calls.push(call)
        return reply(call)
      },
    },
  }
}

const page = (path: string, init: RequestInit = {}) => new Request(`app://salonback${path}`, init)

test('a call goes to the same path and query of the server, with the session and a fitting origin', async () => {
  const { calls, target: to } = await target(() => answer(200, '[]'))
  await forward(page('/api/admin/inbound-sms?limit=5'), to)
  expect(calls[0]).toMatchObject({
    method: 'GET',
    url: `${origin}/api/admin/inbound-sms?limit=5`,
    headers: { origin, cookie: token, 'user-agent': 'Salonback/1.0.0 (linux)' },
  })
})

test('only headers of the list travel; a page cannot speak for the session', () => {
  const headers = requestHeaders(
    new Headers({
      'content-type': 'application/json',
      'idempotency-key': 'k1',
      authorization: 'Bearer made-up',
      'x-forwarded-for': '1.2.3.4',
    }),
    origin,
    token,
    'agent',
  )
  expect(headers).toEqual({
    'content-type': 'application/json',
    'idempotency-key': 'k1',
    origin,
    cookie: token,
    'user-agent': 'agent',
  })
})

test('the body streams through', async () => {
  const { calls, target: to } = await target(() => answer(200, '{}'))
  const body = JSON.stringify({ message: 'Hello ☀' })
  await forward(page('/api/admin/send-reply-sms', { method: 'POST', body }), to)
  const pieces: Uint8Array[] = []
  for await (const piece of calls[0]?.body ?? []) pieces.push(piece)
  expect(Buffer.concat(pieces).toString()).toBe(body)
})

test('the token of a login is kept here and no trace of it reaches the page', async () => {
  const secret = 'salonback_session=brand-new; Path=/; HttpOnly'
  const { session, target: to } = await target(
    () =>
      answer(
        200,
        '{"username":"maya"}',
        [
          ['set-cookie', secret],
          ['Set-Cookie2', 'x'],
          ['etag', '"1"'],
        ].map(([name = '', value = '']) => [name.toLowerCase(), value]),
      ),
    false,
  )
  const reply = await forward(page('/api/admin/login', { method: 'POST', body: '{}' }), to)
  expect(await session.token()).toBe('salonback_session=brand-new')
  expect(JSON.stringify([...reply.headers])).not.toMatch(/cookie|brand-new/)
  expect(await reply.text()).toBe('{"username":"maya"}')
})

test('the mark of an app that knows the account is kept, and goes out with logins alone, also after a logout', async () => {
  const cookies = ['salonback_session=new; Path=/; HttpOnly', 'salonback_device=knows-maya; Path=/; HttpOnly']
  const { calls, target: to } = await target(() =>
    answer(
      200,
      '{}',
      cookies.map((cookie) => ['set-cookie', cookie]),
    ),
  )
  const login = () => forward(page('/api/admin/login', { method: 'POST', body: '{}' }), to)
  await login()
  await forward(page('/api/admin/leads'), to)
  await to.session.clear()
  const reply = await login()
  expect(calls.map(({ headers }) => headers.cookie)).toEqual([
    token,
    'salonback_session=new',
    'salonback_device=knows-maya',
  ])
  expect(JSON.stringify([...reply.headers])).not.toContain('device')
})

test('a logout forgets the session', async () => {
  const { session, target: to } = await target(() => answer(200, '{"message":"Logged out"}'))
  await forward(page('/api/admin/logout', { method: 'POST' }), to)
  expect(await session.token()).toBeNull()
})

test('a logout the server refused keeps it, so that it can be tried again', async () => {
  const { session, target: to } = await target(() => answer(500, '{"message":"No"}'))
  await forward(page('/api/admin/logout', { method: 'POST' }), to)
  expect(await session.token()).toBe(token)
})

test('a session the server no longer knows is forgotten', async () => {
  const { session, target: to } = await target(() => answer(401, '{"message":"Not logged in"}'))
  await forward(page('/api/admin/leads'), to)
  expect(await session.token()).toBeNull()
})

test('a wrong password says nothing about a session', async () => {
  const { session, target: to } = await target(() => answer(401, '{"message":"Invalid credentials"}'))
  await forward(page('/api/admin/login', { method: 'POST', body: '{}' }), to)
  expect(await session.token()).toBe(token)
})

test('a late refusal of the old session does not end the new one', async () => {
  const { session, target: to } = await target(async () => {
    await session.keep('salonback_session=newer')
    return answer(401, '{}')
  })
  await forward(page('/api/admin/leads'), to)
  expect(await session.token()).toBe('salonback_session=newer')
})

test('without a session the login screen needs no round trip', async () => {
  const { calls, target: to } = await target(() => answer(200), false)
  expect((await forward(page('/api/admin/me'), to)).status).toBe(401)
  expect(calls).toEqual([])
})

test('a server that does not answer is a network error to the page, and the connection is lost', async () => {
  const { monitored, target: to } = await target(() =>
    Promise.reject(new Error('net::ERR_CONNECTION_REFUSED')),
  )
  const reply = await forward(page('/api/admin/leads'), to)
  expect(reply.type).toBe('error')
  expect(monitored).toEqual(['lost'])
})

test.each([204, 304])('an answer %i has no body', async (status) => {
  const { target: to } = await target(() => answer(status))
  const reply = await forward(page('/api/admin/leads'), to)
  expect(reply.status).toBe(status)
  expect(reply.body).toBeNull()
})

test.each([101, 199, 600, 999])('a status %i that no answer has is a failure', async (status) => {
  const { target: to } = await target(() => answer(status, '{}'))
  expect((await forward(page('/api/admin/leads'), to)).type).toBe('error')
})

test('a status line with any bytes in it harms nothing', async () => {
  const { target: to } = await target(() => ({ ...answer(418, '{}'), statusText: 'tea\r\nset-cookie: a=b' }))
  const reply = await forward(page('/api/admin/leads'), to)
  expect([reply.status, reply.statusText]).toEqual([418, ''])
})

test('HTML of a server is bytes to the page, under a policy of ours', async () => {
  const html = '<script>desktop.changeServer()</script>'
  const { target: to } = await target(() => answer(200, html, [['content-type', 'text/html']]))
  const reply = await forward(page('/api/admin/leads'), to)
  expect(reply.headers.get('content-type')).toBe('application/octet-stream')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/)
})
