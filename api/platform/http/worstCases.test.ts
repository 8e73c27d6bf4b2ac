import { createServer, type RequestListener } from 'node:http'
import { performance } from 'node:perf_hooks'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { listenOn } from '../../testing/listenOn.ts'
import { longestBlock } from '../../testing/longestBlock.ts'
import { postJson } from '../../testing/postJson.ts'
import { rawRequest, sendRaw } from '../../testing/rawHttp.ts'

// Limit for blocking the event loop with one unauthenticated request, in ms.
const MAX_MS = 50

const KB = 1024
const fill = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length))
const post = (path: string, type: string, body: string, ...headers: string[]) =>
  rawRequest(`POST ${path}`, [`Content-Type: ${type}`, ...headers], body)
const json = (path: string, body: string) => post(path, 'application/json', body)
const form = (body: string, path = '/api/webhooks/twilio/inbound') =>
  post(path, 'application/x-www-form-urlencoded', body, 'X-Twilio-Signature: made up')
const get = (path: string, ...headers: string[]) => rawRequest(`GET ${path}`, headers)
const crumbs = (path: string, piece: string, ...headers: string[]) =>
  `${rawRequest(`POST ${path}`, ['Transfer-Encoding: chunked', ...headers])}${fill(`1\r\n${piece}\r\n`, 360 * KB)}0\r\n\r\n`

/** Just below Node's limit for request headers (16 KB). */
const LONG = 15 * KB

const heads: Record<string, string> = {
  'a long path of short names': get(fill('/a', LONG)),
  'a long path of nothing': get(fill('/', LONG)),
  'a long path of an unknown call': get(`/api${fill('/a', LONG)}`),
  'a long path of dots': get(`/${fill('../', LONG)}`),
  'a long path with escapes': get(`/${fill('%41', LONG)}`),
  'a long path with broken escapes': get(`/${fill('%E0%A4%A', LONG)}`),
  'a number of letters that fold to many': get(`/api/admin/conversation/${fill('%EF%B7%BA', LONG)}`),
  'a long query': get(`/api/visitor-country?${fill('a&', LONG)}`),
  'one name in a query many times': json(`/api/waitlist?${fill('mobile=1&', LONG)}`, '{}'),
  'a signed query': form('a=1', `/api/webhooks/twilio/inbound?${fill("a=%27'&", LONG)}`),
  'many cookies': get('/api/admin/me', `Cookie: ${fill('a=b; ', LONG)}`),
  'many cookies of one name': get('/api/admin/me', `Cookie: ${fill('salonback_session=%E0%A4%A; ', LONG)}`),
  'a cookie of escapes': get('/api/admin/me', `Cookie: salonback_session=${fill('%41', LONG)}`),
  'cookies of nothing': get('/api/admin/me', `Cookie: ${fill(';', LONG)}`),
  'many headers': get('/api/visitor-country', ...Array.from({ length: 1500 }, (_, n) => `a${n}: b`)),
  'one header many times': get('/api/visitor-country', ...Array.from({ length: 1900 }, () => 'x: b')),
  'many forwarders': get('/api/visitor-country', `X-Forwarded-For: ${fill('1,', LONG)}`),
  'many entity tags': get('/api/openapi.json', `If-None-Match: ${fill('"a", ', LONG)}`),
  'spaces between entity tags': get('/api/openapi.json', `If-None-Match: "a",${fill(' ', LONG)}x`),
  'many encodings': get('/api/openapi.json', `Accept-Encoding: ${fill('gzip;q=0,', LONG)}`),
  'a long type': post('/api/leads', `application/json;${fill(' a=b;', LONG)}`, '{}'),
  'a long origin': get('/api/visitor-country', `Origin: http://${fill('a.', LONG)}`),
  'an origin of escapes': get('/api/visitor-country', `Origin: http://${fill('%41', LONG)}`),
  'a long token': get('/metrics', `Authorization: Bearer ${fill('a ', LONG)}`),
  'a long token of an owner link': get(`/o/${fill('%41', LONG)}`),
  'a long token of a booking link': get(`/b/${fill('%41', LONG)}`),
  'a long path below an owner link': get(`/o${fill('/a', LONG)}`),
  'a long password': get('/2010-04-01/Accounts/x/Messages.json', `Authorization: Basic ${fill('a', LONG)}`),
  'a long host': `GET /healthz HTTP/1.1\r\nHost: ${fill('xn--a.', LONG)}\r\nConnection: close\r\n\r\n`,
}

