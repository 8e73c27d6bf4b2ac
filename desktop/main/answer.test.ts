import { expect, test } from 'vitest'
import { answerHeaders, bounded, isCall, refusal, statusWords, textOf } from './answer.ts'

test('a hostile server’s headers do not reach the page; ours do', () => {
  const headers = answerHeaders([
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
])('the type %j reaches the page as %j', (said, type) => {
  expect(answerHeaders([['content-type', said]]).get('content-type')).toBe(type)
})

test.each(['-1', 'Fri, 21 Nov 2026 10:00:00 GMT', '1e9', '99999999999999999999', '5, 6'])(
  'a wait of %j is no wait',
  (wait) => {
    expect(answerHeaders([['retry-after', wait]]).has('retry-after')).toBe(false)
  },
)

test.each(['3f', `"${'x'.repeat(101)}"`, '"a\tb"', '"a" "b"'])('the mark %j is none', (mark) => {
  expect(answerHeaders([['etag', mark]]).has('etag')).toBe(false)
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
  ['nothing said', {}, false],
  ['JSON among others', { accept: 'application/json, text/html' }, false],
  ['a frame that says JSON', { accept: 'application/json', 'sec-fetch-dest': 'iframe' }, false],
  ['a script that says JSON', { accept: 'application/json', 'sec-fetch-dest': 'script' }, false],
  ['a call by a browser that tells', { accept: 'application/json', 'sec-fetch-dest': 'empty' }, true],
])('%s is answered: %#', (_what, headers, answered) => {
  expect(isCall(new Headers(headers as Record<string, string>))).toBe(answered)
})

test('what is refused is plain text that nothing takes for more', async () => {
  const reply = refusal()
  expect(reply.status).toBe(403)
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
})

/** A body that never ends by itself, and how much of it was taken. */
function endless(piece: string) {
  const bytes = new TextEncoder().encode(piece)
  const seen = { taken: 0, canceled: false }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      seen.taken += bytes.length
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
const limits = { answer: 1000, event: 100 }

test('an endless answer breaks off at its bound, and the call behind it ends', async () => {
  const { body, seen } = endless('[1,')
  await expect(new Response(bounded(body, json, limits)).text()).rejects.toThrow()
  expect(seen.canceled).toBe(true)
  expect(seen.taken).toBeLessThan(1100)
})

test('an event without an end breaks off; any number of whole ones may come', async () => {
  const { body, seen } = endless('data: x')
  await expect(new Response(bounded(body, events, limits)).text()).rejects.toThrow()
  expect(seen.canceled).toBe(true)
  const long = 'event: lead\r\ndata: {}\r\n\r\n: still here\n\n'.repeat(1000)
  const whole = new Response(long).body ?? new ReadableStream()
  expect(await new Response(bounded(whole, events, limits)).text()).toBe(long)
})

test('an answer within its bound comes whole, and a page that leaves ends the call', async () => {
  const words = 'x'.repeat(1000)
  const body = new Response(words).body ?? new ReadableStream()
  expect(await new Response(bounded(body, json, limits)).text()).toBe(words)
  const left = endless('[1,')
  await bounded(left.body, json, limits).cancel()
  expect(left.seen.canceled).toBe(true)
})

test('an answer that should be small is never held when it is not', async () => {
  const { body, seen } = endless('x'.repeat(1000))
  await expect(textOf(body)).rejects.toThrow('too large')
  expect(seen.canceled).toBe(true)
  expect(seen.taken).toBeLessThan(70_000)
  expect(await textOf(new Response('{"a":"é"}').body ?? new ReadableStream())).toBe('{"a":"é"}')
})

test('only plain words of a status line are passed on', () => {
  expect(statusWords('Not Found')).toBe('Not Found')
  expect(statusWords('Not\r\nFound')).toBe('')
  expect(statusWords('\u0000')).toBe('')
  expect(statusWords('x'.repeat(101))).toBe('')
})
