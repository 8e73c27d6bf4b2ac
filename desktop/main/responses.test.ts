import { expect, test } from 'vitest'
import { forbidden, isApiCall, limitBody, readText, responseHeaders, safeStatusText } from './responses.ts'

test('only allowed headers of the server reach the page', () => {
  const headers = responseHeaders([
    ['content-type', 'application/json'],
    ['content-security-policy', "default-src * 'unsafe-inline' 'unsafe-eval'"],
    ['set-cookie', 'salonback_session=secret'],
    ['service-worker-allowed', '/'],
    ['refresh', '0; url=https://evil.example/'],
    ['link', '</api/evil.css>; rel=stylesheet'],
    ['clear-site-data', '"*"'],
    ['location', 'https://evil.example/'],
    ['access-control-allow-origin', '*'],
    ['content-encoding', 'gzip'],
    ['content-length', '20'],
    ['content-disposition', 'attachment'],
    ['x-huge', 'x'.repeat(100_000)],
    ['etag', 'W/"3f-a1"'],
    ['retry-after', '30'],
  ])
  expect(Object.fromEntries(headers)).toEqual({
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
    'content-type': 'application/json; charset=utf-8',
    'cross-origin-resource-policy': 'same-origin',
    etag: 'W/"3f-a1"',
    'referrer-policy': 'no-referrer',
    'retry-after': '30',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
  ['Application/JSON', 'application/json; charset=utf-8'],
  ['text/event-stream', 'text/event-stream; charset=utf-8'],
  ['text/plain;charset=utf-7', 'text/plain; charset=utf-8'],
  ['text/html', 'application/octet-stream'],
  ['text/html; x=application/json', 'application/octet-stream'],
  ['application/xhtml+xml', 'application/octet-stream'],
  ['image/svg+xml', 'application/octet-stream'],
  ['text/javascript', 'application/octet-stream'],
  ['text/css', 'application/octet-stream'],
  ['multipart/x-mixed-replace', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('content type %j becomes %j', (sent, type) => {
  expect(responseHeaders([['content-type', sent]]).get('content-type')).toBe(type)
})

test.each(['-1', 'Fri, 21 Nov 2026 10:00:00 GMT', '1e9', '99999999999999999999', '5, 6'])(
  'Retry-After %j is dropped',
  (seconds) => {
    expect(responseHeaders([['retry-after', seconds]]).has('retry-after')).toBe(false)
  },
)

test.each(['3f', `"${'x'.repeat(101)}"`, '"a\tb"', '"a" "b"'])('ETag %j is dropped', (etag) => {
  expect(responseHeaders([['etag', etag]]).has('etag')).toBe(false)
})

const documents =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8'
test.each([
  ['a call of the client', { accept: 'application/json' }, true],
  ['an event stream', { accept: 'text/event-stream' }, true],
  ['a document, frame or object', { accept: documents }, false],
  ['a script or worker', { accept: '*/*' }, false],
  ['a style', { accept: 'text/css,*/*;q=0.1' }, false],
  ['an image', { accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' }, false],
  ['no Accept header', {}, false],
  ['JSON among others', { accept: 'application/json, text/html' }, false],
  ['a frame that accepts JSON', { accept: 'application/json', 'sec-fetch-dest': 'iframe' }, false],
  ['a script that accepts JSON', { accept: 'application/json', 'sec-fetch-dest': 'script' }, false],
  ['a call with Sec-Fetch-Dest: empty', { accept: 'application/json', 'sec-fetch-dest': 'empty' }, true],
])('%s is an API call: %#', (_what, headers, isCall) => {
  expect(isApiCall(new Headers(headers as Record<string, string>))).toBe(isCall)
})

test('a rejected request gets plain text with a strict policy', async () => {
  const reply = forbidden()
  expect(reply.status).toBe(403)
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
})

/** A body without an end, which counts the bytes read from it. */
function endless(chunk: string) {
  const bytes = new TextEncoder().encode(chunk)
  const seen = { read: 0, canceled: false }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      seen.read += bytes.length
      controller.enqueue(bytes)
    },
    cancel() {
      seen.canceled = true
    },
  })
  return { body, seen }
}

const json = new Headers({ accept: 'application/json' })
const events = new Headers({ accept: 'text/event-stream' })
const limits = { response: 1000, event: 100 }

test('an endless response fails at its limit and cancels the call', async () => {
  const { body, seen } = endless('[1,')
  await expect(new Response(limitBody(body, json, limits)).text()).rejects.toThrow()
  expect(seen.canceled).toBe(true)
  expect(seen.read).toBeLessThan(1100)
})

test('an endless event fails at its limit; the number of events is not limited', async () => {
  const { body, seen } = endless('data: x')
  await expect(new Response(limitBody(body, events, limits)).text()).rejects.toThrow()
  expect(seen.canceled).toBe(true)
  const long = 'event: lead\r\ndata: {}\r\n\r\n: still here\n\n'.repeat(1000)
  const whole = new Response(long).body ?? new ReadableStream()
  expect(await new Response(limitBody(whole, events, limits)).text()).toBe(long)
})

test('a response within its limit is complete, and canceling it cancels the call', async () => {
  const text = 'x'.repeat(1000)
  const body = new Response(text).body ?? new ReadableStream()
  expect(await new Response(limitBody(body, json, limits)).text()).toBe(text)
  const open = endless('[1,')
  await limitBody(open.body, json, limits).cancel()
  expect(open.seen.canceled).toBe(true)
})

test('reading text stops at 64 KB', async () => {
  const { body, seen } = endless('x'.repeat(1000))
  await expect(readText(body)).rejects.toThrow('too large')
  expect(seen.canceled).toBe(true)
  expect(seen.read).toBeLessThan(70_000)
  expect(await readText(new Response('{"a":"é"}').body ?? new ReadableStream())).toBe('{"a":"é"}')
})

test('only printable ASCII of a reason phrase is passed on', () => {
  expect(safeStatusText('Not Found')).toBe('Not Found')
  expect(safeStatusText('Not\r\nFound')).toBe('')
  expect(safeStatusText('\u0000')).toBe('')
  expect(safeStatusText('x'.repeat(101))).toBe('')
})