const packets: Record<string, string> = {
  'a body in crumbs for a form': crumbs('/api/leads', ' ', 'Content-Type: application/json'),
  'a body in crumbs for a webhook': crumbs('/api/webhooks/twilio/inbound', '&', 'X-Twilio-Signature: a'),
  'a body in crumbs for a webhook, without a signature': crumbs('/api/webhooks/twilio/inbound', '&'),
  'a body in crumbs for nobody': crumbs('/api/nothing', 'x'),
  'a body in crumbs for an owner page': crumbs(
    '/o/x/agree',
    '&',
    'Content-Type: application/x-www-form-urlencoded',
  ),
  'a body in crumbs for the phones': crumbs('/dev/phones/faults', ' ', 'Content-Type: application/json'),
}

const webhooks: Record<string, string> = {
  'one name repeated': form(fill('a&', 64 * KB)),
  'one name repeated, beyond the limit': form(fill('a&', 80 * KB)),
  'many names': form(Array.from({ length: 6000 }, (_, n) => `a${n}=1`).join('&')),
  'broken escapes': form(fill('%E0%A4', 64 * KB)),
  'one name repeated, for an owner page': form(fill('a&', 16 * KB), '/o/x/agree'),
  'broken escapes, for an owner page': form(fill('%E0%A4', 16 * KB), '/o/x/agree'),
  'a long text': form(`Body=${fill('%EF%B7%BA', 63 * KB)}`),
  'names of prototypes': form(fill('__proto__=1&constructor=2&', 64 * KB)),
}

const calls = ['/api/leads', '/api/contact', '/api/waitlist', '/api/admin/login']
const structures: Record<string, string> = {
  nested: `{"mobileNumber":${'['.repeat(32_000)}${']'.repeat(32_000)}}`,
  'nested objects': `{"a":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
  'of many names': `{${Array.from({ length: 6500 }, (_, n) => `"${n * 7919}":1`).join(',')}}`,
  'of one name': `{${fill('"__proto__":{},', 60 * KB)}"a":1}`,
  'of spaces': `{${fill(' ', 64 * KB - 2)}}`,
}
const shapes: [string, (text: string) => object][] = [
  ['/api/leads', (text) => ({ mobileNumber: text })],
  ['/api/leads', (text) => ({ mobileNumber: '07700900123', country: text })],
  ['/api/contact', (text) => ({ name: text, email: 'a@b.cd', subject: 'a', message: '0123456789' })],
  ['/api/contact', (text) => ({ name: 'a', email: text, subject: 'a', message: '0123456789' })],
  ['/api/contact', (text) => ({ name: 'a', email: `a@${text}`, subject: 'a', message: text.slice(0, 1000) })],
  ['/api/waitlist', (text) => ({ mobileNumber: text })],
  [
    '/api/waitlist',
    (text) => ({ mobileNumber: '07700900123', email: text, hardestPartText: text.slice(0, 200) }),
  ],
  ['/api/waitlist', (text) => ({ salonSoftwareName: text.slice(0, 200), magicWandText: text })],
  ['/api/admin/login', (text) => ({ username: text, password: 'a' })],
  ['/api/admin/login', (text) => ({ username: text.slice(0, 200), password: text.slice(0, 1000) })],
]
const units = [
  ...[' ', '\t', '1', '+44', '(', '1 or ', '1;ext=', 'a@', 'a.', 'a-'],
  ...['ﷺ', '½', 'İ', '\u0301', '👍', '\ud800'],
]

const bodies: Record<string, string> = Object.fromEntries([
  ...calls.flatMap((path) =>
    Object.entries(structures).map(([name, body]) => [`${path} ${name}`, json(path, body)]),
  ),
  ...shapes.flatMap(([path, of], n) =>
    units.flatMap((unit) =>
      [250, 10 * KB, 60 * KB].map((length) => {
        const most = Math.floor(length / Buffer.byteLength(JSON.stringify(unit).slice(1, -1)))
        return [
          `${path} (${n}) ${JSON.stringify(unit)} ${length}`,
          json(path, JSON.stringify(of(unit.repeat(most)))),
        ]
      }),
    ),
  ),
])

/** The shortest of several runs: the others may include garbage collection or JIT compilation. */
async function leastTurn(origin: string, bytes: Buffer, enough = MAX_MS): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < (enough > 0 ? 20 : 5) && least >= enough; tries++) {
    least = Math.min(least, await longestBlock(() => sendRaw(origin, bytes)))
  }
  return least
}

/** Starts a Node server without our code and returns its origin. */
async function bareServer(listener: RequestListener): Promise<string> {
  const { port, stop } = await listenOn(createServer(listener))
  onTestFinished(stop)
  return `http://127.0.0.1:${port}`
}

