import { expect, test, vi } from 'vitest'
import { createHub } from './eventHub.ts'

const notice = (name: string, data: object = {}) => JSON.stringify({ name, ...data })

/** A screen whose writes leave when the test says so. */
function slowScreen() {
  const told: string[] = []
  const leaving: (() => void)[] = []
  return {
    told,
    letOneLeave: () => leaving.shift()?.(),
    write: (bytes: Uint8Array) => {
      told.push(new TextDecoder().decode(bytes))
      return new Promise<void>((resolve) => leaving.push(resolve))
    },
  }
}

test('events that come together are sent in one batch, with the same bytes to all', async () => {
  vi.useFakeTimers()
  const hub = createHub()
  const writes: Uint8Array[][] = [[], []]
  for (const seen of writes) hub.join({ write: async (bytes) => void seen.push(bytes) }, 'a')
  hub.tell(notice('message', { id: '1' }))
  await vi.advanceTimersByTimeAsync(0)
  hub.tell(notice('message', { id: '2' }))
  hub.tell(notice('message', { id: '2' }))
  hub.tell(notice('lead'))
  await vi.advanceTimersByTimeAsync(50)
  const [mine = [], other = []] = writes
  expect(mine.map((bytes) => new TextDecoder().decode(bytes))).toEqual([
    'event: message\ndata: {"id":"1"}\n\n',
    'event: message\ndata: {"id":"2"}\n\nevent: lead\ndata: {}\n\n',
  ])
  expect(mine[1]).toBe(other[1])
  vi.useRealTimers()
})

test('a flood of one kind is one event without data', async () => {
  vi.useFakeTimers()
  const hub = createHub()
  const screen = slowScreen()
  hub.join(screen, 'a')
  for (let n = 0; n < 26; n++) hub.tell(notice('message', { id: String(n) }))
  await vi.advanceTimersByTimeAsync(0)
  expect(screen.told).toEqual(['event: message\ndata: {}\n\n'])
  vi.useRealTimers()
})

test('a client that reads nothing has one pending write, and gets the names of missed events afterwards', async () => {
  vi.useFakeTimers()
  const hub = createHub()
  const screen = slowScreen()
  hub.join(screen, 'a')
  for (let n = 0; n < 100; n++) {
    hub.tell(notice(n % 2 ? 'lead' : 'message', { id: String(n) }))
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(screen.told).toEqual(['event: message\ndata: {"id":"0"}\n\n'])
  screen.letOneLeave()
  await vi.advanceTimersByTimeAsync(0)
  expect(screen.told[1]).toBe('event: lead\ndata: {}\n\nevent: message\ndata: {}\n\n')
  vi.useRealTimers()
})

test('a stream whose write fails is removed', async () => {
  vi.useFakeTimers()
  const hub = createHub()
  const member = hub.join({ write: () => Promise.reject(new Error('gone')) }, 'a')
  hub.tell(notice('lead'))
  await vi.advanceTimersByTimeAsync(0)
  await member.gone
  expect(member.left()).toBe(true)
  vi.useRealTimers()
})

test('what was told in the last seconds is known by name', async () => {
  vi.useFakeTimers()
  const hub = createHub()
  hub.tell(notice('lead'))
  await vi.advanceTimersByTimeAsync(20_000)
  hub.tell(notice('message', { id: '1' }))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(hub.recent(30_000)).toEqual(['message'])
  vi.useRealTimers()
})
