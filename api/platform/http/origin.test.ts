import { logIn, sessionCookie } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { sendRaw } from '../../testing/rawHttp.ts'

const PUBLIC = 'https://salons.example'

/** The status of a raw request with exactly these headers. fetch would not send all of them. */
async function statusOf({ origin }: App, line: string, headers: Record<string, string>, body = '') {
  const sent = {
    Host: new URL(origin).host,
    Connection: 'close',
    'Content-Length': String(body.length),
    ...headers,
  }
  const head = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
  const answer = await sendRaw(origin, [`${line} HTTP/1.1`, ...head, '', body].join('\r\n'))
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
}

test.each([
  ['salons.example', 200],
  ['SALONS.example:443', 200],
  ['localhost', 200],
  ['localhost:8080', 200],
  ['127.0.0.1:8080', 200],
  ['127.9.9.9', 200],
  ['[::1]:8080', 200],
  ['evil.example', 421],
  ['salons.example.evil.example', 421],
  ['localhost.evil.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['192.168.1.20:8080', 421],
  ['0.0.0.0:8080', 421],
  ['[::2]:8080', 421],
])('for host %s the server answers %i', async (host, status) => {
  const app = await testApp({ PUBLIC_URL: PUBLIC })
  const paths = ['/api/visitor-country', '/api/openapi.json', '/dev/phones', '/dev/phones/api/handsets']
  for (const path of paths)
    expect([path, await statusOf(app, `GET ${path}`, { Host: host })]).toEqual([path, status])
  const elsewhere = status === 421 ? [421, 421, 421] : [404, 401, 403]
  expect([
    await statusOf(app, 'GET /nowhere', { Host: host }),
    await statusOf(app, 'GET /api/admin/leads', { Host: host }),
    await statusOf(app, 'POST /api/webhooks/twilio/inbound', { Host: host }),
  ]).toEqual(elsewhere)
})

test('health checks work for any host name', async () => {
  const app = await testApp({ PUBLIC_URL: PUBLIC })
  const host = { Host: '10.1.2.3:8080' }
  expect(await statusOf(app, 'GET /healthz', host)).toBe(200)
  expect(await statusOf(app, 'GET /readyz', host)).toBe(200)
})

test('HOST is an allowed host name', async () => {
  const app = await testApp({ PUBLIC_URL: PUBLIC, HOST: '192.168.1.20' })
  const at = (Host: string) => statusOf(app, 'GET /api/visitor-country', { Host })
  expect([await at('192.168.1.20:8080'), await at('192.168.1.21:8080')]).toEqual([200, 421])
})

test('a refused host gets the right address, is counted and logged', async () => {
  const app = await testApp({
    PUBLIC_URL: PUBLIC,
    LOG_LEVEL: 'warn',
    METRICS_TOKEN: 'a-token-of-some-length',
  })
  const answer = await sendRaw(
    app.origin,
    'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 421 /)
  expect(answer).toContain('Its address is https://salons.example')
  const headers = { authorization: 'Bearer a-token-of-some-length' }
  const metrics = await (await app.request('/metrics', { headers })).text()
  expect(metrics).toContain('salonback_refused_total{reason="host"} 1')
  expect(app.logged.map((line) => JSON.parse(line))).toMatchObject([
    { reason: 'host', host: 'evil.example', publicUrl: PUBLIC, address: '127.0.0.x' },
  ])
})

/** The status of a state-changing call with a session and these headers. */
const logout = async (app: App, headers: Record<string, string>) =>
  statusOf(app, 'POST /api/admin/logout', { Cookie: await sessionCookie(app.origin), ...headers })

test.each([
  [{ Origin: PUBLIC, Host: 'salons.example' }, 200],
  // Other scheme, port or host.
  [{ Origin: 'http://salons.example', Host: 'salons.example' }, 403],
  [{ Origin: 'https://salons.example:8443', Host: 'salons.example' }, 403],
  [{ Origin: 'https://app.salons.example', Host: 'salons.example' }, 403],
  [{ Origin: 'null', Host: 'salons.example' }, 403],
  // Loopback names: the origin must equal the Host header.
  [{ Origin: 'http://localhost:8080', Host: 'localhost:8080' }, 200],
  [{ Origin: 'http://127.0.0.1:8080', Host: '127.0.0.1:8080' }, 200],
  [{ Origin: 'http://[::1]:8080', Host: '[::1]:8080' }, 200],
  [{ Origin: 'https://localhost:8080', Host: 'localhost:8080' }, 403],
  [{ Origin: 'http://localhost:3000', Host: 'localhost:8080' }, 403],
  [{ Origin: 'http://localhost:8080', Host: '127.0.0.1:8080' }, 403],
  // Behind a proxy that changes the Host header.
  [{ Origin: PUBLIC, Host: '127.0.0.1:8080' }, 200],
  // Without Origin: browsers send Sec-Fetch-Site, other clients send neither.
  [{}, 200],
  [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
  [{ 'Sec-Fetch-Site': 'none' }, 200],
  [{ 'Sec-Fetch-Site': 'same-site' }, 403],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
])('a call with %j answers %i', async (headers, status) => {
  const app = await testApp({ PUBLIC_URL: PUBLIC })
  expect(await logout(app, headers as Record<string, string>)).toBe(status)
})

test('a sibling domain may link to pages but cannot call the API', async () => {
  const app = await testApp({ PUBLIC_URL: PUBLIC })
  const headers = { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate' }
  expect(await statusOf(app, 'GET /api/visitor-country', headers)).toBe(200)
  expect(
    await statusOf(app, 'GET /api/visitor-country', { ...headers, Origin: 'https://app.salons.example' }),
  ).toBe(403)
})

test('the desktop app passes the origin check', async () => {
  const app = await testApp()
  const { staff } = await logIn(app.origin)
  expect(await logout(app, { Origin: app.origin, 'User-Agent': 'Salonback/1.0.0 (linux)' })).toBe(200)
  expect((await staff.auth.me()).username).toBe('maya')
})
