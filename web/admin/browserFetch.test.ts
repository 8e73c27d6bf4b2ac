// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { browserFetch } from './browserFetch.ts'

const path = '/api/admin/prospects'
const early = Response.json(['early'])
const later = Response.json(['later'])
const stop = vi.fn()
const send = vi.fn<typeof fetch>(async () => later)

beforeEach(() => {
  stop.mockClear()
  send.mockClear()
  vi.stubGlobal('fetch', send)
  window.salonbackEarly = new Map([[path, { answer: Promise.resolve(early), stop }]])
})

test('what the page asked for before its scripts came is given to the first who asks, once', async () => {
  expect(await browserFetch('/api/admin/leads', { method: 'GET' })).toBe(later)
  expect(await browserFetch(path, { method: 'GET' })).toBe(early)
  expect(await browserFetch(path, { method: 'GET' })).toBe(later)
  expect(stop).not.toHaveBeenCalled()
})

test('after anything was sent, a login say, no answer of before is given to anybody', async () => {
  await browserFetch('/api/admin/login', { method: 'POST' })
  expect(stop).toHaveBeenCalledOnce()
  expect(await browserFetch(path, { method: 'GET' })).toBe(later)
})

test('who asks whether a held list is still the same gets an answer to that', async () => {
  expect(await browserFetch(path, { method: 'GET', headers: { 'if-none-match': '"a"' } })).toBe(later)
})

test('who stops waiting stops the early call', async () => {
  const waiting = new AbortController()
  await browserFetch(path, { method: 'GET', signal: waiting.signal })
  waiting.abort()
  expect(stop).toHaveBeenCalledOnce()
})

test('a body of 100 000 characters and more goes as a Blob of the same text and type, a shorter one as it is', async () => {
  const headers = { 'content-type': 'application/json' }
  const [short, long] = ['x'.repeat(99_999), 'x'.repeat(100_000)]
  for (const body of [short, long]) await browserFetch('/api/x', { method: 'PATCH', headers, body })
  const [text, blob] = send.mock.calls.map(([, init]) => init?.body)
  expect(text).toBe(short)
  if (!(blob instanceof Blob)) throw new Error('no Blob')
  expect(await blob.text()).toBe(long)
  expect(send.mock.calls[1]?.[1]?.headers).toEqual(headers)
})
