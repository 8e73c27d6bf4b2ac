import { expect, test, vi } from 'vitest'
import { createHub } from './eventHub.ts'

const payload = (name: string, data: object = {}) => JSON.stringify({ name, ...data })

/** A stream whose writes stay pending until `finishWrite`. */
function slowStream() {
  const sent: string[] = []
  const pending: (() => void)[] = []
  return {
    sent,
    finishWrite: () => pending.shift()?.(),
    write: (bytes: Uint8Array) => {
      sent.push(new TextDecoder().decode(bytes))
      return new Promise<void>((resolve) => pending.push(resolve))
    },
  }
}

test('events within 50 ms are sent in one batch, with the same bytes to every stream', async () => {
  vi.useFakeTimers()
  const hub = createHub()
  const writes: Uint8Array[][] = [[], []]
  for (const sent of writes) hub.subscribe({ write: async (bytes) => void sent.push(bytes) }, 'a')
  hub.publish(payload('message', { id: '1' }))
  await vi.advanceTimersByTimeAsync(0)
  hub.publish(payload('message', { id: '2' }))
  hub.publish(payload('message', { id: '2' }))
  hub.publish(payload('lead'))
  await vi.advanceTimersByTimeAsync(50)
  const [mine = [], other = []] = writes
  expect(mine.map((bytes) => new TextDecoder().decode(bytes))).toEqual([
    'event: message\ndata: {"id":"1"}\n\n',
    'event: message\ndata: {"id":"2"}\n\nevent: lead\ndata: {}\n\n',
  ])
  expect(mine[1]).toBe(other[1])
  vi.useRealTimers()
})

test('more than 25 events of one name become one event without data', async () => {
  vi.useFakeTimers()
  const hub = createHub()
  const stream = slowStream()
  hub.subscribe(stream, 'a')
  for (let n = 0; n < 26; n++) hub.publish(payload('message', { id: String(n) }))
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.sent).toEqual(['event: message\ndata: {}\n\n'])
  vi.useRealTimers()
})

test('a client that reads nothing has one pending write, and gets the names of missed events afterwards', async () => {
  vi.useFakeTimers()
  const hub = createHub()
  const stream = slowStream()
  hub.subscribe(stream, 'a')
  for (let n = 0; n < 100; n++) {
    hub.publish(payload(n % 2 ? 'lead' : 'message', { id: String(n) }))
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(stream.sent).toEqual(['event: message\ndata: {"id":"0"}\n\n'])
  stream.finishWrite()
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.sent[1]).toBe('event: lead\ndata: {}\n\nevent: message\ndata: {}\n\n')
  vi.useRealTimers()
})

test('a stream whose write fails is removed', async () => {
  vi.useFakeTimers()
  const hub = createHub()
  const subscription = hub.subscribe({ write: () => Promise.reject(new Error('gone')) }, 'a')
  hub.publish(payload('lead'))
  await vi.advanceTimersByTimeAsync(0)
  await subscription.ended
  expect(subscription.isEnded()).toBe(true)
  vi.useRealTimers()
})

test('recent() names the events of the last 30 s', async () => {
  vi.useFakeTimers()
  const hub = createHub()
  hub.publish(payload('lead'))
  await vi.advanceTimersByTimeAsync(20_000)
  hub.publish(payload('message', { id: '1' }))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(hub.recent(30_000)).toEqual(['message'])
  vi.useRealTimers()
})
