import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHub, type EventStream } from './eventHub.ts'

const payload = (name: string, data: object = {}) => JSON.stringify({ name, ...data })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What a stream has received so far. */
async function received({ body, end }: EventStream) {
  end()
  const writes: string[] = []
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>)
    writes.push(new TextDecoder().decode(bytes))
  return writes
}

test('events within 50 ms are sent to every stream in one batch', async () => {
  const hub = createHub()
  const streams = [hub.subscribe('a'), hub.subscribe('b')]
  hub.publish(payload('message', { id: '1' }))
  await vi.advanceTimersByTimeAsync(0)
  hub.publish(payload('message', { id: '2' }))
  hub.publish(payload('message', { id: '2' }))
  hub.publish(payload('lead'))
  await vi.advanceTimersByTimeAsync(50)
  for (const stream of streams)
    expect(await received(stream)).toEqual([
      'event: message\ndata: {"id":"1"}\n\n',
      'event: message\ndata: {"id":"2"}\n\nevent: lead\ndata: {}\n\n',
    ])
})

test('more than 25 events of one name become one event without data', async () => {
  const hub = createHub()
  const stream = hub.subscribe('a')
  for (let n = 0; n < 26; n++) hub.publish(payload('message', { id: String(n) }))
  await vi.advanceTimersByTimeAsync(0)
  expect(await received(stream)).toEqual(['event: message\ndata: {}\n\n'])
})

test('the stream of a client that reads nothing ends after 100 writes, the others stay open', async () => {
  const hub = createHub()
  const [slow, other] = [hub.subscribe('a'), hub.subscribe('a')]
  const reader = other.body.getReader()
  for (let n = 0; n < 100; n++) {
    expect(slow.isEnded()).toBe(false)
    hub.publish(payload('message', { id: String(n) }))
    await vi.advanceTimersByTimeAsync(50)
    await reader.read()
  }
  expect([slow.isEnded(), other.isEnded()]).toEqual([true, false])
})

test('a stream ends when its client leaves or its session ends', async () => {
  const hub = createHub()
  const [left, out, other] = [hub.subscribe('a'), hub.subscribe('b'), hub.subscribe('c')]
  await left.body.cancel()
  hub.endSession('b')
  await Promise.all([left.ended, out.ended])
  expect([left, out, other].map((stream) => stream.isEnded())).toEqual([true, true, false])
})

test('recent() tells how long ago the events of the last 30 s were', async () => {
  const hub = createHub()
  hub.publish(payload('lead'))
  await vi.advanceTimersByTimeAsync(20_000)
  hub.publish(payload('message', { id: '1' }))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(hub.recent(30_000)).toEqual({ message: 15_000 })
})