const readBody: RequestListener = (incoming, outgoing) => {
  incoming.on('end', () => outgoing.end()).resume()
}

test.each([
  ['heads', heads],
  ['packets', packets],
  ['webhooks', webhooks],
  ['bodies', bodies],
])('no unauthenticated request blocks the event loop: %s', async (_, requests) => {
  const { origin } = await testApp({ PUBLIC_POSTS_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' })
  // The first call builds and caches the document, as main.ts does before it listens.
  await sendRaw(origin, get('/api/openapi.json'))
  const slow: Record<string, number> = {}
  for (const [name, request] of Object.entries(requests)) {
    const bytes = Buffer.from(request)
    const least = await leastTurn(origin, bytes)
    // On a busy machine parsing alone may take that long.
    if (least >= MAX_MS && least >= 3 * (await leastTurn(await bareServer(readBody), bytes)))
      slow[name] = least
  }
  expect(slow).toEqual({})
})

test('pipelined requests are answered in order', async () => {
  const { origin } = await testApp()
  const few = ['/healthz', '/api/visitor-country', '/api/nothing', '/readyz'].map(
    (path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  )
  const answers = await sendRaw(origin, few.join('') + get('/healthz'))
  expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    ...['200', '200', '404', '200', '200'],
  ])
  expect(answers.indexOf('"country"')).toBeGreaterThan(answers.indexOf('"service"'))
})

test('health checks are answered during a flood of such bodies', async () => {
  const { origin, request } = await testApp({ PUBLIC_POSTS_PER_MINUTE: '1000000' })
  const larger = form(fill('a&', 180 * KB))
  const flood = Promise.all([larger, ...Object.values(webhooks)].map((bytes) => sendRaw(origin, bytes)))
  let flooded = false
  void flood.then(() => {
    flooded = true
  })
  const waited: number[] = []
  do {
    const start = performance.now()
    expect((await request('/healthz')).status).toBe(200)
    waited.push(performance.now() - start)
  } while (!flooded)
  // Generous for a busy machine: a quadratic parser takes longer for a single body.
  expect(Math.max(...waited)).toBeLessThan(5000)
})

test('100,000 invalid ids are refused as fast as valid ones are read', async () => {
  const { staffRequest } = await testApp()
  const ids = Array.from(
    { length: 100_000 },
    (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  )
  const ask = async (list: unknown[]) => {
    const turn = () =>
      longestBlock(() =>
        staffRequest('/api/admin/prospects/bulk-status', {
          ...postJson({ ids: list, contactStatus: 'Nonsense' }),
          method: 'PATCH',
        }),
      )
    return Math.min(await turn(), await turn(), await turn())
  }
  const right = await ask(ids)
  expect(await ask(ids.map(() => 'x'))).toBeLessThan(2 * right)
  expect(await ask(Array.from({ length: 2_000_000 }, () => 1))).toBeLessThan(2 * right)
})
